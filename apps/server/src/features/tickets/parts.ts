import type { Bus, Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { OwnOrdersService } from '../orders/index.ts';

export type Who = Pick<Caller, 'accountId' | 'origin'>;

/** What tickets stand on. */
export interface TicketParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where what is asked about is read, as its owner. */
  readonly orders: Pick<OwnOrdersService, 'details' | 'ownDetails' | 'ordersOfTrade'>;
}
