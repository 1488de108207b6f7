import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { SessionClock } from './session-clock.ts';
import { CALENDAR, configOf, definitionOf } from './testing/fixtures.ts';

/** Whether a minute after ten o'clock may open a position, where the strategy trades on some weekdays. */
function allows(date: string, weekdays: readonly number[]): boolean {
  const session = { entryFrom: '09:15', entryTo: '15:15', squareOff: '15:20', weekdays };
  const clock = new SessionClock(configOf(definitionOf({ session }), { calendar: CALENDAR }));
  return clock.allowsEntry(indiaMoment(date, 600), indiaMoment(date, 601), 'SBIN');
}

test('weekdays count from Monday at 1 to Sunday at 7', () => {
  // 2026-09-07 was a Monday.
  const week = Array.from({ length: 7 }, (_, i) => `2026-09-${String(7 + i).padStart(2, '0')}`);
  const allowed = week.map((date) => [1, 2, 3, 4, 5, 6, 7].filter((day) => allows(date, [day])));
  expect(allowed).toEqual([[1], [2], [3], [4], [5], [6], [7]]);
});
