import { expect, test } from 'vitest';
import { continuousTrading, createCalendar } from './calendar.ts';
import { NSE_CALENDAR, NSE_SEGMENTS } from './holidays/index.ts';
import { indiaMoment } from './india-time.ts';
import { phaseAt } from './trading-phase.ts';

const calendar = createCalendar(NSE_CALENDAR);
const withAuction = {
  ...calendar,
  hoursOf: (symbol: string, session: Parameters<typeof continuousTrading>[1]) =>
    continuousTrading(symbol, session, {
      hours: NSE_SEGMENTS.hours,
      members: new Map([['SBIN', 'closing_auction']]),
    }),
};
const phases = (date: string, symbol: string, known = withAuction) =>
  [9 * 60 + 14, 915 - 1, 915, 920 - 1, 920, 930 - 1, 930].map(
    (minute) => phaseAt(known, symbol, indiaMoment(date, minute)).phase,
  );

test('a share with a closing auction is taken orders for until 15:15, from 15:20 on for that, and others to the end', () => {
  const before = ['closed', 'continuous'];
  expect(phases('2026-11-30', 'SBIN')).toEqual([
    ...before,
    ...['auction_ahead', 'auction_ahead', 'auction', 'auction', 'closed'],
  ]);
  const whole = [...before, 'continuous', 'continuous', 'continuous', 'continuous', 'closed'];
  expect(phases('2026-11-30', 'IDEA')).toEqual(whole);
  // Before the exchange had one.
  expect(phases('2026-07-31', 'SBIN')).toEqual(whole);
  // A calendar that knows of none, as that of the simulated exchange.
  expect(phases('2026-11-30', 'SBIN', { ...calendar } as typeof withAuction)).toEqual(whole);
});
