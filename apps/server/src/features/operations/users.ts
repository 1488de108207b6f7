import type { Database } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import {
  type EndedSessions,
  endSessionsWithin,
  liftBlockWithin,
  readSessions,
  setBlockWithin,
} from '../accounts/index.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import type { BillingService } from '../billing/index.ts';
import type { createVerificationReader } from '../kyc/index.ts';
import {
  countRestingOwn,
  liftStopWithin,
  type StopParts,
  type StoppedEntries,
  stopEntriesWithin,
  wakeStopped,
} from '../risk/index.ts';
import { readBalances } from '../wallet/index.ts';
import * as store from './user-store.ts';

export interface UserParts extends StopParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly gate: EndedSessions;
  readonly outbox: MailOutbox;
  readonly billing: Pick<BillingService, 'read'>;
  readonly verificationOf: ReturnType<typeof createVerificationReader>;
}

type Operator = Pick<Caller, 'accountId' | 'origin'>;

export interface UserDeed {
  readonly userId: number;
  readonly reason: string;
}

export type UserCases = ReturnType<typeof createUserCases>;
export type UserReading = Awaited<ReturnType<typeof readUser>>;

/** What is shown of the last sign-ins. */
const SIGN_INS = 10;

/** Accounts as support sees them, and what it may do with them. */
export function createUserCases(parts: UserParts) {
  const db = parts.database.kysely;
  return {
    list: async (filter: store.UserFilter, page: store.UserPage) => {
      const [users, total] = await Promise.all([store.listUsers(db, filter, page), store.countUsers(db, filter)]);
      return { users, total };
    },
    /** @throws Refusal `NOT_FOUND` */
    read: (userId: number) => readUser(parts, userId),
    /** @throws Refusal `NOT_FOUND`, `OWN_CASE`, `OPERATOR_ACCOUNT`, `USER_BLOCKED` */
    block: (operator: Operator, deed: UserDeed) => blockUser(parts, operator, deed),
    /** @throws Refusal `NOT_FOUND`, `OWN_CASE`, `USER_NOT_BLOCKED` */
    unblock: (operator: Operator, deed: UserDeed) => unblockUser(parts, operator, deed),
    /** @throws Refusal `NOT_FOUND`, `OWN_CASE` */
    endSessions: (operator: Operator, deed: UserDeed) => endSessions(parts, operator, deed),
  };
}

async function readUser({ database, clock, billing, verificationOf, marketData }: UserParts, userId: number) {
  const db = database.kysely;
  const user = await store.findUser(db, userId);
  if (!user) throw new Refusal('NOT_FOUND');
  const [verification, { subscriptions }, balances, sessions, signIns, running, twoFactor, restingOrders] =
    await Promise.all([
      verificationOf(user),
      billing.read(userId),
      readBalances(db, userId),
      readSessions(db, userId, new Date(clock.now())),
      store.listSignIns(db, userId, SIGN_INS),
      store.readRunning(db, userId),
      store.hasSecondFactor(db, userId),
      countRestingOwn(db, { accountId: userId, dataset: marketData.dataset }),
    ]);
  return { user, verification, subscriptions, balances, sessions, signIns, running, twoFactor, restingOrders };
}

/** Deed and record in one transaction; what was told to nobody yet is told after it. */
async function blockUser(parts: UserParts, operator: Operator, { userId: accountId, reason }: UserDeed) {
  refuseOwn(operator, accountId);
  const at = new Date(parts.clock.now());
  const done = await parts.database.transaction(async (tx) => {
    // Tricks first: whoever enters holds the run's row, and then asks for the account's.
    const stopped = await stopEntriesWithin(tx, parts, { accountId, reason: 'The account is blocked.', now: at });
    const ended = await setBlockWithin(tx, parts.outbox, { accountId, reason, at });
    const after = { isBlocked: true, reason, ...figuresOf(stopped, ended) };
    await recordAct(tx, {
      ...actOn(accountId, { operator, at }),
      ...{ what: 'block_user', sentence: `Blocked account ${accountId}: ${reason}` },
      ...{ before: { isBlocked: false }, after },
    });
    return { stopped, ended };
  });
  for (const sessionId of done.ended) parts.gate.markEnded(sessionId);
  await wakeStopped(parts, accountId, done.stopped.touched);
  return figuresOf(done.stopped, done.ended);
}

const figuresOf = ({ touched, cancelled }: StoppedEntries, ended: readonly string[]) => ({
  ...{ ended: ended.length, tricks: touched.length, cancelled },
});

async function unblockUser(parts: UserParts, operator: Operator, { userId: accountId, reason }: UserDeed) {
  refuseOwn(operator, accountId);
  const at = new Date(parts.clock.now());
  await parts.database.transaction(async (tx) => {
    await liftStopWithin(tx, accountId);
    const { since, because } = await liftBlockWithin(tx, { accountId, reason, at });
    await recordAct(tx, {
      ...actOn(accountId, { operator, at }),
      ...{ what: 'unblock_user', sentence: `Lifted the block of account ${accountId}: ${reason}` },
      ...{ before: { isBlocked: true, since: since.toISOString(), because }, after: { isBlocked: false, reason } },
    });
  });
}

async function endSessions(parts: UserParts, operator: Operator, { userId: accountId, reason }: UserDeed) {
  refuseOwn(operator, accountId);
  const at = new Date(parts.clock.now());
  const ended = await parts.database.transaction(async (tx) => {
    const ids = await endSessionsWithin(tx, { accountId, reason, at });
    await recordAct(tx, {
      ...actOn(accountId, { operator, at }),
      ...{ what: 'end_sessions', sentence: `Ended ${ids.length} sessions of account ${accountId}: ${reason}` },
      ...{ before: { sessions: ids.length }, after: { sessions: 0, reason } },
    });
    return ids;
  });
  for (const sessionId of ended) parts.gate.markEnded(sessionId);
  return ended.length;
}

function refuseOwn(operator: Operator, accountId: number): void {
  if (operator.accountId === accountId) throw new Refusal('OWN_CASE');
}

function actOn(
  accountId: number,
  { operator, at }: { readonly operator: Operator; readonly at: Date },
): Pick<OperatorAct, 'operator' | 'subject' | 'subjectId' | 'at'> {
  return { operator, subject: 'user', subjectId: String(accountId), at };
}
