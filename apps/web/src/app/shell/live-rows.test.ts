import type { MyTrick } from '@trickdesk/contract';

import { expect, test } from 'vitest';
import { withPnl, withTrick } from './live-rows.ts';

const row = (TricksId: number, dayPnlPaise: number): MyTrick => ({
  TricksId,
  name: `Trick ${TricksId}`,
  strategyId: 1,
  strategyName: 'EMA trend',
  mode: 'Test',
  badge: 'test',
  trickStatus: 1,
  phase: 'running',
  capitalPaise: 1_00_000_00,
  dayPnlPaise,
  totalPnlPaise: 0,
  openPositions: 0,
  brokerId: 0,
  roboPro: false,
  symbols: ['SBIN'],
  interval: '5m',
});

test('a profit that came by event lands on its trick and on no other', () => {
  const rows = [row(1, 10), row(2, 20)];
  const after = withPnl(rows, { tricks: [{ TricksId: 2, dayPnlPaise: -5, totalPnlPaise: 7 }] });
  expect(after.map((each) => [each.TricksId, each.dayPnlPaise, each.totalPnlPaise])).toEqual([
    [1, 10, 0],
    [2, -5, 7],
  ]);
  expect(after[0]).toBe(rows[0]);
});

test('a trick that changed replaces its row; one that is not on screen adds none', () => {
  const rows = [row(1, 10)];
  expect(withTrick(rows, { ...row(1, 99), trickStatus: 3 })[0]?.trickStatus).toBe(3);
  expect(withTrick(rows, row(9, 1))).toEqual(rows);
});
