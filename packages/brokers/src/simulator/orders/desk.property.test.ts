import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountRecord, type OrderRecord, recordSchemas } from './records.ts';
import type { StoredRecord } from './state.ts';
import { type Act, actorOn, anyAct } from './testing/acts.ts';
import { type Floor, type FloorOptions, openFloor } from './testing/floor.ts';

const RUNS = 150;
const CLIENTS = ['S100001', 'S100002', 'S100003'];
const OPENING_CASH = 10_00_000_00;
const manyActs = fc.array(anyAct, { minLength: 5, maxLength: 60 });
const anyOptions: fc.Arbitrary<FloorOptions> = fc.record({
  frictions: fc.constantFrom('real', 'real', 'none'),
  shown: fc.integer({ min: 1, max: 200 }).map((most) => (sequence: number) => 1 + ((sequence * 37) % most)),
  latencyMs: fc.constantFrom({ least: 0, most: 0 }, { least: 0, most: 20 }),
  seed: fc.nat(100),
});

/** Runs acts and looks after each of them. */
async function after(options: FloorOptions, acts: readonly Act[], look: (floor: Floor) => void): Promise<void> {
  const floor = openFloor(options);
  const act = actorOn(floor);
  for (const one of acts) {
    await act(one);
    look(floor);
  }
  floor.desk.close();
}

function property(look: () => (floor: Floor) => void): Promise<void> {
  return fc.assert(
    fc.asyncProperty(anyOptions, manyActs, (options, acts) => after(options, acts, look())),
    { numRuns: RUNS },
  );
}

function rowsOf(rows: readonly StoredRecord[], kind: string): unknown[] {
  return rows.filter((row) => row.kind === kind).map((row): unknown => JSON.parse(row.json));
}

const ordersIn = (floor: Floor): OrderRecord[] =>
  rowsOf(floor.rows(), 'order').map((row) => recordSchemas.order.parse(row));

const accountsIn = (floor: Floor): AccountRecord[] =>
  rowsOf(floor.rows(), 'account').map((row) => recordSchemas.account.parse(row));

test('what is filled is the sum of the trades, never more than was ordered, and never becomes less', async () => {
  await property(() => {
    const before = new Map<string, number>();
    return ({ desk }) => {
      for (const client of CLIENTS) {
        for (const order of desk.orders(client)) {
          const fills = desk.trades(client).filter((trade) => trade.orderId === order.orderId);
          expect(order.filledQuantity).toBe(sum(fills, (fill) => fill.quantity));
          expect(order.filledValuePaise).toBe(sum(fills, (fill) => fill.quantity * fill.pricePaise));
          expect(order.filledQuantity).toBeLessThanOrEqual(order.quantity);
          expect(order.filledQuantity).toBeGreaterThanOrEqual(before.get(order.orderId) ?? 0);
          expect(order.filledQuantity + order.unfilledQuantity + order.cancelledQuantity).toBe(
            order.status === 'rejected' ? 0 : order.quantity,
          );
          before.set(order.orderId, order.filledQuantity);
        }
      }
    };
  });
});

test('no fill is beyond the limit that the order had at that moment', async () => {
  await property(() => {
    const seen = new Set(['']);
    return (floor) => {
      const trades = new Map(CLIENTS.flatMap((client) => floor.desk.trades(client)).map((fill) => [fill.fillId, fill]));
      for (const { order } of floor.updates.splice(0)) {
        // The first update that names a fill is the fill's own; later ones may have another limit.
        if (seen.has(order.fillId)) continue;
        seen.add(order.fillId);
        const price = trades.get(order.fillId)?.pricePaise ?? order.pricePaise;
        const [lower, higher] = order.side === 'BUY' ? [price, order.pricePaise] : [order.pricePaise, price];
        expect(lower).toBeLessThanOrEqual(higher);
      }
    };
  });
});

test('positions are the sums of the trades, and what is available and used is the cash', async () => {
  await property(() => ({ desk }) => {
    for (const client of CLIENTS) {
      for (const position of desk.positions(client)) {
        const own = desk
          .trades(client)
          .filter((trade) => trade.token === position.token && trade.product === position.product);
        const of = (side: string) => own.filter((trade) => trade.side === side);
        expect(position.buyQuantity).toBe(sum(of('BUY'), (trade) => trade.quantity));
        expect(position.sellValuePaise).toBe(sum(of('SELL'), (trade) => trade.quantity * trade.pricePaise));
      }
      const funds = desk.funds(client);
      expect(funds.availablePaise + funds.usedPaise).toBe(funds.cashPaise);
    }
  });
});

test('no money appears or is lost: cash, what is owned at cost and charges less results stay what they were', async () => {
  await property(() => (floor) => {
    for (const account of accountsIn(floor)) {
      const delivery = account.stakes.filter((stake) => stake.product === 'DELIVERY');
      const intraday = account.stakes.filter((stake) => stake.product === 'INTRADAY');
      const owned = sum([...delivery, ...account.holdings], (lot) => lot.costPaise);
      expect(account.cashPaise + owned + account.chargesPaise - account.realisedPaise).toBe(OPENING_CASH);
      for (const stake of intraday) {
        const open = Math.sign(stake.netQuantity) * stake.costPaise;
        expect(stake.realisedPaise).toBe(stake.sellValuePaise - stake.buyValuePaise + open);
      }
      const quantities = [
        ...delivery.map((stake) => stake.netQuantity),
        ...account.holdings.flatMap((lot) => [lot.settledQuantity, lot.t1Quantity]),
      ];
      expect(Math.min(0, ...quantities)).toBe(0);
    }
  });
});

test('nobody at the exchange is served while a better or earlier order of the same side still waits', async () => {
  await property(() => {
    let before = new Map<string, number>();
    return (floor) => {
      const orders = ordersIn(floor);
      const resting = orders.filter(
        (order) => before.has(order.uniqueOrderId) && !order.armed && order.rests === false,
      );
      for (const served of resting) {
        if (served.filledQuantity === before.get(served.uniqueOrderId)) continue;
        const waiting = resting.filter(
          (other) =>
            other.status === 'open' &&
            other.side === served.side &&
            (other.side === 'BUY' ? other.pricePaise > served.pricePaise : other.pricePaise < served.pricePaise),
        );
        expect(waiting.map((order) => order.orderId)).toEqual([]);
        const earlier = resting.filter(
          (other) =>
            other.status === 'open' &&
            other.side === served.side &&
            other.pricePaise === served.pricePaise &&
            other.priority < served.priority,
        );
        expect(earlier.map((order) => order.orderId)).toEqual([]);
      }
      before = new Map(
        orders
          .filter((order) => order.status === 'open' && !order.armed)
          .map((order) => [order.uniqueOrderId, order.filledQuantity]),
      );
    };
  });
});

test('the same seed and the same acts are the same run, and a process that dies anywhere in it changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyOptions, manyActs, fc.array(fc.nat(60), { maxLength: 4 }), async (options, acts, deaths) => {
      const [whole, again, broken] = [openFloor(options), openFloor(options), openFloor(options)];
      const actors = [actorOn(whole), actorOn(again), actorOn(broken)];
      for (const [i, act] of acts.entries()) {
        for (const actor of actors) await actor(act);
        if (deaths.includes(i)) broken.restart();
      }
      for (const other of [again, broken]) {
        expect(other.updates).toEqual(whole.updates);
        expect(sorted(other.desk.snapshot())).toEqual(sorted(whole.desk.snapshot()));
        expect(sortedRows(other.rows())).toEqual(sortedRows(whole.rows()));
      }
      for (const floor of [whole, again, broken]) floor.desk.close();
    }),
    { numRuns: RUNS },
  );
});

function sorted(snapshot: string): unknown {
  const rows: StoredRecord[] = JSON.parse(snapshot);
  return sortedRows(rows);
}

function sortedRows(rows: readonly StoredRecord[]): unknown {
  return rows
    .map((row) => ({ name: `${row.kind}/${row.key}`, value: JSON.parse(row.json) as unknown }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
