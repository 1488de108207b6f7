import { expect, test } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import type { Hole } from './ordered-news.ts';
import { createRepairs } from './repairs.ts';

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
  const repairs = createRepairs({
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
    while (repairs.open() > 0) {
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
