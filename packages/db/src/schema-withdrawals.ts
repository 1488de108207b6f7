import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json<T> = ColumnType<T, string, never>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type WithdrawalState = 'requested' | 'approved' | 'sent' | 'paid' | 'reversed' | 'failed' | 'rejected';

/** Money on its way to people's banks, and what operators do. The conventions of `schema.ts` hold. */
export interface WithdrawalSchema {
  withdrawal: {
    id: GeneratedAlways<number>;
    account_id: number;
    wallet: 'main' | 'rewards';
    amount_paise: bigint;
    /** As it was when the withdrawal was asked for. */
    bank_account_id: number;
    state: WithdrawalState;
    idempotency_key: string;
    approvals_needed: number;
    requested_at: Date;
    /** Nothing is sent before. */
    not_before: Optional<Date>;
    payout_id: Optional<string>;
    /** The bank's own reference. */
    utr: Optional<string>;
    /** Why it was returned. */
    reason: Optional<string>;
    /** How often the payout service was asked to pay or about it. */
    tries: Generated<number>;
    /** Null where there is nothing to send or to ask. */
    next_try_at: Optional<Date>;
    /** What the payout service said that cannot be, in words. */
    out_of_step: Optional<string>;
  };
  withdrawal_step: {
    id: GeneratedAlways<bigint>;
    withdrawal_id: number;
    state: WithdrawalState;
    note: Optional<string>;
    at: Date;
  };
  withdrawal_approval: { withdrawal_id: number; operator_id: number; at: Date };
  /** Who of the operators did what, before and after it. */
  operator_act: {
    id: GeneratedAlways<bigint>;
    operator_id: number;
    what: string;
    subject: string;
    subject_id: string;
    sentence: string;
    before: Json<object>;
    after: Json<object>;
    device: string;
    address: string;
    at: Date;
  };
}
