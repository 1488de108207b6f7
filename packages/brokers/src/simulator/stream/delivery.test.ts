import { expect, test } from 'vitest';
import { createDelivery, type Outlet } from './delivery.ts';

function socketOwing(bufferedAmount: number): { outlet: Outlet; log: string[] } {
  const log: string[] = [];
  const outlet: Outlet = {
    bufferedAmount,
    readyState: 1,
    OPEN: 1,
    send: () => log.push('sent'),
    terminate: () => log.push('terminated'),
  };
  return { outlet, log };
}

const MB = 1024 * 1024;

test.each([
  ['that keeps up gets every mode', 0, ['sent', 'sent', 'sent'], 0],
  ['that is slow loses price-only packets', MB, ['sent', 'sent'], 1],
  ['that is very slow loses all', 3 * MB, [], 3],
  ['that is hopeless loses its connection', 17 * MB, ['terminated', 'terminated', 'terminated'], 0],
])('a socket %s, and what it loses is counted', (_, owed, expected, dropped) => {
  const { outlet, log } = socketOwing(owed);
  const delivery = createDelivery(() => 0);
  for (const mode of [1, 2, 3] as const) delivery.send(outlet, mode, Buffer.alloc(51));
  expect(log).toEqual(expected);
  expect(delivery.counters().dropped).toBe(dropped);
});

test('a mute holds everything back for wall time, a gap what is stamped before its end', () => {
  let now = 1_000;
  const delivery = createDelivery(() => now);
  delivery.mute(500);
  expect(delivery.withholds(9e12)).toBe(true);
  now = 1_500;
  expect(delivery.withholds(9e12)).toBe(false);
  delivery.gapUntil(5_000);
  expect([4_999, 5_000].map(delivery.withholds)).toEqual([true, false]);
  expect(delivery.counters().withheld).toBe(2);
});
