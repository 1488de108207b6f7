import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** What referrals bring. The conventions of `schema.ts` hold. */
export interface RewardsSchema {
  /** Of a month and those after it, until another is set. */
  reward_round: { month: string; target: number; reward_paise: bigint };
  /** How many active direct referrals a level takes. */
  designation: { level: number; active_referrals: number };
  reward: {
    id: GeneratedAlways<number>;
    /** Who gets it. */
    account_id: number;
    kind: 'plan' | 'round';
    invoice_id: Optional<number>;
    referred_id: Optional<number>;
    month: Optional<string>;
    state: 'paid' | 'withheld' | 'taken_back';
    withheld_because: Optional<string>;
    /** Somebody has looked: it is withheld for good. */
    refused_at: Optional<Date>;
    gross_paise: bigint;
    tds_paise: bigint;
    /** Such as `2627`. */
    tax_year: string;
    at: Date;
    taken_back_at: Optional<Date>;
    /** What the wallet did not hold any more when it was taken back. */
    uncollected_paise: Generated<bigint>;
  };
}
