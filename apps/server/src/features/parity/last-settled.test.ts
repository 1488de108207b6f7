import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { lastSettled } from './last-settled.ts';

const [FRIDAY, MONDAY] = ['2026-11-27', '2026-11-30'] as const;
const calendar = createCalendar(NSE_CALENDAR);
const at = (minute: number, simulated: boolean) =>
  lastSettled({ calendar, simulated }, indiaMoment(MONDAY, minute))?.date;

test('an exit that the closing auction fills belongs to its day: the real exchange’s is over when that is matched', () => {
  expect([15 * 60 + 31, 15 * 60 + 35, 15 * 60 + 36].map((minute) => at(minute, false))).toEqual([
    FRIDAY,
    FRIDAY,
    MONDAY,
  ]);
});

test('a simulated day is over a minute after its close', () => {
  expect([15 * 60 + 30, 15 * 60 + 31].map((minute) => at(minute, true))).toEqual([FRIDAY, MONDAY]);
});
