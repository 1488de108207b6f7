import { NSE_CALENDAR } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSessions, readCalendarLines } from './calendar-lines.ts';
import { LIST_OF_2027 } from './testing/list-of-2027.ts';

test('a pasted list is read line by line, in any order, with empty lines between', () => {
  const { written, problems } = readCalendarLines(2027, `\r\n${LIST_OF_2027.split('\n').reverse().join('\r\n')}\n`);
  expect(problems).toEqual([]);
  expect(written.holidays.map(({ day }) => day)).toEqual(written.holidays.map(({ day }) => day).toSorted());
  expect(written.holidays[0]).toEqual({ day: '2027-01-26', name: 'Republic Day' });
  expect(written.special).toEqual([
    { day: '2027-02-01', name: 'Budget', opens: null, closes: null },
    { day: '2027-10-29', name: 'Muhurat', opens: '18:00', closes: '19:00' },
  ]);
});

test.each([
  ['2027-1-26 Republic Day', 'Line 1: Write a day and its name, such as 2027-01-26 Republic Day.'],
  ['2027-01-26', 'Line 1: Write a day and its name, such as 2027-01-26 Republic Day.'],
  ['2027-02-30 Nothing', 'Line 1: There is no day 2027-02-30.'],
  ['2026-01-26 Republic Day', 'Line 1: The day 2026-01-26 is not in 2027.'],
  ['2027-10-29 19:00-18:00 Muhurat', 'Line 1: 19:00-18:00 are no hours of a session. Write such as 18:00-19:00.'],
  ['2027-10-29 18:00-25:00 Muhurat', 'Line 1: 18:00-25:00 are no hours of a session. Write such as 18:00-19:00.'],
  [`2027-01-26 ${'x'.repeat(81)}`, 'Line 1: The name is too long.'],
])('of a line %j it is said what is wrong', (line, problem) => {
  expect(readCalendarLines(2027, `${line}\n${LIST_OF_2027}`).problems).toEqual([problem]);
});

test('a day that stands twice, and a part of a list, are named', () => {
  const twice = `${LIST_OF_2027}\n2027-01-26 Republic Day`;
  expect(readCalendarLines(2027, twice).problems).toEqual([
    `Line ${twice.split('\n').length}: 2027-01-26 stands in a line before it.`,
  ]);
  expect(readCalendarLines(2027, '2027-01-26 Republic Day\n2027-08-15 A Sunday').problems).toEqual([
    'Holidays on weekdays in it: 1. A year has 8 or more: paste the whole list.',
  ]);
  // A special session may lie on a holiday.
  expect(readCalendarLines(2027, `${LIST_OF_2027}\n2027-10-29 Diwali`).problems).toEqual([]);
});

test('sessions are the weekdays less the holidays, and the special sessions with hours', () => {
  expect(countSessions({ year: 2027, holidays: [], special: [] })).toBe(261);
  // A session without hours is none, and one in the evening of a Friday takes the place of its day's.
  const { written } = readCalendarLines(2027, LIST_OF_2027);
  const weekdays = new Set([...written.holidays, ...written.special.slice(0, 1)].map(({ day }) => day));
  const gone = [...weekdays].filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 !== 0).length;
  expect(countSessions(written)).toBe(261 - gone);
});

test('the lists of past years read back as they are', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NSE_CALENDAR.years), (year) => {
      const holidays = NSE_CALENDAR.holidays.filter((day) => day.startsWith(String(year)));
      const { written, problems } = readCalendarLines(year, holidays.map((day) => `${day} Holiday`).join('\n'));
      expect([written.holidays.map(({ day }) => day), problems]).toEqual([[...holidays].sort(), []]);
    }),
  );
});
