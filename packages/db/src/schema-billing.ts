import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PostalAddress } from './schema-accounts.ts';

type Json<T> = ColumnType<T, string, string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type PlanKind = 'trade_activation' | 'robo_pro' | 'backtest';
export type PlanPeriod = 'month' | 'year';

/** What a plan unlocks; what is not named it does not. */
export interface Entitlements {
  readonly liveTrading?: boolean;
  readonly roboPro?: boolean;
  readonly backtestsAMonth?: number;
}

/** As they stood when an invoice was issued. */
export interface InvoiceCustomer {
  readonly name: string;
  readonly email: string;
  readonly address: PostalAddress | null;
}

export interface InvoiceSupplier {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
  readonly stateCode: string;
}

/** What is sold, bought and written on paper. The conventions of `schema.ts` hold. */
export interface BillingSchema {
  plan: {
    id: GeneratedAlways<number>;
    slug: string;
    kind: PlanKind;
    name: string;
    summary: string;
    period: PlanPeriod;
    /** With tax. */
    price_paise: bigint;
    entitlements: Json<Entitlements>;
    /** Of whoever referred its buyer; an amount, never a share. */
    reward_paise: Generated<bigint>;
    on_sale: boolean;
    changed_at: Date;
  };
  subscription: {
    id: GeneratedAlways<number>;
    account_id: number;
    plan_id: number;
    kind: PlanKind;
    state: 'active' | 'grace' | 'ended';
    end_reason: Optional<'expired' | 'cancelled' | 'replaced' | 'refunded'>;
    /** Of the period that runs, as it was bought. */
    price_paise: bigint;
    started_at: Date;
    /** Of the period that runs, or of the last that was paid ahead. */
    period_from: Date;
    ends_at: Date;
    ended_at: Optional<Date>;
    cancelled_at: Optional<Date>;
    renews_from_wallet: boolean;
    /** Whose end its owner was told of, and at what price it goes on. */
    told_until: Optional<Date>;
    told_paise: Optional<bigint>;
  };
  payment: {
    id: GeneratedAlways<number>;
    account_id: number;
    plan_id: number;
    amount_paise: bigint;
    /** What the unused part of the plan before takes off. */
    credit_paise: bigint;
    replaces_id: Optional<number>;
    renews_from_wallet: boolean;
    state: 'open' | 'failed' | 'paid' | 'expired';
    idempotency_key: string;
    gateway_order_id: Optional<string>;
    gateway_payment_id: Optional<string>;
    failure: Optional<string>;
    /** Where the gateway says other than we do, in words. */
    out_of_step: Optional<string>;
    created_at: Date;
    /** When the gateway was last asked about it. */
    asked_at: Optional<Date>;
    settled_at: Optional<Date>;
    subscription_id: Optional<number>;
  };
  gateway_event: { id: string; source: 'payments' | 'payouts'; event: string; received_at: Date };
  invoice_series: { series: string; last: number };
  invoice: {
    id: GeneratedAlways<number>;
    number: string;
    kind: 'invoice' | 'credit_note';
    account_id: number;
    subscription_id: number;
    payment_id: Optional<number>;
    /** The invoice that a credit note takes back. */
    credits_id: Optional<number>;
    description: string;
    sac: string;
    period_from: Date;
    period_to: Date;
    list_paise: bigint;
    credit_paise: bigint;
    total_paise: bigint;
    taxable_paise: bigint;
    cgst_paise: bigint;
    sgst_paise: bigint;
    igst_paise: bigint;
    /** The state's code of two digits. */
    place_of_supply: string;
    customer: Json<InvoiceCustomer>;
    supplier: Json<InvoiceSupplier>;
    paid_by: 'wallet' | 'gateway';
    issued_at: Date;
  };
  refund: {
    id: GeneratedAlways<number>;
    invoice_id: number;
    payment_id: Optional<number>;
    amount_paise: bigint;
    target: 'wallet' | 'source';
    state: 'asked' | 'sent' | 'done' | 'failed';
    reason: string;
    gateway_refund_id: Optional<string>;
    asked_at: Date;
    ended_at: Optional<Date>;
    next_try_at: Optional<Date>;
    tries: Generated<number>;
  };
}
