import type { Database } from '@trickdesk/db';
import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { EntryMemory, EntryRequest, WeighedEntry } from '../desk/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { AccountMemory, type AddedOrders } from './account-memory.ts';
import { readAccount } from './account-row.ts';
import type { MarketFacts } from './guards.ts';
import type { LineOrder, PricedOrder } from './lines.ts';
import { MarketMemory } from './market-memory.ts';
import { listLineOrders, readClock, readMarket } from './store.ts';
import { decideOn } from './weigh.ts';

export interface EntryMemoryParts {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly marketData: Pick<MarketDataService, 'dataset' | 'calendar'>;
}

type Account = Pick<EntryRequest, 'accountId' | 'brokerLinkId'>;

/** What entries are weighed by, of the accounts that this process holds. */
export function createEntryMemory(parts: EntryMemoryParts): EntryMemory {
  return new Memory(parts);
}

class Memory implements EntryMemory {
  readonly #parts: EntryMemoryParts;
  readonly #market: MarketMemory;
  /** By link. */
  readonly #accounts = new Map<number, AccountMemory>();
  readonly #learning = new Set<number>();
  #exchangeNow: EpochMs = 0;
  #readingClock: Promise<void> | undefined;

  constructor(parts: EntryMemoryParts) {
    this.#parts = parts;
    this.#market = new MarketMemory(parts.marketData.calendar);
  }

  weigh(request: EntryRequest, quantities: readonly number[]): WeighedEntry | undefined {
    const { instrument, at } = request;
    const wallNow = this.#parts.clock.now();
    const account = this.#accountOf(request);
    const known = account.reading(indiaDateOf(at), (id, after) => this.#market.priceAfter(id, after));
    const market = this.#market.of(instrument.id, at, wallNow);
    if (!known) account.changed();
    if (!market) this.#learn(instrument.id);
    if (!known || !market) return undefined;
    const decision = decideOn({ market: market.facts, reading: known.reading, wallNow }, request);
    if (!decision.allowed) return undefined;
    const added: AddedOrders = {
      orders: rowsOf(request, quantities, { orders: known.reading.orders, market: market.facts }),
    };
    account.add(added);
    return {
      version: known.version,
      dataset: this.#parts.marketData.dataset,
      market: market.bounds,
      stored: (version, placed) => account.stored(added, version, placed),
      dropped: () => {
        account.drop(added);
        account.forget();
        this.#learn(instrument.id);
      },
    };
  }

  expect(account: Account, instrumentIds: readonly number[]): void {
    this.#accountOf(account).changed();
    for (const id of instrumentIds) this.#learn(id);
  }

  async ready(brokerLinkId: number): Promise<void> {
    await this.#accounts.get(brokerLinkId)?.ready();
  }

  changed(brokerLinkId: number): void {
    this.#accounts.get(brokerLinkId)?.changed();
  }

  forget(brokerLinkId: number): void {
    this.#accounts.delete(brokerLinkId);
  }

  onPrice(instrumentId: number, at: EpochMs, pricePaise: number): void {
    this.#market.onPrice(instrumentId, { at, pricePaise });
  }

  onBar(instrumentId: number, { openAt, close }: { readonly openAt: EpochMs; readonly close: number }): void {
    this.#market.onMinute(instrumentId, { openAt, closePaise: close });
  }

  onClock(at: EpochMs): void {
    if (indiaDateOf(at) !== indiaDateOf(this.#exchangeNow)) this.#beginDay(at);
    this.#exchangeNow = Math.max(at, this.#exchangeNow);
    // When it was seen stands in its row alone.
    this.#readingClock ??= this.#readClock().finally(() => {
      this.#readingClock = undefined;
    });
  }

  #beginDay(at: EpochMs): void {
    this.#exchangeNow = Math.max(at, this.#exchangeNow);
    for (const account of this.#accounts.values()) account.changed();
  }

  #accountOf({ accountId, brokerLinkId }: Account): AccountMemory {
    const known = this.#accounts.get(brokerLinkId);
    if (known) return known;
    const made = new AccountMemory(() => this.#quietly(() => this.#readAccount({ accountId, brokerLinkId })));
    this.#accounts.set(brokerLinkId, made);
    return made;
  }

  async #readAccount(account: Account) {
    const { database, clock, marketData } = this.#parts;
    const { dataset } = marketData;
    if (this.#exchangeNow === 0) await this.#readClock();
    const day = indiaDateOf(this.#exchangeNow || clock.now());
    const db = database.kysely;
    // One after the other: what changes in between has raised the number that the write compares.
    const row = await readAccount(db, { ...account, dataset, day, wallNow: clock.now() });
    const orders = await listLineOrders(db, { accountId: account.accountId, dataset, day });
    return { day, row, orders };
  }

  #learn(instrumentId: number): void {
    if (this.#learning.has(instrumentId)) return;
    this.#learning.add(instrumentId);
    void this.#quietly(() => this.#readMarket(instrumentId)).finally(() => this.#learning.delete(instrumentId));
  }

  async #readMarket(instrumentId: number): Promise<void> {
    const { database, clock, marketData } = this.#parts;
    const { dataset, calendar } = marketData;
    const at = this.#exchangeNow || clock.now();
    const sessionOpenAt = calendar.sessionAt(at)?.openAt ?? at;
    this.#market.learn(instrumentId, await readMarket(database.kysely, { dataset, instrumentId, sessionOpenAt }));
  }

  async #readClock(): Promise<void> {
    const { database, marketData } = this.#parts;
    const row = await this.#quietly(() => readClock(database.kysely, marketData.dataset));
    if (!row) return;
    this.#market.learnClock(row);
    this.#exchangeNow = Math.max(this.#exchangeNow, row.exchange_at.getTime());
  }

  /** Whoever relies on what could not be read asks the database. */
  async #quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#parts.log.warn({ error }, 'what entries are weighed by could not be read ahead');
      return undefined;
    }
  }
}

/** The orders of an entry as they will be read. */
function rowsOf(
  request: EntryRequest,
  quantities: readonly number[],
  known: { readonly orders: readonly LineOrder[]; readonly market: MarketFacts },
): readonly PricedOrder[] {
  const { deploymentId = null, runNumber = null, brokerLinkId, instrument, side, product, pricePaise } = request;
  const { last } = known.market;
  const sibling = known.orders.find(
    (order) =>
      order.deployment_id === deploymentId && order.run_number === runNumber && order.symbol === instrument.symbol,
  );
  return quantities.map((quantity) => ({
    ...{ id: 0, deployment_id: deploymentId, run_number: runNumber, broker_link_id: brokerLinkId },
    ...{ role: 'entry', trade_order_id: null, symbol: instrument.symbol, product, side, quantity },
    ...{ price_paise: pricePaise, trigger_paise: null, state: 'intended', filled_quantity: 0, filled_value_paise: 0n },
    ...{
      told_quantity: 0,
      settled_quantity: 0,
      is_before: false,
      is_of_basket: false,
      kind: instrument.kind,
      instrument_id: instrument.id,
    },
    last_paise: last?.pricePaise ?? null,
    last_at: last ? new Date(last.at) : null,
    previous_close_paise: last?.previousClosePaise ?? null,
    entry_order_id: sibling?.entry_order_id ?? null,
    has_news: sibling?.has_news ?? false,
    ...{ asked_quantity: null, asked_low_paise: null, asked_high_paise: null },
  }));
}
