import type { HandPositionRow } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { coveredInPart, levelsOf } from './held-position.ts';

const HELD: HandPositionRow = {
  ...{ placedBy: 'hand', isByHand: true, handedOverBy: [], brokerId: 1, is_live: 1, badge: 'live_simulated' },
  ...{ symbol: 'SBIN', exchange: 'NSE', side: 'buy', product: 'INTRADAY', quantity: 100, averagePrice: 600 },
  ...{ status: 'open', states: [], reason: 'Opened by hand.', restingQuantity: 60 },
  openedAt: '2026-01-05T09:15:00+05:30',
};

test('a position by hand shows its stop as one of a trick does, and for how much it is where that is not all', () => {
  expect(levelsOf(HELD).stopLoss).toBeUndefined();
  expect(coveredInPart(HELD)).toBeUndefined();
  const inPart = { ...HELD, stop: { triggerPrice: 590, quantity: 60 } };
  expect(levelsOf(inPart).stopLoss).toBe(590);
  expect(coveredInPart(inPart)).toBe(60);
  expect(coveredInPart({ ...HELD, stop: { triggerPrice: 590, quantity: 100 } })).toBeUndefined();
});
