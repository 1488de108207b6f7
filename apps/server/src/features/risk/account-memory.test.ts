import { describe, expect, test } from 'vitest';
import { AccountMemory, type AccountRead } from './account-memory.ts';
import type { AccountRow } from './account-row.ts';
import { NO_LIMITS } from './limits.ts';
import type { PricedOrder } from './lines.ts';

const DAY = '2026-01-05';
const ROW: AccountRow = {
  ...{
    kept: { now: NO_LIMITS, next: undefined },
    lockedUntil: undefined,
    lockReason: undefined,
    stoppedDay: undefined,
  },
  ...{ killSwitch: 'none', broker: undefined, funds: undefined, realisedPaise: 0 },
  ...{ trickTrades: 3, ordersLastMinute: 5, version: 10n },
};
/** An entry of 100 SBIN at 600 that a trick has just decided on. */
const ORDER: PricedOrder = {
  ...{ id: 0, deployment_id: 7, run_number: 1, broker_link_id: 1, role: 'entry', trade_order_id: null },
  ...{ symbol: 'SBIN', product: 'intraday', side: 'buy', quantity: 100, price_paise: 600_00, trigger_paise: null },
  ...{ state: 'intended', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, settled_quantity: 0 },
  ...{
    is_before: false,
    is_of_basket: false,
    kind: 'equity',
    last_paise: 599_00,
    previous_close_paise: 590_00,
    entry_order_id: null,
  },
  ...{ has_news: false, asked_quantity: null, asked_low_paise: null, asked_high_paise: null },
  ...{ instrument_id: 5, last_at: new Date(1_000) },
};
const INTENT = { orders: [ORDER, ORDER] };

/** A store whose answers are given one by one, as late as a test likes. */
class Store {
  asked = 0;
  readonly #waiting: ((read: AccountRead | undefined) => void)[] = [];
  readonly memory = new AccountMemory(
    () =>
      new Promise((resolve) => {
        this.asked += 1;
        this.#waiting.push(resolve);
      }),
  );

  async answer(
    read: { version?: bigint; day?: string; orders?: PricedOrder[] } | 'nothing' | 'without a number' = {},
  ): Promise<void> {
    const resolve = this.#waiting.shift();
    if (!resolve) throw new Error('nobody asked');
    const { version = 10n, day = DAY, orders = [] } = typeof read === 'string' ? {} : read;
    const row = { ...ROW, version: read === 'without a number' ? undefined : version };
    resolve(read === 'nothing' ? undefined : { day, row, orders });
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }

  /** Version, trades, orders of a minute, orders known and their units; nothing where nothing is known. */
  shown(day = DAY): readonly (bigint | number)[] | undefined {
    const known = this.memory.reading(day, () => undefined);
    if (!known) return undefined;
    const { facts, orders } = known.reading;
    return [known.version, facts.trades, facts.ordersLastMinute, orders.length];
  }

  static async read(): Promise<Store> {
    const store = new Store();
    store.memory.changed();
    await store.answer();
    return store;
  }
}

describe('an account is known', () => {
  test('from the first answer on, for its day alone', async () => {
    const store = new Store();
    expect(store.shown()).toBeUndefined();
    store.memory.changed();
    expect(store.shown()).toBeUndefined();
    await store.answer({ orders: [ORDER] });
    expect(store.shown()).toEqual([10n, 3, 5, 1]);
    expect(store.shown('2026-01-06')).toBeUndefined();
  });

  test('as it was before where it could not be read', async () => {
    const store = await Store.read();
    store.memory.changed();
    await store.answer('nothing');
    expect(store.shown()).toEqual([10n, 3, 5, 0]);
  });

  test('not at all while it has no number by which a write could tell that it still holds', async () => {
    const store = new Store();
    store.memory.changed();
    await store.answer('without a number');
    expect(store.shown()).toBeUndefined();
  });

  test('not at all after what was known turned out wrong, until it is read', async () => {
    const store = await Store.read();
    store.memory.forget();
    expect(store.shown()).toBeUndefined();
    await store.answer({ version: 11n });
    expect(store.shown()).toEqual([11n, 3, 5, 0]);
  });

  test('once more for all changes while it is being read, and not for ever', async () => {
    const store = new Store();
    for (let times = 0; times < 3; times += 1) store.memory.changed();
    expect(store.asked).toBe(1);
    await store.answer();
    expect(store.asked).toBe(2);
    await store.answer({ version: 11n });
    expect([store.asked, store.shown()?.[0]]).toEqual([2, 11n]);
  });

  test('to whoever waits, when it was read since the last change', async () => {
    const store = new Store();
    store.memory.changed();
    store.memory.changed();
    let isReady = false;
    const waiting = store.memory.ready().then(() => {
      isReady = true;
    });
    await store.answer();
    expect(isReady).toBe(false);
    await store.answer({ version: 11n });
    await waiting;
    expect(store.shown()?.[0]).toBe(11n);
  });
});

describe('an entry that is being stored', () => {
  test('counts at once as one trade and all of its orders, and no more where it is dropped', async () => {
    const store = await Store.read();
    store.memory.add(INTENT);
    expect(store.shown()).toEqual([10n, 4, 7, 2]);
    store.memory.add({ orders: [ORDER] });
    expect(store.shown()).toEqual([10n, 5, 8, 3]);
    store.memory.drop(INTENT);
    expect(store.shown()).toEqual([10n, 4, 6, 1]);
  });

  test('goes on counting once when it is stored, with the ids of its rows', async () => {
    const store = await Store.read();
    store.memory.add(INTENT);
    store.memory.stored(INTENT, 11n, { id: 30, rows: [41, 42] });
    expect(store.shown()).toEqual([11n, 4, 7, 2]);
    const orders = store.memory.reading(DAY, () => undefined)?.reading.orders;
    expect(orders?.map(({ id, trade_order_id: trade }) => [id, trade])).toEqual([
      [41, 30],
      [42, 30],
    ]);
  });

  test('counts beside others that were stored in the same statement', async () => {
    const store = await Store.read();
    const other = { orders: [ORDER] };
    store.memory.add(INTENT);
    store.memory.add(other);
    store.memory.stored(INTENT, 11n, { id: 30, rows: [41, 42] });
    store.memory.stored(other, 11n, { id: 31, rows: [43] });
    expect(store.shown()).toEqual([11n, 5, 8, 3]);
  });

  test('is not counted twice where what was read has it by the number of another of the same statement', async () => {
    const store = await Store.read();
    const other = { orders: [ORDER] };
    store.memory.add(INTENT);
    store.memory.add(other);
    store.memory.stored(INTENT, 11n, { id: 30, rows: [41, 42] });
    store.memory.changed();
    await store.answer({ version: 11n, orders: [ORDER, ORDER, ORDER] });
    store.memory.stored(other, 11n, { id: 31, rows: [43] });
    expect(store.shown()).toEqual([11n, 3, 5, 3]);
  });

  test('is not counted twice where what was read meanwhile has it', async () => {
    const store = await Store.read();
    store.memory.add(INTENT);
    store.memory.changed();
    await store.answer({ version: 11n, orders: [ORDER, ORDER] });
    store.memory.stored(INTENT, 11n, { id: 30, rows: [41, 42] });
    expect(store.shown()).toEqual([11n, 3, 5, 2]);
  });

  test('leaves an account that somebody else has changed before as it was read: its number says that it is old', async () => {
    const store = await Store.read();
    store.memory.add(INTENT);
    store.memory.stored(INTENT, 12n, { id: 30, rows: [41, 42] });
    expect(store.shown()).toEqual([10n, 3, 5, 0]);
  });

  test('is nothing to an account that is not known', () => {
    const store = new Store();
    store.memory.add(INTENT);
    store.memory.stored(INTENT, 11n, { id: 30, rows: [41, 42] });
    expect(store.shown()).toBeUndefined();
  });
});

describe('an answer that is older than an own write', () => {
  test('is not taken in: the account is read again', async () => {
    const store = await Store.read();
    store.memory.changed();
    store.memory.add(INTENT);
    store.memory.stored(INTENT, 11n, { id: 30, rows: [41, 42] });
    await store.answer({ version: 10n });
    expect(store.shown()).toEqual([11n, 4, 7, 2]);
    expect(store.asked).toBe(3);
    await store.answer({ version: 11n, orders: [ORDER, ORDER] });
    expect([store.asked, store.shown()]).toEqual([3, [11n, 3, 5, 2]]);
  });

  test('of another day is: numbers of days are not compared', async () => {
    const store = await Store.read();
    store.memory.changed();
    await store.answer({ version: 9n, day: '2026-01-06' });
    expect([store.asked, store.shown('2026-01-06')]).toEqual([2, [9n, 3, 5, 0]]);
  });

  test('takes the place of what was known where it is of the same number', async () => {
    const store = await Store.read();
    store.memory.changed();
    await store.answer({ orders: [ORDER] });
    expect(store.shown()).toEqual([10n, 3, 5, 1]);
  });
});

test('orders are weighed at a later price where one is known, also those that are being stored', async () => {
  const store = new Store();
  store.memory.changed();
  await store.answer({ orders: [ORDER, { ...ORDER, instrument_id: null }] });
  store.memory.add({ orders: [{ ...ORDER, last_at: null }] });
  const asked: unknown[] = [];
  const known = store.memory.reading(DAY, (id, after) => {
    asked.push([id, after]);
    return after === 0 ? undefined : 610_00;
  });
  expect(asked).toEqual([
    [5, 1_000],
    [5, 0],
  ]);
  expect(known?.reading.orders.map((order) => order.last_paise)).toEqual([610_00, 599_00, 599_00]);
});
