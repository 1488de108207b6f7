import type { BrokerFunds, BrokerReply } from '@trickdesk/brokers';
import { expect, test } from 'vitest';
import { type ReadBroker, readTheirBooks } from './read-books.ts';

const tokens = { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: 0 };
const ACCESS = { clientCode: 'S100001', apiKey: 'k', tokens };
const ok = async (): Promise<BrokerReply<never[]>> => ({ kind: 'ok', value: [] });
const refused = async (): Promise<BrokerReply<BrokerFunds>> => ({ kind: 'unavailable', cause: 'timeout' });

/** A broker whose order book has no turn so many times, because the account's desk has just read it. */
function busyBroker(times: number): { readonly broker: ReadBroker; readonly asked: () => number } {
  let asked = 0;
  const orderBook = async (): Promise<BrokerReply<never[]>> => {
    asked += 1;
    return asked > times ? ok() : { kind: 'rate_limited' };
  };
  const orders = { orderBook, tradeBook: ok, positions: ok, holdings: ok };
  return { broker: { orders: () => orders, sessions: { funds: refused } }, asked: () => asked };
}

test('a book that has no turn at once is asked for again, and left out only when it never has one', async () => {
  const busy = busyBroker(2);
  expect((await readTheirBooks(busy.broker, ACCESS, 1)).missing).toEqual(['funds']);
  const neverFree = busyBroker(100);
  expect((await readTheirBooks(neverFree.broker, ACCESS, 1)).missing).toEqual(['funds', 'orders']);
  expect(neverFree.asked()).toBe(4);
});
