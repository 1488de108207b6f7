import { DAY_MS, type EpochMs, MINUTE_MS, type Paise } from '@trickdesk/domain';

export type WithdrawalState = 'requested' | 'approved' | 'sent' | 'paid' | 'reversed' | 'failed' | 'rejected';

export const MIN_WITHDRAWAL: Paise = 100_00n;
/** How long nothing is sent to a bank account that took another one's place. */
const BANK_CHANGE_WAIT_MS = DAY_MS;

export interface Bank {
  readonly status: 'pending' | 'verified' | 'rejected';
  readonly setAt: EpochMs;
  /** There was another one before. */
  readonly isChanged: boolean;
}

export interface WithdrawalFacts {
  readonly kycVerified: boolean;
  readonly bank: Bank | undefined;
  /** Of the wallet that is asked. */
  readonly freePaise: Paise;
  /** Asked for today, without what was returned. */
  readonly askedTodayPaise: Paise;
  readonly now: EpochMs;
}

export interface Limits {
  readonly dayLimitPaise: Paise;
  readonly secondPersonFromPaise: Paise;
}

export type WithdrawalRefusal =
  | 'KYC_NOT_VERIFIED'
  | 'BANK_ACCOUNT_MISSING'
  | 'WITHDRAWAL_BELOW_MINIMUM'
  | 'WITHDRAWAL_ABOVE_DAY'
  | 'WALLET_BALANCE_TOO_LOW';

export type WithdrawalDecision =
  | { readonly allowed: true; readonly notBefore: EpochMs | undefined; readonly approvalsNeeded: 1 | 2 }
  | { readonly allowed: false; readonly code: WithdrawalRefusal };

const refuse = (code: WithdrawalRefusal): WithdrawalDecision => ({ allowed: false, code });

/** Whether money may be asked for, how many people have to approve it, and from when on it may leave. */
export function decideWithdrawal(amount: Paise, facts: WithdrawalFacts, limits: Limits): WithdrawalDecision {
  const { kycVerified, bank, freePaise, askedTodayPaise, now } = facts;
  if (!kycVerified) return refuse('KYC_NOT_VERIFIED');
  if (bank?.status !== 'verified') return refuse('BANK_ACCOUNT_MISSING');
  if (amount < MIN_WITHDRAWAL) return refuse('WITHDRAWAL_BELOW_MINIMUM');
  if (amount > freePaise) return refuse('WALLET_BALANCE_TOO_LOW');
  if (amount + askedTodayPaise > limits.dayLimitPaise) return refuse('WITHDRAWAL_ABOVE_DAY');
  return {
    allowed: true,
    notBefore: waitOf(bank, now),
    approvalsNeeded: amount >= limits.secondPersonFromPaise ? 2 : 1,
  };
}

/** Until when nothing is sent to this bank account; nothing where it may be sent now. */
export function waitOf({ isChanged, setAt }: Bank, now: EpochMs): EpochMs | undefined {
  const until = setAt + BANK_CHANGE_WAIT_MS;
  return isChanged && until > now ? until : undefined;
}

export type Obstacle = 'kyc' | 'bank_missing' | 'bank_pending' | 'nothing_free' | 'day_used_up';

/** What stands against any withdrawal at all, `freePaise` being that of the fuller wallet. */
export function obstaclesOf(facts: Omit<WithdrawalFacts, 'now'>, { dayLimitPaise }: Limits): Obstacle[] {
  const { kycVerified, bank, freePaise, askedTodayPaise } = facts;
  const all: readonly (readonly [boolean, Obstacle])[] = [
    [!kycVerified, 'kyc'],
    [bank === undefined || bank.status === 'rejected', 'bank_missing'],
    [bank?.status === 'pending', 'bank_pending'],
    [freePaise < MIN_WITHDRAWAL, 'nothing_free'],
    [dayLimitPaise - askedTodayPaise < MIN_WITHDRAWAL, 'day_used_up'],
  ];
  return all.filter(([stands]) => stands).map(([, obstacle]) => obstacle);
}

/** What a payout service says of a payout. */
export type PayoutWord = 'under_way' | 'paid' | 'failed' | 'reversed';

/** What its word means for a withdrawal. Money comes back at most once, and what came back is never paid. */
export type PayoutMeaning =
  | { readonly kind: 'known' }
  | { readonly kind: 'move'; readonly to: 'paid' | 'failed' | 'reversed' }
  /** The word cannot be true together with what was done: a person looks at it, and nothing moves. */
  | { readonly kind: 'contradiction' };

const KNOWN: PayoutMeaning = { kind: 'known' };
const CONTRADICTION: PayoutMeaning = { kind: 'contradiction' };
const move = (to: 'paid' | 'failed' | 'reversed'): PayoutMeaning => ({ kind: 'move', to });

/** Words come late, twice and out of order; each state takes those that can follow it. */
export function meaningOf(state: WithdrawalState, word: PayoutWord): PayoutMeaning {
  switch (state) {
    case 'sent':
      return word === 'under_way' ? KNOWN : move(word);
    case 'paid':
      // A bank that sends back what it had taken.
      return word === 'reversed' ? move('reversed') : word === 'failed' ? CONTRADICTION : KNOWN;
    case 'reversed':
      // Of the payment that came before.
      return word === 'failed' ? CONTRADICTION : KNOWN;
    case 'failed':
      return word === 'paid' || word === 'reversed' ? CONTRADICTION : KNOWN;
    case 'requested':
    case 'approved':
    case 'rejected':
      return CONTRADICTION;
  }
}

/** Whether a person of the operators may approve, or why not. */
export function approvalFault(
  withdrawal: { readonly ownerId: number; readonly state: WithdrawalState; readonly approvedBy: readonly number[] },
  operatorId: number,
): 'WITHDRAWAL_DECIDED' | 'OWN_CASE' | 'APPROVED_ALREADY' | undefined {
  if (withdrawal.state !== 'requested') return 'WITHDRAWAL_DECIDED';
  if (withdrawal.ownerId === operatorId) return 'OWN_CASE';
  return withdrawal.approvedBy.includes(operatorId) ? 'APPROVED_ALREADY' : undefined;
}

/** Whether it may still be rejected: nothing was sent, and nobody is about to. */
export function rejectionFault(
  withdrawal: { readonly ownerId: number; readonly state: WithdrawalState },
  operatorId: number,
): 'WITHDRAWAL_DECIDED' | 'OWN_CASE' | undefined {
  if (withdrawal.state !== 'requested' && withdrawal.state !== 'approved') return 'WITHDRAWAL_DECIDED';
  return withdrawal.ownerId === operatorId ? 'OWN_CASE' : undefined;
}

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

/** How long until a payout of unclear fate is asked about again. */
export function askAgainMs(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 20));
}
