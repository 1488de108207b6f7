import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { type MailOutbox, writeMail } from '../../platform/mail/index.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { endAllFamilies, voidResets } from './reset-store.ts';
import { type AccountRow, lockAccount, setBlock } from './store.ts';

const DAY_MS = 86_400_000;

/** @throws Refusal `ACCOUNT_BLOCKED`, with the reason; asked only where somebody has shown whose account it is */
export function refuseBlocked(account: Pick<AccountRow, 'blocked_at' | 'blocked_because'> | undefined): void {
  if (!account || account.blocked_at === null) return;
  const because = account.blocked_because;
  if (because === null) throw new Refusal('ACCOUNT_BLOCKED');
  throw new Refusal('ACCOUNT_BLOCKED', { message: `This account is blocked: ${because} Write to support.` });
}

interface Deed {
  readonly accountId: number;
  readonly reason: string;
  readonly at: Date;
}

/** Whether its holder is somebody who decides on other people's cases. */
const isOperator = ({ ability }: AccountRow): boolean =>
  ability.some(({ subject }) => subject !== 'Own' && subject !== 'Auth');

/**
 * Blocks an account and ends its sessions: a sign-in that waits for the row finds it blocked.
 *
 * @returns the sessions that ended
 * @throws Refusal `NOT_FOUND`, `OPERATOR_ACCOUNT`, `USER_BLOCKED`
 */
export async function setBlockWithin(tx: Tx, outbox: MailOutbox, { accountId, reason, at }: Deed): Promise<string[]> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  if (isOperator(account)) throw new Refusal('OPERATOR_ACCOUNT');
  if (account.blocked_at !== null) throw new Refusal('USER_BLOCKED');
  await setBlock(tx, accountId, { reason, at });
  await voidResets(tx, accountId, at);
  const words = 'Every device was signed out, and tricks take no new entries. Exits and stops go on.';
  await tell(tx, { accountId, at, title: 'Your account was blocked', body: `${reason} ${words}` });
  await writeMail(
    tx,
    outbox,
    {
      ...{
        to: account.email,
        language: account.language,
        subject: 'Your Trickdesk account was blocked',
        dedupeKey: `blocked:${accountId}:${at.getTime()}`,
      },
      body: `Hello ${account.full_name},

your Trickdesk account was blocked: ${reason}

${words}
Write to support to have it looked at.
`,
      bodyUntil: new Date(at.getTime() + DAY_MS),
    },
    at,
  );
  return endAllFamilies(tx, accountId, { reason: 'blocked', now: at });
}

/** @throws Refusal `NOT_FOUND`, `USER_NOT_BLOCKED` */
export async function liftBlockWithin(
  tx: Tx,
  { accountId, reason, at }: Deed,
): Promise<{ readonly since: Date; readonly because: string | null }> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  if (account.blocked_at === null) throw new Refusal('USER_NOT_BLOCKED');
  await setBlock(tx, accountId, null);
  const body = `${reason} Tricks stay as they are until you start them.`;
  await tell(tx, { accountId, at, title: 'Your account is blocked no more', body });
  return { since: account.blocked_at, because: account.blocked_because };
}

/** @throws Refusal `NOT_FOUND` */
export async function endSessionsWithin(tx: Tx, { accountId, reason, at }: Deed): Promise<string[]> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  await tell(tx, { accountId, at, title: 'You were signed out everywhere', body: `${reason} Sign in again.` });
  return endAllFamilies(tx, accountId, { reason: 'ended_by_operator', now: at });
}

interface Told {
  readonly accountId: number;
  readonly title: string;
  readonly body: string;
  readonly at: Date;
}

async function tell(tx: Tx, { accountId, title, body, at }: Told): Promise<void> {
  await recordActivity(tx, { accountId, kind: 'security', sentence: `${title}. ${body}`, at });
  const dedupeKey = `operator:${title}:${at.getTime()}`;
  await notify(tx, { accountId, category: 'security', dedupeKey, title, body, link: '/logs', severity: 'warning' });
}
