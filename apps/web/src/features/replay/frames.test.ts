import type { DecisionRow, ReplayFrame } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { decidedBy, decisiveFrames, frameAt, marksBy } from './frames.ts';

const time = (minute: number, second = 0) =>
  `2026-11-12T10:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}+05:30`;

/** Bars of five minutes that close at 10:05, 10:10 and 10:15. */
const frames: ReplayFrame[] = [5, 10, 15].map((minute) => ({
  candle: [Date.parse(time(minute - 5)) / 1_000, 1, 1, 1, 1, 1],
  closedAt: time(minute),
  holds: [],
  values: [],
}));
const decision = (at: string, sequence: number): DecisionRow => ({
  ...{ decisionId: sequence, sequence, at, symbol: 'SBIN', action: 'enter', rule: 'entry', quantity: 1 },
  ...{ operands: [], sentence: '', version: 1 },
});
const [first, second, third] = frames as [ReplayFrame, ReplayFrame, ReplayFrame];
/** At a close, inside a bar, and inside the bar after the last. */
const decisions = [decision(time(5), 1), decision(time(12, 30), 2), decision(time(16), 3)];

test('a moment shows the bar that had closed last', () => {
  const at = (text: string) => frameAt(frames, Date.parse(text));
  expect([at(time(1)), at(time(5)), at(time(9, 59)), at(time(10)), at(time(59))]).toEqual([0, 0, 0, 1, 2]);
});

test('nothing is told before it was decided', () => {
  expect(decidedBy(decisions, first).map(({ sequence }) => sequence)).toEqual([1]);
  expect(decidedBy(decisions, second).map(({ sequence }) => sequence)).toEqual([1]);
  expect(decidedBy(decisions, third).map(({ sequence }) => sequence)).toEqual([2, 1]);
});

test('one goes from decision to decision; what came after the last bar is on none', () => {
  expect(decisiveFrames(frames, decisions)).toEqual([0, 2]);
});

test('a fill is marked from the bar in which it happened', () => {
  const marker = {
    at: time(12),
    symbol: 'SBIN',
    side: 'buy',
    purpose: 'entry',
    price: 1,
    quantity: 1,
    reason: '',
  } as const;
  expect([first, second, third].map((frame) => marksBy([marker], frame).length)).toEqual([0, 0, 1]);
});
