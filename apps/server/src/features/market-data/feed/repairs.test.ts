import type { Bar } from '@trickdesk/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import type { Hole } from './ordered-news.ts';
import { Repairs } from './repairs.ts';

const AT = 1_780_286_400_000;
const MINUTE_MS = 60_000;
const holeOf = (instrumentId: number, minute = 0): Hole => {
  const from = AT + minute * MINUTE_MS;
  return { instrumentId, from, to: from + MINUTE_MS };
};

/** Repairs whose requests are answered one by one, when the test says so. */
function slowBroker(weights: Readonly<Record<number, number>>) {
  const asked: Hole[] = [];
  const answers: (() => void)[] = [];
  const failures: unknown[] = [];
  const filled: Hole[] = [];
  const repairs = new Repairs({
    fetch: (hole) => {
      asked.push(hole);
      return new Promise((resolve) => answers.push(() => resolve({ kind: 'ok', value: [] })));
    },
    fill: async (hole) => void filled.push(hole),
    weightOf: (id) => weights[id] ?? 0,
    onFailure: (error) => failures.push(error),
    log: createLog('error', () => undefined),
    signal: new AbortController().signal,
  });
  const answerAll = async (): Promise<void> => {
    while (repairs.open > 0) {
      answers.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { repairs, asked, filled, failures, answerAll };
}

test('holes of what more hangs on go first, the others as they came, though it was said only while they waited', async () => {
  const weights: Record<number, number> = {};
  const { repairs, asked, answerAll, failures } = slowBroker(weights);
  for (let id = 1; id <= 9; id += 1) repairs.add(holeOf(id));
  Object.assign(weights, { 2: 1, 6: 1, 7: 1, 9: 2 });
  await answerAll();
  // Three were asked for already.
  expect(asked.map(({ instrumentId }) => instrumentId)).toEqual([1, 2, 3, 9, 6, 7, 4, 5, 8]);
  expect(failures).toEqual([]);
});

test('all holes of an instrument go in one request, and each is filled', async () => {
  const { repairs, asked, filled, answerAll } = slowBroker({ 4: 1 });
  const holes = [1, 2, 3, 5, 4].map((id) => holeOf(id));
  const later = [holeOf(5, 7), holeOf(4, 3)];
  for (const hole of [...holes, ...later]) repairs.add(hole);
  await answerAll();
  expect(asked.slice(3)).toEqual([
    { instrumentId: 4, from: AT, to: AT + 4 * MINUTE_MS },
    { instrumentId: 5, from: AT, to: AT + 8 * MINUTE_MS },
  ]);
  expect(new Set(filled)).toEqual(new Set([...holes, ...later]));
});

afterEach(() => {
  vi.useRealTimers();
});

const barAt = (minute: number): Bar => ({
  openAt: AT + minute * MINUTE_MS,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
});

/** A broker that has of each instrument the minutes that the test says, at the moment at which it is asked. */
function lateBroker(has: Record<number, readonly number[]>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked: Hole[] = [];
  const filled: [instrumentId: number, from: number, minutes: number[]][] = [];
  const stop = new AbortController();
  const minuteOf = (at: number): number => (at - AT) / MINUTE_MS;
  const repairs = new Repairs({
    fetch: async (hole) => {
      asked.push(hole);
      const bars = (has[hole.instrumentId] ?? []).map(barAt);
      return { kind: 'ok', value: bars.filter(({ openAt }) => openAt >= hole.from && openAt < hole.to) };
    },
    fill: async ({ instrumentId, from }, bars) =>
      void filled.push([instrumentId, minuteOf(from), bars.map(({ openAt }) => minuteOf(openAt))]),
    weightOf: () => 0,
    onFailure: (error) => {
      throw error;
    },
    log: createLog('error', (line) => logged.push(line)),
    signal: stop.signal,
  });
  const logged: string[] = [];
  return { repairs, asked, filled, logged, stop, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
const movedHole = (instrumentId: number, minute: number): Hole => {
  const hole = holeOf(instrumentId, minute);
  return { ...hole, movedIn: hole.from };
};

test('the candle of a minute that traded is waited for; others do not wait behind it, and a quiet minute is not waited for', async () => {
  const has: Record<number, readonly number[]> = { 2: [5] };
  const { repairs, asked, filled, after } = lateBroker(has);
  for (const hole of [movedHole(1, 5), movedHole(2, 5), holeOf(3, 5)]) repairs.add(hole);
  await after(900);
  expect(filled).toEqual([
    [2, 5, [5]],
    [3, 5, []],
  ]);
  expect(repairs.open).toBe(0);
  await after(1_000);
  has[1] = [5];
  await after(1_000);
  expect(asked.filter(({ instrumentId }) => instrumentId === 1)).toHaveLength(2);
  expect(filled).toHaveLength(2);
  await after(1_000);
  expect(filled.slice(2)).toEqual([[1, 5, [5]]]);
});

test('what a broker that is behind did not have of an earlier hole is filled with the next one, once and first', async () => {
  const has: Record<number, readonly number[]> = { 1: [1] };
  const { repairs, asked, filled, after } = lateBroker(has);
  const gap: Hole = { instrumentId: 1, from: AT, to: AT + 4 * MINUTE_MS };
  repairs.add(gap);
  await after(10);
  has[1] = [1, 2];
  repairs.add(movedHole(1, 4));
  await after(10);
  has[1] = [1, 2, 3, 4];
  await after(1_000);
  has[1] = [1, 2, 3, 4, 5];
  repairs.add(movedHole(1, 5));
  await after(10);
  expect(filled).toEqual([
    [1, 0, [1]],
    [1, 0, [2]],
    [1, 0, [3]],
    [1, 4, [4]],
    [1, 5, [5]],
  ]);
  // Nothing is in doubt any more.
  expect(asked.map(({ from }) => (from - AT) / MINUTE_MS)).toEqual([0, 0, 0, 5]);
});

test('a candle that never comes is given up after some minutes, and said so; the end of a run ends the wait', async () => {
  const { repairs, asked, filled, logged, stop, after } = lateBroker({});
  repairs.add(movedHole(1, 5));
  await after(180_000);
  expect(filled).toEqual([]);
  await after(5_000);
  expect([asked.length, filled]).toEqual([9, [[1, 5, []]]]);
  expect(logged.join()).toContain('it stays missing');
  await after(600_000);
  expect(asked).toHaveLength(9);
  repairs.add(movedHole(2, 6));
  await after(10);
  stop.abort();
  await after(600_000);
  expect(asked).toHaveLength(10);
});

test('a candle that nobody knows of is looked for again when nothing else waits, three times and no more', async () => {
  const has: Record<number, readonly number[]> = { 1: [0], 2: [0] };
  const { repairs, asked, filled, after } = lateBroker(has);
  for (const id of [1, 2]) repairs.add({ instrumentId: id, from: AT, to: AT + 3 * MINUTE_MS });
  await after(4_900);
  expect(asked).toHaveLength(2);
  await after(200);
  expect(asked).toHaveLength(4);
  has[2] = [0, 1, 2];
  await after(30_000);
  expect(filled).toEqual([
    [1, 0, [0]],
    [2, 0, [0]],
    [2, 0, [1, 2]],
  ]);
  await after(600_000);
  expect([asked.filter(({ instrumentId }) => instrumentId === 1).length, asked.length]).toEqual([4, 7]);
  expect(filled).toHaveLength(3);
});

test('a minute whose price did not move is no proof that the broker keeps up', async () => {
  const has: Record<number, readonly number[]> = { 1: [] };
  const { repairs, filled, after } = lateBroker(has);
  repairs.add({ instrumentId: 1, from: AT, to: AT + 4 * MINUTE_MS });
  await after(10);
  repairs.add(holeOf(1, 4));
  await after(10);
  has[1] = [0, 1, 2, 3, 4];
  await after(6_000);
  expect(filled.slice(2)).toEqual([
    [1, 0, [0, 1, 2, 3]],
    [1, 4, [4]],
  ]);
});
