import type { Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Accounts } from '../accounts/index.ts';

export interface PublicationParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** What deciding stands on. */
export interface PublicationDeskParts extends PublicationParts {
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
  /** How far from the entry the stop at the broker lies where a strategy has none, percent. */
  readonly disasterStopPercent: number;
}

export type Who = Pick<Caller, 'accountId' | 'origin'>;
