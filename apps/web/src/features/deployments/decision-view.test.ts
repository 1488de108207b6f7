import type { DecisionRow } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { operandText } from '../../lib/format.ts';
import { levelsOf, marksOf, symbolIn } from './chart-view.ts';
import { decisionFilterIn, decisionsOf } from './decision-view.ts';

const decision = (sequence: number, action: DecisionRow['action'], minute: number): DecisionRow => ({
  decisionId: sequence,
  sequence,
  at: `2026-11-12T10:${String(minute).padStart(2, '0')}:00+05:30`,
  symbol: 'SBIN',
  action,
  rule: 'entry',
  quantity: 1,
  operands: [],
  sentence: '',
  version: 1,
});

const log = [decision(1, 'enter', 5), decision(2, 'veto', 10), decision(3, 'exit', 15), decision(4, 'notice', 15)];

test('the newest decision stands first, and of one moment the one made last', () => {
  expect(decisionsOf(log, 'all').map((row) => row.sequence)).toEqual([4, 3, 2, 1]);
});

test('what was refused can be told from what was done', () => {
  expect(decisionsOf(log, 'refused').map((row) => row.action)).toEqual(['veto']);
  expect(decisionsOf(log, 'acted').map((row) => row.action)).toEqual(['exit', 'enter']);
  expect(decisionFilterIn('nonsense')).toBe('all');
});

test('values are shown finely enough to see which of two was larger', () => {
  expect(operandText(611.84375)).toBe('611.8438');
  expect(operandText(-0.5)).toBe('−0.5');
});

const position = (symbol: string, stopLoss?: number, target?: number) => ({
  positionId: 1,
  TricksId: 7,
  trickName: 'EMA',
  brokerId: 0,
  is_live: 0 as const,
  badge: 'test' as const,
  symbol,
  exchange: 'NSE' as const,
  side: 'buy' as const,
  quantity: 40,
  averagePrice: 612,
  status: 'open' as const,
  states: [],
  reason: '',
  ...(stopLoss === undefined ? {} : { stopLoss }),
  ...(target === undefined ? {} : { target }),
  trailing: false,
  chargesPaise: 0,
  openedAt: '2026-11-12T10:00:00+05:30',
});
const bases = ['SBIN', 'INFY'].map((symbol, i) => ({ baseId: i + 1, exchange: 'NSE' as const, symbol, enabled: true }));

test('the chart opens on what is held, unless the address names another of its instruments', () => {
  expect(symbolIn({ bases, open_positions: [position('INFY')] }, undefined)).toBe('INFY');
  expect(symbolIn({ bases, open_positions: [position('INFY')] }, 'SBIN')).toBe('SBIN');
  expect(symbolIn({ bases, open_positions: [] }, 'TCS')).toBe('SBIN');
});

test('only levels that exist are drawn, and only of the instrument on the chart', () => {
  const words = ((key: string) => key) as unknown as Parameters<typeof levelsOf>[2]['t'];
  const levels = levelsOf([position('SBIN', 606), position('INFY', 1, 2)], 'SBIN', { t: words, isFixed: false });
  expect(levels.map((level) => [level.kind, level.price])).toEqual([
    ['entry', 612],
    ['stop', 606],
  ]);
});

test('marks of other instruments stay off the chart', () => {
  const marker = { at: '2026-11-12T10:00:00+05:30', side: 'buy', purpose: 'entry', price: 1, quantity: 2, reason: 'r' };
  const markers = ['SBIN', 'INFY'].map((symbol) => ({ ...marker, symbol })) as Parameters<typeof marksOf>[0];
  expect(marksOf(markers, 'INFY')).toHaveLength(1);
});
