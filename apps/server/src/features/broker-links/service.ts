import type { BrokerSessions } from '@trickdesk/brokers';
import type { InputOf, linkangelone, unlinkangelone } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { Caller } from '../../http/handlers.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Attempts } from '../../platform/attempts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { AccountsService } from '../accounts/index.ts';
import { createFundsReader } from './funds.ts';
import { linkAccount } from './link-account.ts';
import { type LinkStatus, statusAt } from './rules.ts';
import { accessOf, openKept } from './sealed-access.ts';
import type { LinkRow } from './store.ts';
import * as store from './store.ts';

export const BROKER = 'Angel One';

export interface BrokerLinkParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly attempts: Attempts;
  readonly broker: BrokerSessions;
  readonly accounts: Pick<AccountsService, 'assertPassword'>;
  /** Which world the broker is in: links of one are not seen in the other. */
  readonly environment: 'simulator' | 'live';
  /** Whether a PIN and a secret may be stored for the daily sign-in. */
  readonly mayStoreCredentials: boolean;
  /** The code that a secret gives at a moment. */
  readonly totpAt: (secret: string, at: EpochMs) => string;
}

export interface BrokerLinkStatus {
  readonly status: LinkStatus | 'none';
  readonly brokerId?: number;
}

export interface BrokerLinksService {
  readonly link: (caller: Caller, input: InputOf<typeof linkangelone>) => Promise<LinkRow>;
  /** With funds that are a few seconds old at most, where the broker answers. */
  readonly list: (accountId: number) => Promise<readonly LinkRow[]>;
  /** The newest link as it is stored, without asking the broker: for a header that every page reads. */
  readonly statusOf: (accountId: number) => Promise<BrokerLinkStatus>;
  readonly unlink: (caller: Caller, input: InputOf<typeof unlinkangelone>) => Promise<void>;
}

export function createBrokerLinksService(parts: BrokerLinkParts): BrokerLinksService {
  const { database, environment } = parts;
  const readFunds = createFundsReader(parts);
  const listOwn = async (accountId: number): Promise<LinkRow[]> => {
    const links = await store.listLinks(database.kysely, accountId);
    return links.filter((link) => link.environment === environment);
  };
  return {
    link: (caller, input) => linkAccount(parts, caller, input),
    list: async (accountId) => {
      await Promise.all((await listOwn(accountId)).map(readFunds));
      return listOwn(accountId);
    },
    statusOf: async (accountId) => {
      const [newest] = await listOwn(accountId);
      if (!newest) return { status: 'none' };
      const facts = { status: newest.status, tokenExpiresAt: newest.token_expires_at.getTime() };
      return { status: statusAt(facts, parts.clock.now()), brokerId: newest.id };
    },
    unlink: async (caller, { brokerId, password }) => {
      const links = await listOwn(caller.accountId);
      if (!links.some((link) => link.id === brokerId)) throw new Refusal('NOT_FOUND');
      await parts.accounts.assertPassword(caller.accountId, password, caller.origin);
      const link = await database.transaction(async (tx) => {
        const locked = await store.lockLink(tx, caller.accountId, brokerId);
        if (!locked) throw new Refusal('NOT_FOUND');
        if (await store.hasLiveTricks(tx, brokerId)) throw new Refusal('BROKER_HAS_LIVE_TRICKS');
        await store.unlink(tx, brokerId, new Date(parts.clock.now()));
        return locked;
      });
      await signOut(parts, link);
    },
  };
}

/** The link has ended already, so the broker's answer changes nothing; it is written down for whoever asks later. */
async function signOut(parts: BrokerLinkParts, link: LinkRow): Promise<void> {
  if (link.sealed_secrets === null) return;
  const kept = openKept(parts.secrets, link.id, link.sealed_secrets);
  const reply = await parts.broker.logOut(accessOf(link.client_code, kept));
  const confirmed = reply.kind === 'ok' || reply.kind === 'session_expired';
  const sentence = confirmed
    ? 'Signed out at the broker.'
    : 'The broker did not confirm the sign-out; its tokens end at 05:00.';
  await store.recordSignOut(parts.database.kysely, link.id, sentence);
  if (!confirmed) parts.log.warn({ brokerId: link.id, outcome: reply.kind }, 'the broker did not confirm a sign-out');
}
