import type { Database, Tx } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { BrokerLinksService } from '../broker-links/index.ts';

export type Who = Pick<Caller, 'accountId' | 'origin'>;

/** A password and, where the account has a second factor, its code. */
export interface Proof {
  readonly password: string;
  readonly totp?: string | undefined;
}

export interface OwnDataParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly accounts: Pick<Accounts, 'assertPassword' | 'unusablePassword' | 'secondFactor'>;
  readonly brokerLinks: Pick<BrokerLinksService, 'unlinkAll' | 'signOutAll'>;
  readonly outbox: MailOutbox;
  /** Learns at once which sessions have ended. */
  readonly gate: { readonly markEnded: (sessionId: string) => void };
  /** The exchange's day. */
  readonly today: () => Promise<IndiaDate>;
}

/**
 * Does a deed that takes password and code, in one transaction. The account is held first, as everywhere: a sign-in that
 * is under way comes before or after.
 */
export async function prove<Done>(
  { database, accounts }: Pick<OwnDataParts, 'database' | 'accounts'>,
  who: Who,
  { password, totp }: Proof,
  steps: { readonly hold: (tx: Tx) => Promise<void>; readonly deed: (tx: Tx) => Promise<Done> },
): Promise<Done> {
  await accounts.assertPassword(who.accountId, password, who.origin);
  const code = await accounts.secondFactor.prepare(who, totp);
  const done = await database.transaction(async (tx) => {
    await steps.hold(tx);
    await code.useIn(tx);
    return steps.deed(tx);
  });
  await code.settle();
  return done;
}
