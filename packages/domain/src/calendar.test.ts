import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continuousTrading, createCalendar, daysBetween } from './calendar.ts';
import { calendarFromTradingDays, NSE_CALENDAR, NSE_UNLISTED_SESSIONS } from './holidays/index.ts';
import { addDays, indiaDateOf, indiaMoment, toIndiaIso, weekdayOf } from './india-time.ts';

const nse = createCalendar(NSE_CALENDAR);

function daysOf(year: number): string[] {
  const days: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) days.push(day);
  return days;
}

describe('continuous trading', () => {
  const hours = [
    { segment: 'cash', from: '2000-01-01', closes: '15:30' },
    { segment: 'closing_auction', from: '2026-08-03', closes: '15:15' },
  ];
  const closeOf = (symbol: string, date: string, members: ReadonlyMap<string, string>): string | undefined => {
    const session = nse.sessionOn(date);
    return session && toIndiaIso(continuousTrading(symbol, session, { hours, members }).closeAt).slice(11, 16);
  };

  test('of a share with a closing auction ends at 15:15 from 3 August 2026, of others with the session', () => {
    const members = new Map([['SBIN', 'closing_auction']]);
    expect(closeOf('SBIN', '2026-07-31', members)).toBe('15:30');
    expect(closeOf('SBIN', '2026-08-03', members)).toBe('15:15');
    expect(closeOf('NIFTYBEES', '2026-08-03', members)).toBe('15:30');
  });

  test('ends sooner for every share while nobody knows which ones have an auction', () => {
    expect(closeOf('NIFTYBEES', '2026-07-31', new Map())).toBe('15:30');
    expect(closeOf('NIFTYBEES', '2026-08-03', new Map())).toBe('15:15');
  });

  test.each([false, true])('ends by the newest rule of its segment, listed newest first: %s', (isReversed) => {
    const rules = [
      { segment: 'closing_auction', from: '2026-08-03', closes: '15:15' },
      { segment: 'closing_auction', from: '2026-09-01', closes: '15:20' },
      { segment: 'closing_auction', from: '2026-10-01', closes: '15:10' },
    ];
    const listed = { hours: isReversed ? rules.toReversed() : rules, members: new Map([['SBIN', 'closing_auction']]) };
    const closes = ['2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01'].map((date) => {
      const session = nse.sessionOn(date);
      return session && toIndiaIso(continuousTrading('SBIN', session, listed).closeAt).slice(11, 16);
    });
    expect(closes).toEqual(['15:15', '15:20', '15:20', '15:10']);
  });

  test('of an evening session is the session: it is over before the auction of a day would begin', () => {
    const evening = nse.sessionOn('2025-10-21');
    const members = new Map([['SBIN', 'early']]);
    const early = [{ segment: 'early', from: '2025-01-01', closes: '13:45' }];
    expect(evening && continuousTrading('SBIN', evening, { hours: early, members })).toEqual(evening);
  });
});

describe('regular hours that have changed', () => {
  const changes = [
    { from: '2025-06-02', opens: '09:00', closes: '15:45' },
    { from: '2026-01-01', opens: '09:30', closes: '16:00' },
    { from: '2026-06-01', opens: '09:15', closes: '15:15' },
  ];

  test.each([false, true])('hold from their first day on, listed newest first: %s', (isReversed) => {
    const calendar = createCalendar({ ...NSE_CALENDAR, changes: isReversed ? changes.toReversed() : changes });
    const hoursOn = (date: string): string | undefined => {
      const session = calendar.sessionOn(date);
      return session && [session.openAt, session.closeAt].map((at) => toIndiaIso(at).slice(11, 16)).join('–');
    };
    const days = ['2025-05-30', '2025-06-02', '2025-12-31', '2026-01-01', '2026-05-29', '2026-06-01'];
    const [first, second, third] = ['09:00–15:45', '09:30–16:00', '09:15–15:15'];
    expect(days.map(hoursOn)).toEqual(['09:15–15:30', first, first, second, second, third]);
    // A session with hours of its own keeps them.
    expect(hoursOn('2025-10-21')).toBe('13:45–14:45');
  });
});

describe('NSE’s calendar', () => {
  test('2026 has 245 weekday sessions and the budget’s Sunday', () => {
    const sessions = daysOf(2026).filter((day) => nse.kindOf(day) === 'session');
    const weekdays = sessions.filter((day) => weekdayOf(day) % 6 !== 0);
    expect(weekdays).toHaveLength(245);
    expect(sessions.filter((day) => !weekdays.includes(day))).toEqual(['2026-02-01']);
  });

  test('every listed holiday is a weekday of a listed year, listed once, in order', () => {
    const { holidays, years } = NSE_CALENDAR;
    expect([...new Set(holidays)].toSorted()).toEqual(holidays);
    for (const day of holidays) {
      expect(weekdayOf(day) % 6, day).not.toBe(0);
      expect(years).toContain(Number(day.slice(0, 4)));
      expect(addDays(day, 0), day).toBe(day);
    }
    expect(holidays.filter((day) => day.startsWith('2025'))).toHaveLength(14);
    expect(holidays.filter((day) => day.startsWith('2026'))).toHaveLength(16);
  });

  test('the evening session of a holiday has its own hours', () => {
    const session = nse.sessionOn('2025-10-21');
    expect(session && toIndiaIso(session.openAt)).toBe('2025-10-21T13:45:00+05:30');
    expect(session && toIndiaIso(session.closeAt)).toBe('2025-10-21T14:45:00+05:30');
    expect(nse.sessionAt(indiaMoment('2025-10-21', 600))).toBeUndefined();
  });

  test('a year without a list is unknown, never guessed', () => {
    expect(nse.kindOf('2027-01-04')).toBe('unknown');
    expect(nse.sessionOn('2027-01-04')).toBeUndefined();
    expect(nse.nextSession(indiaMoment('2026-12-31', 930))).toBeUndefined();
  });

  test('a weekend of a year without a list is closed, unless the exchange is known to have traded on it', () => {
    expect(nse.kindOf('2027-01-02')).toBe('closed');
    expect(nse.kindOf('2019-06-09')).toBe('closed');
    // Budget Saturday of 2020, the evening of Diwali of 2023: hours are not listed.
    expect([nse.kindOf('2020-02-01'), nse.kindOf('2023-11-12')]).toEqual(['unknown', 'unknown']);
    expect(nse.kindOf('2026-11-08')).toBe('closed');
  });

  test('past sessions without hours are listed once, in order', () => {
    expect([...new Set(NSE_UNLISTED_SESSIONS)].toSorted()).toEqual(NSE_UNLISTED_SESSIONS);
    for (const day of NSE_UNLISTED_SESSIONS) expect(addDays(day, 0)).toBe(day);
  });

  test('a session holds its opening and not its close', () => {
    const open = indiaMoment('2026-11-20', 555);
    const close = indiaMoment('2026-11-20', 930);
    expect(nse.sessionAt(open - 1)).toBeUndefined();
    expect(nse.sessionAt(open)?.date).toBe('2026-11-20');
    expect(nse.sessionAt(close - 1)?.date).toBe('2026-11-20');
    expect(nse.sessionAt(close)).toBeUndefined();
  });

  test('the next session is over a long weekend, the previous one before it', () => {
    // Thursday 2 April, Good Friday, a weekend, Monday 6 April.
    expect(nse.nextSession(indiaMoment('2026-04-02', 555))?.date).toBe('2026-04-06');
    expect(nse.previousSession(indiaMoment('2026-04-06', 554))?.date).toBe('2026-04-02');
    expect(nse.previousSession(indiaMoment('2026-04-06', 555))?.date).toBe('2026-04-06');
  });

  test('next and previous agree: from any moment, no session lies between the two', () => {
    const from = indiaMoment('2025-02-01');
    const to = indiaMoment('2026-12-01');
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (at) => {
        const next = nse.nextSession(at);
        const previous = nse.previousSession(at);
        expect(next && next.openAt > at).toBe(true);
        expect(previous && previous.openAt <= at).toBe(true);
        expect(previous && nse.nextSession(previous.openAt)?.date).toBe(next?.date);
        const inside = nse.sessionAt(at);
        if (inside) expect(inside.date).toBe(indiaDateOf(at));
      }),
    );
  });

  test('a time of day that is none is refused', () => {
    const wrong = createCalendar({ ...NSE_CALENDAR, opens: '9:15' });
    expect(() => wrong.sessionOn('2026-11-20')).toThrow(RangeError);
  });
});

describe('a calendar of recorded days', () => {
  const recorded = calendarFromTradingDays(['2021-04-12', '2021-04-13']);

  test('has exactly the recorded sessions and knows nothing of other days', () => {
    expect(recorded.sessionOn('2021-04-13')?.openAt).toBe(indiaMoment('2021-04-13', 555));
    expect(recorded.sessionOn('2021-04-13')?.closeAt).toBe(indiaMoment('2021-04-13', 930));
    expect(recorded.kindOf('2021-04-14')).toBe('unknown');
    expect(recorded.nextSession(indiaMoment('2021-04-12', 600))?.date).toBe('2021-04-13');
  });

  test('may have other hours', () => {
    const old = calendarFromTradingDays(['2009-03-02'], { opens: '09:55', closes: '15:30' });
    expect(old.sessionOn('2009-03-02')?.openAt).toBe(indiaMoment('2009-03-02', 595));
  });
});

test('days between two dates count midnights', () => {
  expect(daysBetween('2022-04-01', '2025-04-01')).toBe(1096);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
});
