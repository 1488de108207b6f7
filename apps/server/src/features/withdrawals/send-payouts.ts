import { MINUTE_MS } from '@trickdesk/domain';
import type { PayoutAsked } from '@trickdesk/providers/payments';
import { tellWithdrawal } from './move.ts';
import type { PayoutParts } from './parts.ts';
import { askAgainMs } from './rules.ts';
import { referenceOf, settleWord, watchedUntil } from './settle.ts';
import { type DueWithdrawal, isLedgerSound, lockWithdrawal, setWithdrawal, takeDue } from './store.ts';

/** How long nobody else asks about a payout that is being asked about. */
const HOLD_MS = MINUTE_MS;

/**
 * Sends what was approved, and asks about what got no clear answer or was paid a short time ago. A payout of unclear fate
 * is looked for by its reference before it is sent again, under the same key. Nothing leaves while the ledger does not
 * add up.
 *
 * @returns how many were asked about
 */
export async function sendPayouts(parts: PayoutParts): Promise<number> {
  const { database, clock, log } = parts;
  for (let count = 0; ; count += 1) {
    if (!(await isLedgerSound(database.kysely))) {
      log.warn({}, 'no withdrawal is sent: the ledger does not add up');
      return count;
    }
    const now = clock.now();
    const due = await database.transaction(async (tx) => {
      const taken = await takeDue(tx, { now: new Date(now), holdUntil: new Date(now + HOLD_MS) });
      if (taken?.isFirst) await tellWithdrawal(tx, taken.account_id, taken.id);
      return taken;
    });
    if (!due) return count;
    await keepAnswer(parts, due, await askAbout(parts, due));
  }
}

async function askAbout({ payouts, secrets }: PayoutParts, due: DueWithdrawal): Promise<PayoutAsked> {
  const reference = referenceOf(due.id);
  // Nothing was asked before the first try; after it something may have gone through.
  const found = due.isFirst ? undefined : await payouts.find(reference);
  if (found !== undefined && found.kind !== 'missing') return found;
  // What was paid is only asked about, never sent again.
  if (due.state === 'paid') return { kind: 'unavailable', cause: 'unreadable_reply' };
  const { bank } = due;
  return payouts.send({
    reference,
    amountPaise: due.amount_paise,
    to: {
      accountNumber: secrets.open(bank.number_sealed, `bank_account:${bank.id}`),
      ifsc: bank.ifsc,
      holderName: bank.holder_name,
    },
  });
}

async function keepAnswer(parts: PayoutParts, { id, tries }: DueWithdrawal, asked: PayoutAsked): Promise<void> {
  const { database, clock, log } = parts;
  const at = new Date(clock.now());
  if (asked.kind === 'unavailable') {
    log.warn({ withdrawalId: id, cause: asked.cause }, 'a payout got no clear answer; it is asked about again');
    return database.transaction(async (tx) => {
      const row = await lockWithdrawal(tx, id);
      // An event may have come meanwhile.
      if (!row || row.next_try_at === null) return;
      const nextTryAt = row.state === 'sent' ? new Date(at.getTime() + askAgainMs(tries)) : watchedUntil(row, at);
      await setWithdrawal(tx, id, { next_try_at: nextTryAt });
    });
  }
  const word =
    asked.kind === 'refused'
      ? { state: 'failed' as const, reason: asked.message, utr: undefined, payoutId: undefined }
      : asked;
  await database.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (row) await settleWord(tx, row, { ...word, at });
  });
}
