import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type LedgerAccountName =
  | 'main'
  | 'main_held'
  | 'rewards'
  | 'rewards_held'
  | 'revenue'
  | 'gst_payable'
  | 'tds_payable'
  | 'gateway_clearing'
  | 'bank_clearing';
export type TransferCause = 'payment' | 'invoice' | 'reward' | 'withdrawal' | 'reversal';

/** Double entry; what the database enforces stands in its migration. The conventions of `schema.ts` hold. */
export interface LedgerSchema {
  ledger_account: {
    id: GeneratedAlways<number>;
    /** Null for the platform's own. */
    owner_id: number | null;
    name: LedgerAccountName;
    /** Moved by postings, never written. */
    balance_paise: Generated<bigint>;
  };
  ledger_transfer: {
    id: GeneratedAlways<bigint>;
    cause: TransferCause;
    /** Of the row that is the cause, by its kind. */
    cause_id: string;
    idempotency_key: string;
    /** What its owner reads in a statement. */
    sentence: string;
    at: Date;
  };
  ledger_posting: {
    id: GeneratedAlways<bigint>;
    transfer_id: bigint;
    ledger_account_id: number;
    amount_paise: bigint;
    /** Filled in by the database. */
    balance_after_paise: Generated<bigint>;
  };
  /** One entry of the chain over what must not be changed afterwards. */
  audit_link: {
    /** Without gaps, in the order in which entries were linked. */
    seq: bigint;
    source: string;
    row_id: bigint;
    /** Of the row as it was. */
    row_hash: Buffer;
    /** Of this entry and the one before. */
    hash: Buffer;
    linked_at: Date;
  };
  /** A check of all of it, once a day of India. */
  ledger_check: {
    day: string;
    at: Date;
    is_sound: boolean;
    postings: number;
    /** In words. */
    faults: ColumnType<string[], string, string>;
  };
}
