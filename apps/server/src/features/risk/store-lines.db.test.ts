import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertBasketOrder, insertLiveBasket } from '../baskets/testing/live-rows.ts';
import { handTrades, linesOf } from './lines.ts';
import { readClockAndPrices, readMarket } from './store.ts';
import { DAY, insertLink } from './testing/desk-facts.ts';
import { at, BEFORE, DATASET, HAND, NOON, OTHER_DATASET, RESTS, RiskRows, type Trader } from './testing/risk-rows.ts';

let rows: RiskRows;
beforeAll(async () => {
  rows = await RiskRows.open();
});
afterAll(() => rows.drop());

const idsIn = async (person: Trader) => (await rows.lines(person)).map(({ id }) => id);

describe('orders behind what an account holds', () => {
  test('are those of tricks whose position is not closed, of whatever day, that traded or still may', async () => {
    const person = await rows.trader();
    const held = [
      await rows.order(person, { day: BEFORE }),
      await rows.order(person, { ...RESTS, role: 'protective', side: 'sell' }),
      await rows.order(person, { role: 'exit', side: 'sell', state: 'cancelled' }),
    ];
    await rows.order(person, { settled: true });
    await rows.order(person, { ...RESTS, state: 'cancelled' });
    await rows.order(await rows.trader());
    expect(await idsIn(person)).toEqual(held);
    expect((await rows.lines(person)).map(({ is_before: isBefore }) => isBefore)).toEqual([true, false, false]);
  });

  test('are those by hand of the day, here and elsewhere, at each of its broker accounts', async () => {
    const person = await rows.trader();
    const second = await insertLink(rows.db, person.accountId);
    const held = [
      await rows.order(person, { ...HAND, settled: true }),
      await rows.order(person, { ...HAND, role: 'foreign', broker_link_id: second }),
      await rows.order(person, { ...HAND, ...RESTS }),
    ];
    await rows.order(person, { ...HAND, day: BEFORE });
    await rows.order(person, { ...HAND, ...RESTS, state: 'rejected' });
    await rows.order(await rows.trader(), HAND);
    expect((await rows.lines(person)).some(({ is_before: isBefore }) => isBefore)).toBe(false);
    expect(await idsIn(person)).toEqual(held);
  });

  test('are those by hand too that the broker has kept for the day since the evening before', async () => {
    const person = await rows.trader();
    const evening = new Date('2026-01-02T10:00:01Z');
    const [rests, traded] = [
      { ...HAND, ...RESTS },
      { ...HAND, settled: true },
    ].map((order) => ({
      ...order,
      exchange_at: evening,
    }));
    const kept = [await rows.order(person, rests), await rows.order(person, traded)];
    await rows.order(person, { ...rests, day: BEFORE });
    expect(await idsIn(person)).toEqual(kept);
  });

  test('are those of live baskets of the days before, in the units of the day, apart from what is done by hand', async () => {
    const person = await rows.trader();
    const basket = await insertLiveBasket(rows.db, { ...person, dataset: DATASET, symbol: 'INFY' });
    const buys = (more: object) => rows.order(person, { ...HAND, symbol: 'INFY', product: 'delivery', ...more });
    const earlier = await buys({ day: BEFORE, quantity: 100, filled_quantity: 100 });
    const today = await buys({ quantity: 10, filled_quantity: 10 });
    for (const id of [earlier, today]) await insertBasketOrder(rows.db, basket, id);
    const byHand = await buys({ side: 'sell', quantity: 5, filled_quantity: 5 });
    // Another's, and one of another world of prices.
    const stranger = await rows.trader();
    await insertLiveBasket(rows.db, { ...stranger, dataset: DATASET, symbol: 'INFY' });
    const held = async () => {
      const found = await rows.lines(person);
      const lines = linesOf(found).map(({ isOfBasket = false, openingQuantity, fills }) => {
        return { isOfBasket, openingQuantity, filled: fills.map(({ quantity }) => quantity) };
      });
      return [found.map(({ id }) => id), lines, handTrades(found)];
    };
    const hand = { isOfBasket: false, openingQuantity: 0, filled: [5] };
    expect(await held()).toEqual([
      [earlier, today, byHand],
      [{ isOfBasket: true, openingQuantity: 100, filled: [10] }, hand],
      2,
    ]);
    // Three new ones for two, on the day itself; a demerger leaves the number of shares.
    await sql`INSERT INTO corporate_action (dataset, instrument_id, ex_date, kind, old_units, new_units)
      VALUES (${DATASET}, 4, ${DAY}, 'bonus', 2, 3), (${DATASET}, 4, '2026-01-04', 'demerger', 3, 4),
        (${DATASET}, 4, ${BEFORE}, 'split', 1, 5)`.execute(rows.kysely);
    expect((await held())[1]).toEqual([{ isOfBasket: true, openingQuantity: 150, filled: [10] }, hand]);
    await sql`DELETE FROM corporate_action`.execute(rows.kysely);
    await sql`UPDATE owned_basket SET status = 'closed', closed_at = now() WHERE id = ${basket.ownedId}`.execute(
      rows.kysely,
    );
    expect((await held())[0]).toEqual([today, byHand]);
  });

  test('of a stop that its owner took over say nothing of the trick', async () => {
    const person = await rows.trader();
    await rows.order(person, { role: 'own' });
    expect(await rows.lines(person)).toMatchObject([{ deployment_id: null, run_number: null, role: 'own' }]);
  });

  test('are what its owner took over from a trick on the day, as one purchase or sale of theirs', async () => {
    const person = await rows.trader();
    const over = { status: 'closed', exit_at: NOON, exit_day: DAY, exit_reason: '' };
    const taken = async (of: Trader, more: object): Promise<number> => {
      const served = { trade_order_id: await rows.position(of, { ...over, ...more }), settled: true };
      await rows.order(of, { ...served, role: 'protective' });
      const first = await rows.order(of, { ...served, product: 'delivery', quantity: 60, filled_quantity: 60 });
      await rows.order(of, { ...served, quantity: 40, filled_quantity: 40 });
      return first;
    };
    for (const more of [{ exit_paise: 1 }, { exit_day: BEFORE }, { mode: 'paper' }]) await taken(person, more);
    await taken(await rows.trader(), {});
    const long = await taken(person, {});
    const short = await taken(person, { direction: 'short', quantity: 7, entry_at: new Date('2026-01-04T18:29:59Z') });
    await rows.position(person);
    const theirs = {
      deployment_id: null,
      run_number: null,
      role: 'entry',
      broker_link_id: person.linkId,
      state: 'filled',
    };
    expect(await rows.lines(person)).toMatchObject([
      ...[
        { ...theirs, id: long, side: 'buy', filled_quantity: 100, filled_value_paise: 50_000_00n, is_before: false },
        { ...theirs, id: short, side: 'sell', filled_quantity: 7, filled_value_paise: 3_500_00n, is_before: true },
      ],
    ]);
    expect((await rows.lines(person)).map(({ product, settled_quantity: settled }) => [product, settled])).toEqual([
      ['delivery', 0],
      ['delivery', 0],
    ]);
  });

  test('take what was closed elsewhere from the trick, and give it back to what was done by hand', async () => {
    const person = await rows.trader();
    await rows.order(person, { role: 'exit', side: 'sell', placed_kind: 'elsewhere' });
    expect((await rows.lines(person)).map(({ deployment_id: trick, side }) => [trick, side])).toEqual(
      expect.arrayContaining([
        [person.deploymentId, 'sell'],
        [null, 'buy'],
      ]),
    );
    const short = await rows.trader();
    await rows.order(short, { role: 'exit', side: 'buy', placed_kind: 'elsewhere' });
    expect((await rows.lines(short)).map(({ side }) => side).toSorted()).toEqual(['buy', 'sell']);
  });

  test('have the price of the share that is traded under the name now, in the market that is asked for', async () => {
    const person = await rows.trader();
    await rows.order(person);
    await rows.order(person, { symbol: 'GONE' });
    expect(await rows.lines(person)).toMatchObject([
      { instrument_id: 2, kind: 'equity', last_paise: 600_02, last_at: at(-5), previous_close_paise: 590_00 },
      { instrument_id: null, kind: null, last_paise: null, previous_close_paise: null },
    ]);
    await rows.price(2, { pricePaise: 580_00, at: new Date('2026-01-04T18:29:59Z') });
    expect((await rows.lines(person))[0]?.previous_close_paise).toBe(580_00);
    await rows.price(2, { pricePaise: 580_00, at: new Date('2026-01-04T18:30:00Z') });
    expect((await rows.lines(person))[0]?.previous_close_paise).toBe(590_00);
    await rows.price(2, { pricePaise: 600_02, at: at(-5) });
  });

  test('know the position of their own run, and whether it has news to take in', async () => {
    const person = await rows.trader();
    await rows.order(person);
    const [row] = await rows.lines(person);
    expect(row).toMatchObject({ entry_order_id: null, has_news: false });
    const told = (number: number, applied: Date | null) =>
      sql`INSERT INTO order_news (deployment_id, run_number, body, at, applied_at)
        VALUES (${person.deploymentId}, ${number}, '{}', now(), ${applied})`.execute(rows.kysely);
    await rows.position(person, { run_number: 2 });
    await rows.position(person, { symbol: 'INFY' });
    await rows.position(person, { status: 'closed', exit_paise: 1 });
    await told(2, null);
    await told(1, NOON);
    expect(await rows.lines(person)).toEqual([row]);
    const entry = await rows.position(person);
    await told(1, null);
    expect(await rows.lines(person)).toEqual([{ ...row, entry_order_id: entry, has_news: true }]);
  });

  test('bear what owners asked of them and nobody has answered: at most, and between which prices', async () => {
    const person = await rows.trader();
    const ask = (id: number, body: object, verb = 'modify', applied: Date | null = null) =>
      sql`INSERT INTO broker_order_request (broker_order_id, verb, body, requested_at, applied_at)
        VALUES (${id}, ${verb}, ${JSON.stringify(body)}::jsonb, now(), ${applied})`.execute(rows.kysely);
    const [own, other, entry] = [
      await rows.order(person, { ...HAND, ...RESTS }),
      await rows.order(person, { ...HAND, ...RESTS }),
      await rows.order(person, RESTS),
    ];
    await ask(own, { quantity: 120, pricePaise: 610_00 });
    await ask(own, { quantity: 110, pricePaise: 590_00 });
    await ask(own, { quantity: 900, pricePaise: 900_00 }, 'modify', NOON);
    await ask(own, { quantity: 900, pricePaise: 900_00 }, 'cancel');
    await ask(entry, { quantity: 900, pricePaise: 900_00 });
    const asked = (await rows.lines(person)).map((row) => [
      ...[row.id, row.asked_quantity, row.asked_low_paise, row.asked_high_paise],
    ]);
    expect(asked).toEqual([
      [own, 120, 590_00, 610_00],
      [other, null, null, null],
      [entry, null, null, null],
    ]);
  });
});

describe('the market', () => {
  const market = (instrumentId: number, dataset = DATASET) =>
    readMarket(rows.kysely, { dataset, instrumentId, sessionOpenAt: at(-600).getTime() });

  test('of an instrument is its last price, its last minute of the session, and the clock; or nothing yet', async () => {
    expect(await market(4, 'none')).toEqual({
      ...{ exchange_at: null, seen_at: null, speed: null, feed: null, price_paise: null, previous_close_paise: null },
      ...{ at: null, minute_close_paise: null, minute_at: null },
    });
    const clock = (dataset: string, speed: number) =>
      sql`INSERT INTO market_clock (dataset, exchange_at, seen_at, speed, feed)
        VALUES (${dataset}, ${NOON}, ${NOON}, ${speed}, 'live')`.execute(rows.kysely);
    await clock(DATASET, 1);
    await clock(OTHER_DATASET, 60);
    const minute = (id: number, openAt: Date, close: number, dataset = DATASET) =>
      sql`INSERT INTO candle_tail (dataset, instrument_id, open_at, open_paise, high_paise, low_paise, close_paise, volume)
        VALUES (${dataset}, ${id}, ${openAt}, 1, 1, 1, ${close}, 1)`.execute(rows.kysely);
    await minute(4, at(-601), 1);
    expect(await market(4)).toMatchObject({ minute_close_paise: null, speed: 1, price_paise: 600_04, at: at(-5) });
    await minute(4, at(-600), 2);
    expect((await market(4)).minute_close_paise).toBe(2);
    await minute(4, at(-60), 3);
    await minute(4, at(-120), 4);
    await minute(2, at(-30), 5);
    await minute(4, at(-30), 6, OTHER_DATASET);
    expect(await market(4)).toMatchObject({ minute_close_paise: 3, minute_at: at(-60), feed: 'live' });
  });

  test('of several is what was asked for, of all or of none', async () => {
    const read = async (ids: readonly number[] | 'all') => {
      const { row, prices } = await readClockAndPrices(rows.kysely, DATASET, ids);
      return [row?.speed, ...prices.map(({ instrument_id: id, price_paise: price }) => [id, price]).toSorted()];
    };
    expect(await read([4, 9])).toEqual([1, [4, 600_04]]);
    expect(await read([])).toEqual([1]);
    expect(await read('all')).toHaveLength(5);
    expect((await readClockAndPrices(rows.kysely, 'none', 'all')).row).toBeUndefined();
  });
});
