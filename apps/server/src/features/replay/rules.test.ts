import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { chooseDay, runsOfDay } from './rules.ts';

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

const at = (date: string, minute: number) => new Date(indiaMoment(date, minute));
const session = (date: string) => {
  const found = CALENDAR.sessionOn(date);
  if (!found) throw new Error(`${date} has no session`);
  return found;
};
/** One for each line, numbered from one: its mode, when it began and what it was fed last. */
const runs = (...spans: readonly (readonly ['paper' | 'live', Date, Date | null])[]) =>
  spans.map(([mode, started_exchange_at, last_bar_at], i) => ({
    ...{ run_number: i + 1, mode, started_exchange_at, last_bar_at },
  }));

test('a day is told of the runs that were up on it, whichever came after', () => {
  const all = runs(
    ['paper', at('2026-07-29', 560), at('2026-07-29', 700)],
    ['paper', at('2026-07-29', 720), at('2026-07-30', 600)],
    ['paper', at('2026-07-31', 600), at('2026-07-31', 720)],
  );
  const shown = (date: string) => runsOfDay(all, session(date)).map(({ run_number }) => run_number);
  expect([shown('2026-07-29'), shown('2026-07-30'), shown('2026-07-31')]).toEqual([[1, 2], [2], [3]]);
});

test('live runs stand alone on their day; where none was up, the newest that had begun is shown', () => {
  const all = runs(
    ['paper', at('2026-07-28', 560), at('2026-07-29', 600)],
    ['live', at('2026-07-29', 601), at('2026-07-29', 700)],
    ['paper', at('2026-07-31', 600), null],
  );
  const shown = (date: string) => runsOfDay(all, session(date)).map(({ run_number }) => run_number);
  expect([shown('2026-07-28'), shown('2026-07-29')]).toEqual([[1], [2]]);
  expect([shown('2026-07-30'), shown('2026-07-31')]).toEqual([[2], [3]]);
});
