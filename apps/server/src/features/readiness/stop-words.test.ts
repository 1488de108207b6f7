import { expect, test } from 'vitest';
import { readinessOf } from './readiness-of.ts';
import { holding, withTrick } from './testing/ready-facts.ts';

test('on a day that the calendar does not know the board says when a stop is placed, and not that trading is closed', () => {
  const held = withTrick({ holdings: [holding('SBIN', 100, 0)], bases: [] });
  const newYear = { ...held.day, date: '2027-01-04', kind: 'unknown' as const, session: undefined };
  expect(readinessOf({ ...held, day: newYear }).stop.why).toBe(
    'The exchange’s calendar of 2027 is not known here, and no stop rests for SBIN. It is placed when the first price of the day shows that the exchange trades; until then watch it yourself.',
  );
});
