import type { Generated, GeneratedAlways } from 'kysely';

/** Tricks that people submit for the catalogue. The conventions of `schema.ts` hold. */
export interface PublicationSchema {
  /** As it was submitted; a trigger refuses every change but its decision, and of that the reason. */
  trick_publication: {
    id: GeneratedAlways<number>;
    account_id: number;
    /** The own trick, and the version of it. */
    strategy_id: number;
    strategy_version_id: number;
    /** What backs it. */
    backtest_id: number;
    name: string;
    summary: string;
    description: string;
    category: string;
    segment: string;
    risk: string;
    min_capital_paise: bigint;
    submitted_at: Date;
    state: Generated<'waiting' | 'published' | 'refused' | 'withdrawn'>;
    decided_at: Generated<Date | null>;
    /** An operator's: of a no, or of taking it out of the catalogue. */
    reason: Generated<string | null>;
    /** The version of the catalogue's trick that it became. */
    published_version_id: Generated<number | null>;
  };
}
