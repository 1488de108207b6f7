import type { ResearchEventKind, ResearchSide, ResearchState } from '@trickdesk/domain';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Set by a withdrawal alone. */
type Later<T> = ColumnType<T | null, never, T>;

/** Calls of the research analyst. The conventions of `schema.ts` hold. */
export interface ResearchSchema {
  /** As it was published: a trigger refuses every change but one withdrawal. */
  research_call: {
    id: GeneratedAlways<number>;
    dataset: string;
    exchange: string;
    symbol: string;
    side: ResearchSide;
    entry_paise: number;
    stop_paise: number;
    targets_paise: number[];
    /** The last price when it was published: it says from which side the entry is reached. */
    reference_paise: number;
    rationale: string;
    analyst_name: string;
    registration_number: string | null;
    holds_interest: boolean;
    uses_ai: boolean;
    /** The exchange's clock: only what comes after it counts. */
    exchange_at: Date;
    expires_at: Date;
    published_by: number;
    published_at: Date;
    withdrawn_at: Later<Date>;
    withdrawn_exchange_at: Later<Date>;
    withdrawn_reason: Later<string>;
    withdrawn_by: Later<number>;
  };
  /** What the market made of it, written by the rule alone. */
  research_outcome: {
    research_call_id: number;
    state: Generated<ResearchState>;
    targets_hit: Generated<number>;
    /** Of the entry, in hundredths of a percent, before charges; absent until it is over. */
    result_bps: ColumnType<number | null, number | null | undefined, number | null>;
    events: ColumnType<StoredResearchEvent[], string | undefined, string>;
    /** The exchange's time up to which prices were looked at. */
    seen_until: Date;
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
}

export interface StoredResearchEvent {
  readonly kind: ResearchEventKind;
  /** Which, from 1; of a target alone. */
  readonly target?: number;
  readonly pricePaise: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Its bar held the next target, too: which came first cannot be known. */
  readonly heldTarget?: true;
}
