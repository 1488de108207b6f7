import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { keptFrom } from './thinning.ts';

const calendar = createCalendar(NSE_CALENDAR);

test('minutes are kept from the opening day of the sixtieth session back, the one under way included', () => {
  const at = indiaMoment('2025-07-09', 10 * 60);
  const from = keptFrom(at, calendar) ?? 0;
  let sessions = 0;
  for (let day = from; day <= at; day += 86_400_000) if (calendar.sessionAt(day + 10 * 3_600_000)) sessions += 1;
  expect(sessions).toBe(60);
  expect(calendar.sessionAt(from + 10 * 3_600_000)).toBeDefined();
});

test('where the calendar ends nothing is thinned by guess', () => {
  expect(keptFrom(indiaMoment('2000-02-01', 600), calendar)).toBeUndefined();
});
