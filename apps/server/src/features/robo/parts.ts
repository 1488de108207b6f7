import type { Plan } from '@trickdesk/contract';
import type { Database, Queryable } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RenderPdf } from '../../platform/pdf/document.ts';
import type { BasketsService } from '../baskets/index.ts';
import type { CatalogueReader } from '../strategies/index.ts';

export type Who = Pick<Caller, 'accountId' | 'origin'>;

/** What ROBO Pro stands on. */
export interface RoboParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly renderPdf: RenderPdf;
  /** SEBI registration under which a mix is suggested; without it nothing is. */
  readonly adviserNumber: string | undefined;
  /** Plans are paid in a sandbox. */
  readonly sandbox: boolean;
  readonly plans: {
    readonly list: (db: Queryable) => Promise<Plan[]>;
    readonly isUnlocked: (db: Queryable, accountId: number) => Promise<boolean>;
  };
  readonly catalogue: Pick<CatalogueReader, 'list'>;
  readonly baskets: Pick<BasketsService, 'list'>;
  /** Baskets of the catalogue that can be bought, by their keys. */
  readonly basketIds: (db: Queryable) => Promise<ReadonlyMap<string, number>>;
}
