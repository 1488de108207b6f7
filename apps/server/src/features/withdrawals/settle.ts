import type { Tx } from '@trickdesk/db';
import { DAY_MS, MINUTE_MS } from '@trickdesk/domain';
import type { PayoutNotice } from '@trickdesk/providers/payments';
import { moveWithdrawal } from './move.ts';
import type { PayoutParts } from './parts.ts';
import { meaningOf, type PayoutWord } from './rules.ts';
import { insertPayoutEvent, lockWithdrawal, setWithdrawal, type WithdrawalRow } from './store.ts';

/** Ours, at the payout service: also the key under which the same payout is never made twice. */
export const referenceOf = (withdrawalId: number): string => `withdrawal-${withdrawalId}`;

/** Events tell sooner; this is for one that is lost. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** How long a bank may send back what it took. */
const WATCHED_MS = 7 * DAY_MS;

export interface Word {
  readonly state: PayoutWord;
  readonly payoutId: string | undefined;
  readonly utr: string | undefined;
  readonly reason: string | undefined;
  readonly at: Date;
}

/** Acts on what the payout service says of a withdrawal, whose row the caller has locked; the same word again changes nothing. */
export async function settleWord(tx: Tx, row: WithdrawalRow, word: Word): Promise<void> {
  const { at, payoutId, utr } = word;
  const meaning = meaningOf(row.state, word.state);
  switch (meaning.kind) {
    case 'known':
      await setWithdrawal(tx, row.id, {
        ...(payoutId === undefined ? {} : { payout_id: payoutId }),
        ...(utr === undefined || utr === '' ? {} : { utr }),
        next_try_at: watchedUntil(row, at),
      });
      return;
    case 'move':
      return moveWithdrawal(tx, row, {
        ...{ to: meaning.to, at, utr, payoutId },
        reason: meaning.to === 'paid' ? undefined : (word.reason ?? 'The bank gave no reason.'),
        ...(meaning.to === 'paid' ? { nextTryAt: new Date(at.getTime() + DAY_MS) } : {}),
      });
    case 'contradiction':
      await setWithdrawal(tx, row.id, {
        out_of_step: `The payout service says “${word.state}” (${payoutId ?? 'no number'}) of what is “${row.state}” here.`,
        next_try_at: null,
      });
  }
}

/** When it is asked about next: what is under way soon, what was paid once a day for a week. */
export function watchedUntil(row: WithdrawalRow, at: Date): Date | null {
  if (row.state === 'sent') return new Date(at.getTime() + ASK_AGAIN_MS);
  const isWatched = row.state === 'paid' && row.next_try_at !== null;
  const next = new Date(at.getTime() + DAY_MS);
  return isWatched && next.getTime() < row.requested_at.getTime() + WATCHED_MS ? next : null;
}

/** Acts on a signed event of the payout service: once, however often and in whatever order events come. */
export async function settlePayoutEvent(
  { database, clock, log }: Pick<PayoutParts, 'database' | 'clock' | 'log'>,
  event: { readonly id: string; readonly event: string },
  notice: PayoutNotice,
): Promise<void> {
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    if (!(await insertPayoutEvent(tx, { ...event, at }))) return;
    if (notice.kind === 'other') return;
    const own = /^withdrawal-(\d{1,9})$/.exec(notice.reference)?.[1];
    const row = own === undefined ? undefined : await lockWithdrawal(tx, Number(own));
    if (!row) {
      log.error({ reference: notice.reference }, 'a payout was told of that is not known');
      return;
    }
    await settleWord(tx, row, { ...notice, at });
  });
}
