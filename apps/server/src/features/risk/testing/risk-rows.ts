import type { Schema } from '@trickdesk/db';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { type Kysely, sql } from 'kysely';
import { insertAccount } from '../../../testing/insert-account.ts';
import { seedCatalogue } from '../../strategies/index.ts';
import { listLineOrders, selectAccount } from '../store.ts';
import { DAY, insertDeployment, insertLink, insertOrder } from './desk-facts.ts';

export const DATASET = 'simulator:risk:1';
export const OTHER_DATASET = 'simulator:risk:2';
export const BEFORE = '2026-01-02';
/** Ten in India on the day. */
export const NOON = new Date('2026-01-05T04:30:00Z');
export const at = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000);

/** An order by hand, and one that has traded nothing yet. */
export const HAND = { deployment_id: null, run_number: null, base: null, role: 'own' } as const;
export const RESTS = { state: 'open', filled_quantity: 0, filled_value_paise: 0n } as const;

/** What is traded: under the name SBIN the second instrument is, for which 600.02 was paid last. */
const INSTRUMENTS = [
  [1, 'SBIN', false],
  [2, 'SBIN', true],
  [3, 'SBIN', true],
  [4, 'INFY', true],
] as const;

export interface Trader {
  readonly accountId: number;
  readonly linkId: number;
  readonly deploymentId: number;
}

type OrderMore = Partial<Parameters<typeof insertOrder>[1]>;

/** Rows that limits are weighed by, of people of their own. */
export class RiskRows {
  readonly #testDb: TestDatabase;
  #names = 0;

  private constructor(testDb: TestDatabase) {
    this.#testDb = testDb;
  }

  static async open(): Promise<RiskRows> {
    const rows = new RiskRows(await withTestDatabase());
    await seedCatalogue(rows.#testDb.db, new Date(0));
    for (const [id, symbol, active] of INSTRUMENTS) {
      await sql`INSERT INTO instrument (id, exchange, token, symbol, trading_symbol, name, kind, tick_paise, lot_size,
          active, updated_at)
        VALUES (${id}, 'NSE', ${`t${id}`}, ${symbol}, ${`${symbol}-${id}`}, '-', 'equity', 5, 1, ${active}, now())`.execute(
        rows.kysely,
      );
      await rows.price(id, { pricePaise: 600_00 + id, at: at(-5) });
      await rows.price(id, { pricePaise: 1_00, at: at(-5), dataset: OTHER_DATASET });
    }
    return rows;
  }

  get db(): TestDatabase['db'] {
    return this.#testDb.db;
  }

  get kysely(): Kysely<Schema> {
    return this.#testDb.db.kysely;
  }

  drop(): Promise<void> {
    return this.#testDb.drop();
  }

  async price(
    id: number,
    price: { readonly pricePaise: number; readonly at: Date; readonly dataset?: string },
  ): Promise<void> {
    const { pricePaise, at: moment, dataset = DATASET } = price;
    await sql`INSERT INTO last_price (dataset, instrument_id, price_paise, open_paise, high_paise, low_paise,
        previous_close_paise, volume, at)
      VALUES (${dataset}, ${id}, ${pricePaise}, 1, 1, 1, 59000, 1, ${moment})
      ON CONFLICT (dataset, instrument_id) DO UPDATE SET price_paise = excluded.price_paise, at = excluded.at`.execute(
      this.kysely,
    );
  }

  async trader(): Promise<Trader> {
    this.#names += 1;
    const accountId = await insertAccount(this.db, `risk${this.#names}`);
    const linkId = await insertLink(this.db, accountId);
    return { accountId, linkId, deploymentId: await insertDeployment(this.db, { accountId, linkId }) };
  }

  /** A filled entry of 100 SBIN of the trick, where nothing else is said. */
  order({ accountId, linkId, deploymentId }: Trader, more: OrderMore = {}): Promise<number> {
    return insertOrder(this.db, {
      ...{ account_id: accountId, broker_link_id: linkId, deployment_id: deploymentId, base: 0 },
      ...more,
    });
  }

  /** A decided sale of 100 SBIN that traded at 610 today, where nothing else is said. */
  async intent({ accountId, deploymentId }: Trader, more: object = {}): Promise<number> {
    this.#names += 1;
    const row = {
      ...{
        account_id: accountId,
        deployment_id: deploymentId,
        mode: 'live' as const,
        run_number: 1,
        intent_id: this.#names,
      },
      ...{
        symbol: 'SBIN',
        exchange: 'NSE',
        side: 'sell' as const,
        purpose: 'exit' as const,
        quantity: 100,
        state: 'filled',
        reason: '',
      },
      ...{ filled_quantity: 100, average_paise: 610_00, charges_paise: 0n, at: NOON, day: DAY },
      ...more,
    };
    const { id } = await this.kysely.insertInto('trade_order').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  }

  /** A position of the trick in 100 SBIN, bought at 500 and open, where nothing else is said. @returns its entry */
  async position({ accountId, deploymentId }: Trader, more: object = {}): Promise<number> {
    const trick = { accountId, deploymentId, linkId: 0 };
    const entry = await this.intent(trick, { purpose: 'entry', side: 'buy' });
    await this.kysely
      .insertInto('position')
      .values({
        ...{ account_id: accountId, deployment_id: deploymentId, mode: 'live', run_number: 1, symbol: 'SBIN' },
        ...{ exchange: 'NSE', direction: 'long', quantity: 100, status: 'open', entry_at: NOON, entry_paise: 500_00 },
        ...{ entry_charges_paise: 0n, entry_order_id: entry, entry_reason: '', charges_paise: 0n },
        ...{ stop_paise: null, target_paise: null, exit_at: null, exit_day: null, exit_paise: null },
        ...{ exit_order_id: null, exit_reason: null, gross_paise: null, net_paise: null },
        ...more,
      })
      .execute();
    return entry;
  }

  account({ accountId, linkId }: Trader, more: { brokerLinkId?: number } = { brokerLinkId: linkId }) {
    const wallNow = NOON.getTime();
    return selectAccount(this.kysely, { accountId, dataset: DATASET, day: DAY, wallNow, ...more });
  }

  lines({ accountId }: Trader) {
    return listLineOrders(this.kysely, { accountId, dataset: DATASET, day: DAY });
  }
}
