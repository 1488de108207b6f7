import type { TimelineEntry } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { chaptersOf } from './story-chapters.ts';

const at = '2026-01-05T10:00:00+05:30';
const own = (what: TimelineEntry['what'], role?: 'entry' | 'exit'): TimelineEntry => ({
  what,
  at,
  ...(role === undefined ? {} : { role }),
});
const stop = (lines: number): TimelineEntry[] =>
  Array.from({ length: lines }, () => ({ what: 'reported', at, role: 'protective' }));
const lengths = (timeline: TimelineEntry[]) => {
  const { before, story, after } = chaptersOf(timeline);
  expect([...before, ...story, ...after]).toEqual(timeline);
  return [before.length, story.length, after.length];
};

test('an exit begins with its decision, whatever its stop went through before', () => {
  const decided = [own('decided'), own('intended')];
  expect(lengths([...stop(36), ...decided, ...stop(5)])).toEqual([36, 7, 0]);
  expect(lengths([...stop(36), ...decided, own('asked', 'exit'), ...stop(2)])).toEqual([36, 5, 0]);
  expect(lengths([...stop(3), ...decided])).toEqual([0, 5, 0]);
});

test('an entry ends with its stop at the broker, and what became of that is folded', () => {
  const entry = [own('decided'), own('intended'), own('asked', 'entry'), own('reported', 'entry')];
  expect(lengths([...entry, ...stop(40)])).toEqual([0, 8, 36]);
  expect(lengths([...entry, ...stop(7)])).toEqual([0, 11, 0]);
  expect(lengths(entry)).toEqual([0, 4, 0]);
});

test('nothing is folded where no decision stands, or something else came before it', () => {
  expect(lengths(stop(30))).toEqual([0, 30, 0]);
  expect(lengths([own('asked', 'entry'), ...stop(10), own('decided')])).toEqual([0, 12, 0]);
});
