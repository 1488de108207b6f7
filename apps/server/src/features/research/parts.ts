import type { Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Accounts } from '../accounts/index.ts';
import type { MarketDataService } from '../market-data/index.ts';

/** What reading research stands on. */
export interface ResearchFacts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** Only verified clients see research. */
  readonly compliance: boolean;
}

export interface Analyst {
  /** Absent: whoever publishes. */
  readonly name: string | undefined;
  /** Of SEBI. */
  readonly registrationNumber: string | undefined;
}

/** What publishing stands on. */
export interface ResearchDeskParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  readonly analyst: Analyst;
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
}

export type Operator = Pick<Caller, 'accountId' | 'origin'>;
