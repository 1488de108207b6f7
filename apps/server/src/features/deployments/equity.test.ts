import { expect, test } from 'vitest';
import { equityOf } from './read-details.ts';

test('the line of equity begins with the capital on the eve of the first result', () => {
  const daily = [
    { day: '2025-07-01', net: -286_00n },
    { day: '2025-07-03', net: 100_00n },
  ];
  expect(equityOf(1_00_000_00n, daily)).toEqual([
    { date: '2025-06-30', valuePaise: 1_00_000_00 },
    { date: '2025-07-01', valuePaise: 99_714_00 },
    { date: '2025-07-03', valuePaise: 99_814_00 },
  ]);
});

test('of a first day that is a Monday the eve is the Friday, on which the capital stood there too', () => {
  const [start] = equityOf(1_00_000_00n, [{ day: '2025-07-07', net: 1n }]);
  expect(start).toEqual({ date: '2025-07-04', valuePaise: 1_00_000_00 });
});

test('without a result there is no line', () => {
  expect(equityOf(1_00_000_00n, [])).toEqual([]);
});
