import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { dayToCompare } from './day-to-compare.ts';

const DAY = '2026-11-30';
const calendar = createCalendar(NSE_CALENDAR);
const at = (minute: number, simulated: boolean) => dayToCompare({ calendar, simulated }, indiaMoment(DAY, minute));

test('a real exchange trades in its closing auction after the session: the day is compared when that is over', () => {
  expect([15 * 60 + 31, 15 * 60 + 35, 15 * 60 + 36].map((minute) => at(minute, false))).toEqual([
    undefined,
    undefined,
    DAY,
  ]);
});

test('a simulated day, which ends some minutes after its close, is compared at once', () => {
  expect([15 * 60 + 30, 15 * 60 + 31].map((minute) => at(minute, true))).toEqual([undefined, DAY]);
});
