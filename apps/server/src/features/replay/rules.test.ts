import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { chooseDay } from './rules.ts';

const CALENDAR = createCalendar(NSE_CALENDAR);
/** A Wednesday, at noon, and the Friday after it. */
const STARTED = indiaMoment('2026-07-29', 720);
const FRIDAY_NOON = indiaMoment('2026-07-31', 720);

const days = (now: number, asked?: string, startedAt = STARTED) => chooseDay(CALENDAR, { startedAt, now }, asked);

test('the newest session is shown, with those of the run beside it', () => {
  expect(days(FRIDAY_NOON)).toMatchObject({ session: { date: '2026-07-31' }, previous: '2026-07-30', next: undefined });
  expect(days(FRIDAY_NOON, '2026-07-30')).toMatchObject({ previous: '2026-07-29', next: '2026-07-31' });
  expect(days(FRIDAY_NOON, '2026-07-29')).toMatchObject({ previous: undefined, next: '2026-07-30' });
});

test('on a weekend and before the opening the last session is the newest', () => {
  expect(days(indiaMoment('2026-08-02', 600))).toMatchObject({ session: { date: '2026-07-31' } });
  expect(days(indiaMoment('2026-07-31', 500))).toMatchObject({ session: { date: '2026-07-30' }, next: undefined });
});

test('a day before the run, after today or without a session is no day of it', () => {
  for (const date of ['2026-07-28', '2026-08-03', '2026-08-01']) expect(days(FRIDAY_NOON, date)).toBe('other_day');
});

test('a run that was started after the close has nothing until the next opening', () => {
  const evening = indiaMoment('2026-07-29', 1_200);
  expect(days(indiaMoment('2026-07-30', 500), undefined, evening)).toBe('none');
  expect(days(indiaMoment('2026-07-30', 560), undefined, evening)).toMatchObject({ session: { date: '2026-07-30' } });
});
