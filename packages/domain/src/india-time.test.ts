import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  formatTimeOfDay,
  indiaDateOf,
  indiaDayNumber,
  indiaMinuteOf,
  indiaMoment,
  parseTimeOfDay,
  shortDay,
  toIndiaIso,
  weekdayBefore,
  weekdayOf,
} from './india-time.ts';

const anyMoment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });

describe('India’s time', () => {
  test('the day changes at half past six in the evening of Greenwich', () => {
    expect(indiaDateOf(Date.UTC(2026, 10, 20, 18, 29, 59, 999))).toBe('2026-11-20');
    expect(indiaDateOf(Date.UTC(2026, 10, 20, 18, 30))).toBe('2026-11-21');
    expect(indiaMinuteOf(Date.UTC(2026, 10, 20, 18, 30))).toBe(0);
    expect(indiaMoment('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 18, 30));
    expect(indiaMinuteOf(Date.UTC(2026, 10, 20, 3, 45, 59))).toBe(555);
  });

  test('a day is written as people write it', () => {
    expect(shortDay('2026-01-05')).toBe('5 Jan');
    expect(shortDay('2026-12-31')).toBe('31 Dec');
  });

  test('before a Monday, a Sunday and a Saturday there is Friday, before other days the eve', () => {
    // 23 November 2026 is a Monday.
    const days = ['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20', '2026-11-24'];
    expect(days.map(weekdayBefore)).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-23']);
    expect(weekdayBefore('2027-01-01')).toBe('2026-12-31');
  });

  test('minutes are right before 1970 as well', () => {
    expect(indiaMinuteOf(Date.UTC(1969, 11, 31, 18, 31))).toBe(1);
  });

  test('a moment is the minute of its day, to the minute', () => {
    fc.assert(
      fc.property(anyMoment, (at) => {
        const back = indiaMoment(indiaDateOf(at), indiaMinuteOf(at));
        expect(at - back).toBeGreaterThanOrEqual(0);
        expect(at - back).toBeLessThan(60_000);
      }),
    );
  });

  test('it agrees with the zone database', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Kolkata',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(anyMoment, (at) => {
        expect(toIndiaIso(at)).toBe(`${zone.format(at).replace(' ', 'T')}+05:30`);
      }),
    );
  });

  test('the written form means the same moment, to the second', () => {
    fc.assert(fc.property(anyMoment, (at) => Date.parse(toIndiaIso(at)) === Math.floor(at / 1000) * 1000));
  });

  test('day numbers are equal on one day and one apart on the next', () => {
    const open = indiaMoment('2026-09-15', 555);
    expect(indiaDayNumber(indiaMoment('2026-09-15', 0))).toBe(indiaDayNumber(open));
    expect(indiaDayNumber(indiaMoment('2026-09-16', 0)) - indiaDayNumber(open)).toBe(1);
  });

  test('adding days goes over months, leap days and back', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    fc.assert(
      fc.property(
        anyMoment,
        fc.integer({ min: -2000, max: 2000 }),
        (at, days) => addDays(addDays(indiaDateOf(at), days), -days) === indiaDateOf(at),
      ),
    );
  });

  test('20 November 2026 is a Friday', () => {
    expect(weekdayOf('2026-11-20')).toBe(5);
  });

  test('a time of day reads and writes without loss; what is none is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => parseTimeOfDay(formatTimeOfDay(minute)) === minute),
    );
    for (const text of ['24:00', '9:15', '09:60', '0915', '', ' 09:15', '09:15 '])
      expect(parseTimeOfDay(text)).toBeUndefined();
  });
});
