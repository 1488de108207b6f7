import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerAccess, BrokerProduct, BrokerSide } from '@trickdesk/brokers';
import { indiaDateOf } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSimMarket, SBIN_TOKEN, type SimMarket } from '../desk/testing/sim-market.ts';
import type { OpeningFunds, OurBooks, TheirBooks } from './facts.ts';
import { compareFunds, expectedFunds } from './funds-rules.ts';
import { readTheirBooks } from './read-books.ts';

const TICK_PAISE = 10;
let market: SimMarket;
let access: BrokerAccess;
beforeAll(async () => {
  market = await openSimMarket({ speed: 5 });
  access = await market.signIn('S100041');
});
afterAll(() => market.close());

const read = async (): Promise<TheirBooks> => {
  const { books, missing } = await readTheirBooks(market.api, access);
  expect(missing).toEqual([]);
  return books;
};

let orders = 0;
/** Trades at once, with a limit beyond the market, and waits for it. */
async function trade(side: BrokerSide, product: BrokerProduct, quantity: number): Promise<void> {
  orders += 1;
  const tag = `funds${orders}`;
  const beyond = market.lastPaise() * (side === 'buy' ? 1.01 : 0.99);
  const pricePaise = Math.round(beyond / TICK_PAISE) * TICK_PAISE;
  const instrument = { exchange: 'NSE', token: SBIN_TOKEN, tradingSymbol: 'SBIN-EQ' } as const;
  const order = { instrument, side, product, kind: 'limit', quantity, pricePaise, tag } as const;
  expect((await market.api.orders(access).place(order, 'entry')).kind).toBe('accepted');
  await vi.waitFor(
    async () => {
      const own = (await market.book(access)).find((known) => known.tag === tag);
      expect(own?.filledQuantity).toBe(quantity);
    },
    { timeout: 20_000, interval: 300 },
  );
}

test('a day at the broker: trades, parts, resting orders and charges come to its funds, to the paisa', async () => {
  const { funds } = await read();
  const at = market.now();
  const opening: OpeningFunds = { cashPaise: funds?.cashPaise ?? 0, movedPaise: funds?.movedPaise ?? 0, at };
  const day = indiaDateOf(at);
  const ours: OurBooks = { day, orders: [], runs: [], charges: [], opening, etfs: new Set() };
  expect(opening.cashPaise).toBe(10_00_000_00);
  await sleep(1_000);
  await trade('buy', 'delivery', 30);
  await trade('sell', 'delivery', 10);
  await trade('sell', 'delivery', 5);
  await trade('buy', 'intraday', 40);
  expect(expectedFunds(ours, await read()).kind).toBe('not_compared');
  await trade('sell', 'intraday', 15);
  await trade('sell', 'intraday', 25);
  // What it blocks is no loss of cash.
  const resting = Math.round((market.lastPaise() * 0.97) / TICK_PAISE) * TICK_PAISE;
  const instrument = { exchange: 'NSE', token: SBIN_TOKEN, tradingSymbol: 'SBIN-EQ' } as const;
  const order = { instrument, side: 'buy', product: 'delivery', kind: 'limit', quantity: 9 } as const;
  await market.api.orders(access).place({ ...order, pricePaise: resting, tag: 'rests' }, 'entry');
  await sleep(500);
  const theirs = await read();
  expect(theirs.trades?.length).toBeGreaterThanOrEqual(6);
  expect(expectedFunds(ours, theirs).kind).toBe('expected');
  expect(theirs.funds?.availablePaise).toBeLessThan(theirs.funds?.cashPaise ?? 0);
  expect(compareFunds(ours, theirs)).toEqual([]);
  const { funds: last } = theirs;
  // So much more that no charge still to come explains it, whatever the day's prices have made of the trades.
  const more = last && { ...last, cashPaise: (last.cashPaise ?? 0) + 5_000_00 };
  const [found] = compareFunds(ours, { ...theirs, funds: more });
  expect(found).toMatchObject({ kind: 'funds' });
  expect(found?.explanation).toBeUndefined();
}, 120_000);
