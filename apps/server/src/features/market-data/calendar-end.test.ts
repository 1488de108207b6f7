import { addDays } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { calendarEndOf } from './calendar-end.ts';

const END_2026 = { lastDay: '2026-12-31', missingYear: 2027 };

test.each([
  ['2026-11-30', undefined],
  ['2026-12-09', undefined],
  ['2026-12-10', { ...END_2026, daysLeft: 21 }],
  ['2026-12-31', { ...END_2026, daysLeft: 0 }],
  ['2027-01-01', { ...END_2026, daysLeft: -1 }],
  ['2027-06-01', { ...END_2026, daysLeft: -152 }],
  // A replay of a year before all lists.
  ['2021-12-15', undefined],
])('on %s operators of a calendar up to 2026 are warned: %o', (today, end) => {
  expect(calendarEndOf([2025, 2026], today)).toEqual(end);
});

test('with the next year entered nobody is warned until its own December, and a later year fills no gap', () => {
  for (let day = '2026-12-01'; day < '2027-12-10'; day = addDays(day, 1)) {
    expect(calendarEndOf([2025, 2026, 2027], day)).toBeUndefined();
  }
  expect(calendarEndOf([2027, 2025, 2026], '2027-12-10')?.missingYear).toBe(2028);
  expect(calendarEndOf([2026, 2028], '2026-12-20')).toEqual({ ...END_2026, daysLeft: 11 });
});
