import type { Bus, Database } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { MarketDataService } from '../market-data/index.ts';

/** What the use cases about risk stand on. */
export interface RiskParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  readonly accounts: Pick<AccountsService, 'assertPassword'>;
}
