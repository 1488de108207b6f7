import type { Tx } from '@trickdesk/db';
import { formatPaise, indiaDateOf, indiaMoment, type Paise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { NotCovered } from '../ledger/index.ts';
import { notify } from '../notifications/index.ts';
import { readFree } from '../wallet/index.ts';
import { holdMoney, tellWithdrawal } from './move.ts';
import type { GivenProof, Who, WithdrawalParts } from './parts.ts';
import { decideWithdrawal, type WithdrawalFacts } from './rules.ts';
import * as store from './store.ts';

export interface WithdrawalAsked extends GivenProof {
  readonly wallet: 'main' | 'rewards';
  readonly amountPaise: Paise;
  readonly idempotencyKey: string;
}

/**
 * Asks for money of a wallet to be sent to the verified bank account; it is held at once. A repetition of the key is
 * answered with the first withdrawal, before any proof is looked at.
 *
 * @returns its id
 * @throws Refusal as the contract's `withdrawalPayment` says
 */
export async function requestWithdrawal(parts: WithdrawalParts, who: Who, asked: WithdrawalAsked): Promise<number> {
  const { database, clock, secondFactor } = parts;
  const { accountId } = who;
  const earlier = await store.findByKey(database.kysely, accountId, asked.idempotencyKey);
  if (earlier) return sameOr(earlier, asked);
  const proof = await secondFactor.prove(who, asked);
  const at = new Date(clock.now());
  try {
    const id = await database.transaction(async (tx) => {
      await store.lockWithdrawals(tx, accountId);
      // After the lock: a repetition that raced the first sees it.
      const first = await store.findByKey(tx, accountId, asked.idempotencyKey);
      if (first) return sameOr(first, asked);
      await proof.useIn(tx);
      return keepRequest(tx, parts, { who, asked, at });
    });
    await proof.settle();
    return id;
  } catch (error) {
    // A plan was paid from the wallet between reading and holding.
    if (error instanceof NotCovered) throw new Refusal('WALLET_BALANCE_TOO_LOW');
    throw error;
  }
}

function sameOr(earlier: store.WithdrawalRow, { wallet, amountPaise }: WithdrawalAsked): number {
  if (earlier.wallet !== wallet || earlier.amount_paise !== amountPaise) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return earlier.id;
}

interface Request {
  readonly who: Who;
  readonly asked: WithdrawalAsked;
  readonly at: Date;
}

async function keepRequest(tx: Tx, { limits }: WithdrawalParts, { who, asked, at }: Request): Promise<number> {
  const { accountId, origin } = who;
  const { amountPaise, wallet, idempotencyKey } = asked;
  const facts = await readFacts(tx, { accountId, wallet }, at.getTime());
  const decision = decideWithdrawal(amountPaise, facts, limits);
  if (!decision.allowed) throw refusalOf(decision.code, facts, limits.dayLimitPaise);
  const { notBefore } = decision;
  const { bank } = facts;
  if (!bank) throw new Error('a withdrawal was allowed without a bank account');
  const row = await store.insertWithdrawal(tx, {
    ...{ account_id: accountId, wallet, amount_paise: amountPaise, bank_account_id: bank.id, state: 'requested' },
    ...{ idempotency_key: idempotencyKey, approvals_needed: decision.approvalsNeeded, requested_at: at },
    ...(notBefore === undefined ? {} : { not_before: new Date(notBefore) }),
  });
  await store.insertStep(tx, { withdrawalId: row.id, state: 'requested', at });
  await holdMoney(tx, row, { accountMasked: bank.masked, at });
  const sum = formatPaise(amountPaise);
  const sentence = `Asked for ${sum} to be sent to ${bank.masked}.`;
  await recordActivity(tx, { accountId, kind: 'money', sentence, origin, facts: { withdrawalId: row.id }, at });
  await notify(tx, {
    ...{ accountId, category: 'wallet', dedupeKey: `withdrawal:${row.id}:requested`, link: '/wallet/bank' },
    title: `You asked for ${sum} to be sent to your bank`,
    body: `It goes to ${bank.masked} once it is approved. If this was not you, change your password now.`,
    severity: 'info',
  });
  await tellWithdrawal(tx, accountId, row.id);
  return row.id;
}

/** Everything that a decision rests on, of one moment. */
export async function readFacts(
  db: Tx,
  { accountId, wallet }: { readonly accountId: number; readonly wallet: 'main' | 'rewards' },
  now: number,
): Promise<WithdrawalFacts & { readonly bank: store.OwnBank | undefined }> {
  const today = new Date(indiaMoment(indiaDateOf(now)));
  const free = await readFree(db, accountId);
  return {
    kycVerified: await store.isKycVerified(db, accountId),
    bank: await store.findBank(db, accountId),
    freePaise: wallet === 'main' ? free.mainPaise : free.rewardsPaise,
    askedTodayPaise: await store.sumSince(db, accountId, today),
    now,
  };
}

function refusalOf(
  code: Extract<ReturnType<typeof decideWithdrawal>, { allowed: false }>['code'],
  { freePaise, askedTodayPaise, bank }: WithdrawalFacts,
  dayLimitPaise: Paise,
): Refusal {
  switch (code) {
    case 'KYC_NOT_VERIFIED':
      return new Refusal(code, { message: 'Verify your PAN and Aadhaar before you withdraw. Nothing was moved.' });
    case 'BANK_ACCOUNT_MISSING':
      return bank?.status === 'pending'
        ? new Refusal(code, { message: 'Somebody is looking at your bank account still. Nothing was moved.' })
        : new Refusal(code);
    case 'WITHDRAWAL_BELOW_MINIMUM':
      return fieldRefusal(code, new Refusal(code).message);
    case 'WALLET_BALANCE_TOO_LOW':
      return fieldRefusal(code, `This wallet has ${formatPaise(freePaise)} to withdraw. Nothing was moved.`);
    case 'WITHDRAWAL_ABOVE_DAY': {
      const left = dayLimitPaise > askedTodayPaise ? dayLimitPaise - askedTodayPaise : 0n;
      return fieldRefusal(code, `${formatPaise(left)} may be withdrawn today still. Nothing was moved.`);
    }
  }
}

function fieldRefusal(
  code: 'WITHDRAWAL_BELOW_MINIMUM' | 'WALLET_BALANCE_TOO_LOW' | 'WITHDRAWAL_ABOVE_DAY',
  message: string,
): Refusal {
  return new Refusal(code, { message, errors: [{ path: 'amountPaise', message }] });
}
