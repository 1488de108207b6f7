import type { InputOf, linkangelone, unlinkangelone } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordActivity } from '../activity/index.ts';
import { createFundsReader } from './funds.ts';
import { type Linked, linkAccount } from './link-account.ts';
import { withdrawUnsent } from './linked-again-store.ts';
import type { BrokerLinkParts } from './parts.ts';
import { type LinkStatus, statusAt } from './rules.ts';
import { accessOf, openKept } from './sealed-access.ts';
import type { LinkRow } from './store.ts';
import * as store from './store.ts';

export interface BrokerLinkStatus {
  readonly status: LinkStatus | 'none';
  readonly brokerId?: number;
}

const ORDERS_UNDER_WAY =
  'An order of a trick on this account is still under way: it is taken back first. Try again in a moment, or sign in at the broker where the session has ended.';

/** Links are answered with the status of the moment. */
export interface BrokerLinksService {
  /** Whether this server may keep a PIN and a secret for the daily sign-in. */
  readonly mayStoreCredentials: boolean;
  readonly link: (caller: Caller, input: InputOf<typeof linkangelone>) => Promise<Linked>;
  /** With funds that are a few seconds old at most, where the broker answers. */
  readonly list: (accountId: number) => Promise<readonly LinkRow[]>;
  /** The newest link as it is stored, without asking the broker: for a header that every page reads. */
  readonly statusOf: (accountId: number) => Promise<BrokerLinkStatus>;
  readonly unlink: (caller: Caller, input: InputOf<typeof unlinkangelone>) => Promise<void>;
  /** Ends every link of an account that is going, in the caller's transaction. @returns them, for `signOutAll` */
  readonly unlinkAll: (tx: Tx, accountId: number) => Promise<readonly LinkRow[]>;
  /** After that transaction: their tokens would be good until 05:00. */
  readonly signOutAll: (links: readonly LinkRow[]) => Promise<void>;
}

export function createBrokerLinksService(parts: BrokerLinkParts): BrokerLinksService {
  const { database, environment } = parts;
  const readFunds = createFundsReader(parts);
  const listOwn = async (accountId: number): Promise<LinkRow[]> => {
    const links = await store.listLinks(database.kysely, accountId);
    return links.filter((link) => link.environment === environment);
  };
  const asOfNow = (link: LinkRow): LinkRow => {
    const facts = { status: link.status, tokenExpiresAt: link.token_expires_at.getTime() };
    return { ...link, status: statusAt(facts, parts.clock.now()) };
  };
  return {
    mayStoreCredentials: parts.mayStoreCredentials,
    link: async (caller, input) => {
      const linked = await linkAccount(parts, caller, input);
      return { ...linked, ...asOfNow(linked) };
    },
    list: async (accountId) => {
      await Promise.all((await listOwn(accountId)).map(readFunds));
      return (await listOwn(accountId)).map(asOfNow);
    },
    statusOf: async (accountId) => {
      const [newest] = await listOwn(accountId);
      return newest ? { status: asOfNow(newest).status, brokerId: newest.id } : { status: 'none' };
    },
    unlink: async (caller, { brokerId, password }) => {
      const links = await listOwn(caller.accountId);
      if (!links.some((link) => link.id === brokerId)) throw new Refusal('NOT_FOUND');
      await parts.accounts.assertPassword(caller.accountId, password, caller.origin);
      const link = await database.transaction(async (tx) => {
        const locked = await store.lockLink(tx, caller.accountId, brokerId);
        if (!locked) throw new Refusal('NOT_FOUND');
        if (await store.hasLiveTricks(tx, brokerId)) throw new Refusal('BROKER_HAS_LIVE_TRICKS');
        const at = new Date(parts.clock.now());
        if (await store.hasTrickOrders(tx, brokerId, at)) {
          throw new Refusal('BROKER_HAS_LIVE_TRICKS', { message: ORDERS_UNDER_WAY });
        }
        await withdrawUnsent(tx, brokerId, at);
        await store.unlink(tx, brokerId, at);
        const sentence = `Unlinked ${locked.broker} account ${locked.client_code}; what was kept of it is deleted.`;
        const { accountId, origin } = caller;
        await recordActivity(tx, { accountId, kind: 'broker', sentence, origin, facts: { brokerId }, at });
        return locked;
      });
      await signOut(parts, link);
    },
    unlinkAll: async (tx, accountId) => {
      const links = await store.listLinks(tx, accountId);
      for (const { id } of links) await store.unlink(tx, id, new Date(parts.clock.now()));
      return links;
    },
    signOutAll: async (links) => {
      for (const link of links.filter((one) => one.environment === environment)) await signOut(parts, link);
    },
  };
}

/** The link has ended already, so the broker's answer changes nothing; it is written down for whoever asks later. */
async function signOut(parts: BrokerLinkParts, link: LinkRow): Promise<void> {
  // Whoever trades on it has its tokens in memory, and the broker may not confirm that they have ended.
  parts.onSession(link.id);
  if (link.sealed_secrets === null) return;
  const outcome = await askSignOut(parts, link, link.sealed_secrets);
  const confirmed = outcome === 'ok' || outcome === 'session_expired';
  const sentence = confirmed
    ? 'Signed out at the broker.'
    : 'The broker did not confirm the sign-out; its tokens end at 05:00.';
  await store.recordSignOut(parts.database.kysely, link.id, sentence);
  if (!confirmed) parts.log.warn({ brokerId: link.id, outcome }, 'the broker did not confirm a sign-out');
}

/** @returns the kind of the broker's reply; `unreadable` for tokens that do not open, which nobody can use either */
async function askSignOut({ secrets, broker, log }: BrokerLinkParts, link: LinkRow, sealed: Buffer): Promise<string> {
  try {
    return (await broker.logOut(accessOf(link.client_code, openKept(secrets, link.id, sealed)))).kind;
  } catch (error) {
    log.error({ error, brokerId: link.id }, 'a sign-out at the broker could not be asked for');
    return 'unreadable';
  }
}
