import {
  type Bar,
  calendarFromTradingDays,
  createCalendar,
  type Interval,
  indiaMoment,
  type MarketCalendar,
} from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { createIntervalBuilder } from './interval-builder.ts';

const DAY = '2026-09-15';
const calendar = calendarFromTradingDays([DAY, '2026-09-16']);
const at = (time: string, date = DAY) => indiaMoment(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));

function bar(time: string, price: number, date = DAY): Bar {
  return { openAt: at(time, date), open: price, high: price + 2, low: price - 2, close: price + 1, volume: 10 };
}

function build(
  interval: Interval,
  bars: readonly Bar[],
  options: { from?: Interval; calendar?: MarketCalendar } = {},
): Bar[] {
  const done: Bar[] = [];
  const builder = createIntervalBuilder(interval, options.calendar ?? calendar);
  for (const each of bars) builder.push(each, options.from ?? '1m', (complete) => done.push(complete));
  return done;
}

describe('bars of a longer interval', () => {
  test('a five-minute bar is complete with its fifth minute, not with the first minute after it', () => {
    const minutes = ['09:15', '09:16', '09:17', '09:18', '09:19'].map((time, i) => bar(time, 100 + i));
    expect(build('5m', minutes.slice(0, 4))).toEqual([]);
    expect(build('5m', minutes)).toEqual([
      { openAt: at('09:15'), open: 100, high: 106, low: 98, close: 105, volume: 50 },
    ]);
  });

  test('where the closing minute had no trade, the next bar completes it, and may complete its own as well', () => {
    expect(build('5m', [bar('09:15', 100), bar('09:24', 200)]).map((each) => [each.openAt, each.close])).toEqual([
      [at('09:15'), 101],
      [at('09:20'), 201],
    ]);
  });

  test('the market’s clock completes a bar whose last minutes had no trade', () => {
    const done: Bar[] = [];
    const builder = createIntervalBuilder('5m', calendar);
    builder.push(bar('09:16', 100), '1m', (each) => done.push(each));
    builder.closeBefore(at('09:20') - 1, (each) => done.push(each));
    expect(done).toEqual([]);
    expect(builder.partial()?.open).toBe(100);
    builder.closeBefore(at('09:20'), (each) => done.push(each));
    expect(done.map((each) => each.openAt)).toEqual([at('09:15')]);
    expect(builder.partial()).toBeUndefined();
    // One that comes after all belongs to a bar that is out of hand, and begins none of its own.
    builder.push(bar('09:19', 500), '1m', (each) => done.push(each));
    expect(builder.partial()).toBeUndefined();
    builder.push(bar('09:20', 101), '1m', (each) => done.push(each));
    expect([done.length, builder.partial()?.high]).toEqual([1, 103]);
  });

  test('the last hour of a session is short and ends with the session', () => {
    const done = build('1h', [bar('14:20', 100), bar('15:15', 110), bar('15:29', 120)]);
    expect(done.map((each) => each.openAt)).toEqual([at('14:15'), at('15:15')]);
  });

  test('a day is its session, complete with the bar that reaches the close', () => {
    const bars = [bar('09:15', 100), bar('12:00', 150), bar('15:28', 90)];
    expect(build('1d', bars)).toEqual([]);
    expect(build('1d', [...bars, bar('15:29', 80)])).toEqual([
      { openAt: at('09:15'), open: 100, high: 152, low: 78, close: 81, volume: 40 },
    ]);
    const evening = createCalendar({
      years: [],
      holidays: [],
      opens: '09:15',
      closes: '15:30',
      special: [{ date: DAY, opens: '13:45', closes: '14:45' }],
    });
    expect(build('1d', [bar('13:45', 1), bar('14:44', 2)], { calendar: evening }).map((each) => each.openAt)).toEqual([
      at('13:45'),
    ]);
  });

  test('a day is closed by the next session’s first bar when its last minute is missing', () => {
    expect(build('1d', [bar('15:28', 90), bar('09:15', 95, '2026-09-16')]).map((each) => each.close)).toEqual([91]);
  });

  test('bars of the same interval pass through as they are', () => {
    const daily = bar('09:15', 100);
    expect(build('1d', [daily], { from: '1d' })[0]).toBe(daily);
  });

  test('fifteen-minute bars fold into hours', () => {
    const done = build(
      '1h',
      ['09:15', '09:30', '09:45', '10:00'].map((time) => bar(time, 100)),
      { from: '15m' },
    );
    expect(done.map((each) => [each.openAt, each.volume])).toEqual([[at('09:15'), 40]]);
  });

  test('bars of a year that the calendar does not know are kept, at the regular hours', () => {
    const old = ['09:15', '09:16', '09:17', '09:18', '09:19'].map((time) => bar(time, 100, '2009-03-02'));
    expect(build('5m', old).map((each) => each.openAt)).toEqual([at('09:15', '2009-03-02')]);
  });

  test('bars outside the hours of a known session are no part of a longer bar', () => {
    const bars = [bar('09:07', 500), bar('09:15', 100), bar('15:29', 80), bar('15:30', 900), bar('18:16', 900)];
    const [day, ...more] = build('1d', bars);
    expect([day?.open, day?.high, day?.close]).toEqual([100, 102, 81]);
    expect(more).toEqual([]);
    expect(build('5m', bars).map((each) => each.openAt)).toEqual([at('09:15'), at('15:25')]);
  });

  test('an evening session that the calendar does not know is kept, and its day is complete with the next one', () => {
    const evening = ['18:15', '18:16', '19:14'].map((time, i) => bar(time, 100 + i, '2009-10-17'));
    const days = build('1d', [...evening, bar('09:15', 90, '2009-10-20')]);
    expect(days.map((day) => [day.open, day.close, day.volume])).toEqual([[100, 103, 30]]);
  });
});
