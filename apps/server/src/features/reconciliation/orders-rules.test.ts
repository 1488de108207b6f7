import { readFileSync } from 'node:fs';
import { ORDER_STATES } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { OurOrder, TheirOrder } from './facts.ts';
import { compareOrders } from './orders-rules.ts';

const TEXTS = new URL('../../../../web/public/assets/locales/en.json', import.meta.url);
const zTexts = z.object({ orders: z.object({ state: z.record(z.string(), z.string()) }) });
const words = zTexts.parse(JSON.parse(readFileSync(TEXTS, 'utf8'))).orders.state;

const terms = {
  brokerOrderId: 'b1',
  tag: undefined,
  tradingSymbol: 'SBIN-EQ',
  side: 'buy',
  product: 'delivery',
  quantity: 10,
  state: 'filled',
  filledQuantity: 10,
} as const;
const ours: OurOrder = { ...terms, id: 1, deploymentId: 7, runNumber: 1, filledValuePaise: 6_000_00 };
const theirs: TheirOrder = { ...terms, averagePaise: 600_00 };

test.each(ORDER_STATES)('an order that is %s here or there is told in the words of the order list', (state) => {
  const word = words[state];
  expect(word).toBeDefined();
  expect(compareOrders([{ ...ours, state }], [])).toMatchObject([{ ours: `${word}, 10 filled` }]);
  expect(compareOrders([], [{ ...theirs, state }])).toMatchObject([{ theirs: `${word}, 10 filled` }]);
  if (state === 'filled') return;
  expect(compareOrders([{ ...ours, state }], [theirs])).toMatchObject([{ ours: word, theirs: 'Filled' }]);
  expect(compareOrders([ours], [{ ...theirs, state }])).toMatchObject([{ ours: 'Filled', theirs: word }]);
});

test('an order whose fate is unclear is told so in words', () => {
  const lost = { ...ours, state: 'unknown', brokerOrderId: undefined, filledQuantity: 0 } as const;
  expect(compareOrders([lost], [])).toMatchObject([{ kind: 'order_unclear', ours: 'Unclear' }]);
});

test('money is grouped as everywhere', () => {
  const worth = { ...ours, filledValuePaise: 10_00_000_00 };
  expect(compareOrders([worth], [theirs])).toMatchObject([{ ours: '₹10,00,000.00', theirs: '₹6,000.00' }]);
});
