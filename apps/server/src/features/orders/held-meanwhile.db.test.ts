import type { BrokerPosition } from '@trickdesk/brokers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HandWorld, openHandWorld, playDesk, type Trader } from './testing/hand-world.ts';

let world: HandWorld;
beforeAll(async () => {
  world = await openHandWorld();
});
afterAll(() => world.api.close());

const SALE = { symbol: 'SBIN', side: 'sell', product: 'INTRADAY', quantity: 10, price: 600 } as const;

/** At the broker since before anybody looked from here. */
function shows(netQuantity: number): void {
  const value: BrokerPosition = {
    ...{ exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', product: 'intraday', netQuantity },
    ...{ buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0n, sellValuePaise: 0n },
  };
  world.positions = { kind: 'ok', value: [value] };
}

/** Somebody whose limits let nothing new be opened, and who holds ten at the broker. */
async function stopped(name: string) {
  const trader = await world.trader(name);
  const { accessToken: token } = trader.person;
  const { kysely } = world.api.database.db;
  await sql`INSERT INTO risk_limit (account_id, max_gross_exposure_paise, updated_at)
    VALUES (${trader.person.userId}, 1, now())`.execute(kysely);
  shows(10);
  const sell = (key: string, more: object = {}) =>
    world.api.send('placeorder', { ...SALE, brokerId: trader.brokerId, idempotencyKey: key, ...more }, { token });
  return { trader, sell };
}

const plays = ({ person }: Trader, brokerOrderId: string) =>
  playDesk(world.api, person.userId, { state: 'filled', brokerOrderId, filled: 10 });

test('a sale is weighed without what another has sold since the positions were read', async () => {
  const { trader, sell } = await stopped('meanwhile');
  let first: ReturnType<typeof sell> | undefined;
  world.whilePositions = async () => {
    world.whilePositions = undefined;
    first = sell('meanwhile-1');
    await plays(trader, 'M-1');
    await first;
  };
  const second = await sell('meanwhile-2');
  expect((await first)?.status).toBe(200);
  expect([second.status, second.code]).toEqual([409, 'RISK_VETOED']);
});

test('and with what was sold before they were read, which they show', async () => {
  const { trader, sell } = await stopped('before');
  const first = sell('before-1');
  await plays(trader, 'B-1');
  await first;
  shows(10);
  const second = sell('before-2');
  await plays(trader, 'B-2');
  expect((await second).status).toBe(200);
});
