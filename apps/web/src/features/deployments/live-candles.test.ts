import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import type { Candle } from '../../ui/charts/series.ts';
import {
  bucketOf,
  type LiveMinutes,
  NO_MINUTES,
  nextCloseMs,
  seriesOf,
  withClosedMinute,
  withQuote,
} from './live-candles.ts';

const DAY = '2026-11-12';
const at = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return indiaMoment(DAY, hours * 60 + minutes) / 1000;
};
const bar = (time: string, prices: [number, number, number, number], volume = 100): Candle => [
  at(time),
  ...prices,
  volume,
];
const quoted = (live: LiveMinutes, ...quotes: [string, number][]): LiveMinutes =>
  quotes.reduce((before, [time, last]) => withQuote(before, at(time) * 1000 + 5_000, last), live);

test('bars are counted from 09:15: the first five minutes end at 09:20, the first hour at 10:15', () => {
  expect(bucketOf(at('09:19') + 59, '5m')).toBe(at('09:15'));
  expect(bucketOf(at('09:20'), '5m')).toBe(at('09:20'));
  expect(bucketOf(at('10:14'), '1h')).toBe(at('09:15'));
  expect(bucketOf(at('15:29'), '1h')).toBe(at('15:15'));
  expect(bucketOf(at('14:00'), '1d')).toBe(at('09:15'));
});

test('quotes make the bar in progress: first, highest, lowest and last of them', () => {
  const live = quoted(NO_MINUTES, ['09:16', 100], ['09:16', 103], ['09:16', 99], ['09:16', 101]);
  expect(seriesOf({ stored: [], minutes: [], live, interval: '1m' })).toEqual([
    [at('09:16'), 100, 103, 99, 101, undefined],
  ]);
});

test('a closed minute replaces what quotes had made of it', () => {
  const live = withClosedMinute(
    quoted(NO_MINUTES, ['09:16', 100], ['09:16', 103], ['09:17', 102]),
    bar('09:16', [100, 104, 98, 103]),
  );
  expect(seriesOf({ stored: [], minutes: [], live, interval: '1m' })).toEqual([
    bar('09:16', [100, 104, 98, 103]),
    [at('09:17'), 102, 102, 102, 102, undefined],
  ]);
});

test('a quote that comes after its minute has closed changes nothing', () => {
  const live = withClosedMinute(NO_MINUTES, bar('09:16', [100, 104, 98, 103]));
  expect(quoted(live, ['09:16', 500], ['09:15', 1])).toBe(live);
});

test('a longer bar in progress has its earlier minutes, the stream’s minutes and the quotes of this one', () => {
  const live = quoted(withClosedMinute(NO_MINUTES, bar('09:22', [102, 108, 101, 107])), ['09:23', 95]);
  const series = seriesOf({
    stored: [bar('09:15', [90, 99, 89, 98], 5_000)],
    minutes: [bar('09:19', [97, 99, 96, 98]), bar('09:20', [98, 101, 97, 100]), bar('09:21', [100, 103, 100, 102])],
    live,
    interval: '5m',
  });
  expect(series).toEqual([bar('09:15', [90, 99, 89, 98], 5_000), [at('09:20'), 98, 108, 95, 95, undefined]]);
});

test('a minute that is told twice counts once', () => {
  const minute = bar('09:24', [98, 101, 97, 100]);
  const live = withClosedMinute(withClosedMinute(NO_MINUTES, minute), minute);
  expect(seriesOf({ stored: [], minutes: [minute], live, interval: '5m' })).toEqual([
    [at('09:20'), 98, 101, 97, 100, 100],
  ]);
});

test('a bar in progress has no volume, since that of its minutes so far is not the bar’s', () => {
  const minutes = [bar('09:20', [98, 101, 97, 100]), bar('09:21', [100, 103, 100, 102])];
  const volumeOf = (live: LiveMinutes) => seriesOf({ stored: [], minutes, live, interval: '5m' }).at(-1)?.[5];
  expect(volumeOf(NO_MINUTES)).toBeUndefined();
  expect(volumeOf(quoted(NO_MINUTES, ['09:22', 102]))).toBeUndefined();
});

test('a bar that is over has the shares of all its minutes, also the one that the close of the market cuts short', () => {
  const minutes = ['09:20', '09:21', '09:22', '09:23', '09:24'].map((time) => bar(time, [98, 101, 97, 100]));
  expect(seriesOf({ stored: [], minutes, live: NO_MINUTES, interval: '5m' }).at(-1)?.[5]).toBe(500);
  const last = [bar('15:28', [98, 101, 97, 100]), bar('15:29', [98, 101, 97, 100])];
  expect(seriesOf({ stored: [], minutes: last, live: NO_MINUTES, interval: '1h' }).at(-1)?.[5]).toBe(200);
});

test('a stored bar is never changed by the stream', () => {
  const stored = [bar('09:15', [90, 99, 89, 98])];
  const live = quoted(NO_MINUTES, ['09:19', 500]);
  expect(seriesOf({ stored, minutes: [], live, interval: '5m' })).toBe(stored);
});

test('the next decision comes when the bar under way closes', () => {
  expect(nextCloseMs(at('11:42') * 1000 + 7_000, '5m')).toBe(at('11:45') * 1000);
  expect(nextCloseMs(at('11:42') * 1000, '1d')).toBeUndefined();
});
