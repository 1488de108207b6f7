import { type Bar, type CorporateAction, indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { barsBefore } from './bars-before.ts';

const day = (date: string, close: number): Bar => ({
  ...{ openAt: indiaMoment(date, 555), open: close, high: close, low: close, close, volume: 30 },
});
const BARS = [day('2026-01-01', 600_00), day('2026-01-02', 660_00), day('2026-01-05', 132_00)];

const read = (actions: readonly CorporateAction[], date = '2026-01-05') =>
  barsBefore(
    {
      bars: async ({ to = 0 }) => BARS.filter(({ openAt }) => openAt < to),
      instrument: async () => ({ id: 7 }) as never,
      corporateActions: async () => [...actions],
    },
    { exchange: 'NSE', symbol: 'SBIN', interval: '1d', dataset: 'one', date },
  );

test('on an ex-date the bars before it are in the units of that day, and the day itself is none of them', async () => {
  const split: CorporateAction = { exDate: '2026-01-05', kind: 'split', oldUnits: 1, newUnits: 5 };
  expect((await read([split])).map(([, , , , close, volume]) => [close, volume])).toEqual([
    [120, 150],
    [132, 150],
  ]);
  expect((await read([])).map(([, , , , close]) => close)).toEqual([600, 660]);
  // Of the day before nobody knew of it.
  expect((await read([split], '2026-01-02')).map(([, , , , close]) => close)).toEqual([600]);
});
