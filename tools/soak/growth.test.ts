import { expect, test } from 'vitest';
import { growthOf, type Minute } from './growth.ts';

const CALM: Minute = { calls: 60_000, p50Ms: 2, p99Ms: 10, megabytes: 600 };
const HOUR = 60;

function hour(change: (minute: number) => Partial<Minute>): Minute[] {
  return Array.from({ length: HOUR }, (_, minute) => ({ ...CALM, ...change(minute) }));
}

function grownOf(minutes: readonly Minute[]): string[] {
  return growthOf(minutes).flatMap(({ what, isGrown }) => (isGrown ? [what] : []));
}

test('an hour that stays as it was has not grown', () => {
  expect(grownOf(hour(() => ({})))).toEqual([]);
});

test.each([
  ['memory', (minute: number) => ({ megabytes: 600 + minute })],
  ['p50', (minute: number) => ({ p50Ms: 2 + minute * 0.02 })],
  ['p99', (minute: number) => ({ p99Ms: 10 + minute * 0.1 })],
] as const)('%s that rises a little each minute has grown', (what, change) => {
  expect(grownOf(hour(change))).toEqual([what]);
});

test('what is taken until a product has settled, and single bad minutes, are no growth', () => {
  const settling = hour((minute) => ({ megabytes: minute < 6 ? 400 + minute * 30 : 600 }));
  expect(grownOf(settling)).toEqual([]);
  const restless = hour((minute) => (minute % 20 === 19 ? { p50Ms: 9, p99Ms: 80, megabytes: 690 } : {}));
  expect(grownOf(restless)).toEqual([]);
});

test('what falls has not grown, and is told with both of its figures', () => {
  const [memory] = growthOf(hour((minute) => ({ megabytes: 700 - minute })));
  expect(memory).toEqual({ what: 'memory', before: 700 - 14.5, after: 700 - 50.5, isGrown: false });
});

test('a run of a few minutes says nothing', () => {
  expect(() => growthOf([CALM, CALM, CALM, CALM])).toThrow('4 minutes are too few');
});
