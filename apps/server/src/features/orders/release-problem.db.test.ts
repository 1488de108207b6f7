import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HandWorld, openHandWorld } from './testing/hand-world.ts';

let world: HandWorld;
beforeAll(async () => {
  world = await openHandWorld();
});
afterAll(() => world.api.close());

const SALE = { symbol: 'SBIN', side: 'sell', product: 'DELIVERY', quantity: 10, price: 599.95 } as const;

test('the preview of a sale says what its owner has not authorised at the depository', async () => {
  const { person } = await world.trader('dev');
  const sbin = { exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', isin: 'INE062A01020' } as const;
  const held = { quantity: 12, t1Quantity: 2, authorisedQuantity: 0, averagePaise: 500_00 };
  world.holdings = { kind: 'ok', value: [{ ...sbin, ...held }] };
  const problemsOf = async (wish: object) => {
    const { data } = await world.api.send('previeworder', { ...SALE, ...wish }, { token: person.accessToken });
    return data.preview.problems.map(({ sentence }) => sentence);
  };
  expect(await problemsOf({})).toEqual([
    'Your broker may sell 2 of SBIN today; the rest waits until you authorise its sale at CDSL, on the page of holdings.',
  ]);
  expect(await problemsOf({ quantity: 2 })).toEqual([]);
  expect(await problemsOf({ side: 'buy' })).toEqual([]);
});
