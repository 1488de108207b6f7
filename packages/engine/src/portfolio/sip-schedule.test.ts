import { addDays, createCalendar, type IndiaDate, NSE_CALENDAR, weekdayOf } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextSipDates, type SipFrequency, type SipPlan } from './sip-schedule.ts';

const nse = createCalendar(NSE_CALENDAR);
const specialDays = new Set(NSE_CALENDAR.special.map(({ date }) => date));
const isSpecial = (date: IndiaDate) => specialDays.has(date);
const dueDays = (plan: SipPlan, after: IndiaDate | undefined, count: number) =>
  nextSipDates(plan, after, count, nse, isSpecial).map(({ dueOn }) => dueOn);

describe('the days of instalments', () => {
  test('on the 31st of 2026', () => {
    const plan: SipPlan = { frequency: 'monthly', anchor: 31, startOn: '2026-01-01' };
    expect(dueDays(plan, undefined, 11)).toEqual([
      '2026-02-02',
      '2026-03-02',
      '2026-04-01',
      '2026-04-30',
      '2026-06-01',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-11-02',
      '2026-11-30',
    ]);
    const [january, february] = nextSipDates(plan, undefined, 2, nse, isSpecial);
    expect(january).toEqual({ key: '2026-01', nominalOn: '2026-01-31', dueOn: '2026-02-02' });
    expect(february).toEqual({ key: '2026-02', nominalOn: '2026-02-28', dueOn: '2026-03-02' });
  });

  test('the session on the budget’s Sunday counts only where it is not special', () => {
    const plan: SipPlan = { frequency: 'monthly', anchor: 1, startOn: '2026-02-01' };
    expect(dueDays(plan, undefined, 1)).toEqual(['2026-02-02']);
    expect(nextSipDates(plan, undefined, 1, nse, () => false)[0]?.dueOn).toBe('2026-02-01');
  });

  test('a start on the nominal day is the first instalment; a start after it waits for the next month', () => {
    const plan: SipPlan = { frequency: 'monthly', anchor: 5, startOn: '2026-03-05' };
    expect(nextSipDates(plan, undefined, 1, nse, isSpecial)[0]?.key).toBe('2026-03');
    expect(nextSipDates({ ...plan, startOn: '2026-03-06' }, undefined, 1, nse, isSpecial)[0]?.key).toBe('2026-04');
    expect(nextSipDates(plan, '2026-03-05', 1, nse, isSpecial)[0]?.key).toBe('2026-04');
    expect(nextSipDates(plan, '2025-12-05', 1, nse, isSpecial)[0]?.key).toBe('2026-03');
  });

  test('quarters are every third month from the first', () => {
    const plan: SipPlan = { frequency: 'quarterly', anchor: 30, startOn: '2025-11-15' };
    const dates = nextSipDates(plan, undefined, 4, nse, isSpecial);
    expect(dates.map(({ key, nominalOn }) => `${key} ${nominalOn}`)).toEqual([
      '2025-11 2025-11-30',
      '2026-02 2026-02-28',
      '2026-05 2026-05-30',
      '2026-08 2026-08-30',
    ]);
    expect(nextSipDates(plan, '2026-03-01', 1, nse, isSpecial)[0]?.key).toBe('2026-05');
  });

  test('weeks are named for their nominal day, and every other week counts from the first', () => {
    const plan: SipPlan = { frequency: 'fortnightly', anchor: 2, startOn: '2026-10-01' };
    const dates = nextSipDates(plan, undefined, 4, nse, isSpecial);
    expect(dates.map(({ nominalOn, dueOn }) => [nominalOn, dueOn])).toEqual([
      ['2026-10-06', '2026-10-06'],
      ['2026-10-20', '2026-10-21'],
      ['2026-11-03', '2026-11-03'],
      ['2026-11-17', '2026-11-17'],
    ]);
    expect(nextSipDates(plan, '2026-10-13', 1, nse, isSpecial)[0]?.nominalOn).toBe('2026-10-20');
    expect(nextSipDates({ ...plan, frequency: 'weekly' }, '2026-10-06', 1, nse, isSpecial)[0]?.key).toBe('2026-10-13');
  });

  test('is unknown while the calendar does not know the year', () => {
    const plan: SipPlan = { frequency: 'monthly', anchor: 31, startOn: '2026-12-01' };
    expect(dueDays(plan, undefined, 2)).toEqual(['2026-12-31', undefined]);
    const gap = createCalendar({ ...NSE_CALENDAR, years: [2026, 2028], holidays: ['2026-12-31'] });
    expect(nextSipDates(plan, undefined, 1, gap, isSpecial)[0]?.dueOn).toBeUndefined();
    const afterGap = nextSipDates({ ...plan, startOn: '2027-12-31' }, undefined, 1, gap, isSpecial);
    expect(afterGap[0]?.dueOn).toBeUndefined();
    const never = { ...nse, kindOf: () => 'closed' as const };
    expect(nextSipDates(plan, undefined, 1, never, isSpecial)[0]?.dueOn).toBeUndefined();
  });

  test('days that a frequency does not have are refused', () => {
    const refused = (frequency: SipFrequency, anchor: number) => () =>
      dueDays({ frequency, anchor, startOn: '2026-01-01' }, undefined, 1);
    expect(refused('monthly', 32)).toThrow(RangeError);
    expect(refused('quarterly', 0)).toThrow(RangeError);
    expect(refused('weekly', 6)).toThrow(RangeError);
    expect(refused('fortnightly', 1.5)).toThrow(RangeError);
    expect(() => dueDays({ frequency: 'weekly', anchor: 1, startOn: '2026-01-01' }, undefined, -1)).toThrow(RangeError);
  });

  const anyDay = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-01-01', days));
  const anyPlan: fc.Arbitrary<SipPlan> = fc.oneof(
    fc.record({
      frequency: fc.constantFrom<SipFrequency>('monthly', 'quarterly'),
      anchor: fc.integer({ min: 1, max: 31 }),
      startOn: anyDay,
    }),
    fc.record({
      frequency: fc.constantFrom<SipFrequency>('weekly', 'fortnightly'),
      anchor: fc.integer({ min: 1, max: 5 }),
      startOn: anyDay,
    }),
  );
  /** Any weekday may be a holiday, and any day a special session. */
  const anyCalendar = fc
    .record({
      holidays: fc.uniqueArray(anyDay, { maxLength: 120 }),
      special: fc.uniqueArray(anyDay, { maxLength: 20 }),
    })
    .map(({ holidays, special }) => ({
      calendar: createCalendar({
        years: [2025, 2026],
        holidays,
        special: special.map((date) => ({ date, opens: '18:00', closes: '19:00' })),
        opens: '09:15',
        closes: '15:30',
      }),
      holidays: new Set(holidays),
      special: new Set(special),
    }));

  test('never two of one name, none on a closed or special day, in order', () => {
    fc.assert(
      fc.property(anyPlan, anyCalendar, fc.option(anyDay, { nil: undefined }), (plan, market, after) => {
        const onSpecial = (date: IndiaDate) => market.special.has(date);
        const dates = nextSipDates(plan, after, 30, market.calendar, onSpecial);
        expect(dates).toHaveLength(30);
        expect(new Set(dates.map(({ key }) => key)).size).toBe(30);
        let before = { nominalOn: after ?? '', dueOn: '' };
        for (const { nominalOn, dueOn } of dates) {
          expect(nominalOn > before.nominalOn && nominalOn >= plan.startOn).toBe(true);
          if (dueOn === undefined) {
            expect(addDays(nominalOn, 60) > '2026-12-31').toBe(true);
            continue;
          }
          expect(dueOn >= nominalOn && dueOn >= before.dueOn).toBe(true);
          expect(weekdayOf(dueOn) % 6).not.toBe(0);
          expect(market.special.has(dueOn) || market.holidays.has(dueOn)).toBe(false);
          for (let day = nominalOn; day < dueOn; day = addDays(day, 1)) {
            const trades = market.calendar.kindOf(day) === 'session' && !onSpecial(day);
            expect(trades).toBe(false);
          }
          before = { nominalOn, dueOn };
        }
      }),
    );
  });

  test('asked one at a time are those asked for at once', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const atOnce = nextSipDates(plan, undefined, 20, nse, isSpecial);
        let last: IndiaDate | undefined;
        for (const expected of atOnce) {
          const [next] = nextSipDates(plan, last, 1, nse, isSpecial);
          expect(next).toEqual(expected);
          last = expected.nominalOn;
        }
      }),
    );
  });
});
