import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toIndiaIso } from '@trickdesk/domain';
import { afterAll, describe, expect, test } from 'vitest';
import { createExchange } from './exchange.ts';
import type { SourceTick } from './market-source.ts';
import { openReplaySource } from './replay.ts';

const root = mkdtempSync(join(tmpdir(), 'replay-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folder(name: string, files: Record<string, string>): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(path, file), file.endsWith('.gz') ? gzipSync(text) : text);
  }
  return path;
}

const MINUTES = [
  'ts,open,high,low,close,volume',
  '2024-01-01 09:15,100,102,99.5,101,400',
  '2024-01-01 09:16,101,101,100,100.5,40',
  '2024-01-02 09:15,110,111,110,110.5,8',
].join('\n');
const DAYS = 'date,open,high,low,close,volume\n2023-12-29,95,97,94,96,1000\n2024-01-01,1,1,1,1,1\n';

describe('a replay of candles', () => {
  const path = folder('minute', { 'SBIN_1min_2024.csv.gz': MINUTES });
  folder('daily', { 'SBIN.csv.gz': DAYS });
  const source = openReplaySource({ path, seed: 1 });

  test('lists the instrument under its own token, with the tick that its prices lie on', () => {
    expect(source.instruments).toMatchObject([{ symbol: 'SBIN', token: '3045', tickPaise: 5 }]);
    expect(toIndiaIso(source.startAt)).toBe('2024-01-01T09:14:30+05:30');
  });

  test('sends four ticks for each bar along the price path, then goes on to the next day of the file', () => {
    const exchange = createExchange({ source });
    const seen: string[] = [];
    exchange.onTick((_, tick) =>
      seen.push(`${toIndiaIso(tick.at).slice(11, 19)} ${tick.pricePaise} ${tick.cumVolume}`),
    );
    exchange.runTo(Date.parse('2024-01-01T09:17:00+05:30'));
    expect(seen).toEqual([
      '09:15:00 10000 100',
      '09:15:15 9950 200',
      '09:15:30 10200 300',
      '09:15:45 10100 400',
      '09:16:00 10100 410',
      '09:16:15 10100 420',
      '09:16:30 10000 430',
      '09:16:45 10050 440',
    ]);
    exchange.runTo(Date.parse('2024-01-01T18:00:00+05:30'));
    expect(toIndiaIso(exchange.now())).toBe('2024-01-02T09:14:30+05:30');
    expect(exchange.quoteOf('3045')?.previousClose).toBe(10050);
  });

  test('daily history is the replayed days so far, and the daily file before them', () => {
    const exchange = createExchange({ source, position: Date.parse('2024-01-02T09:16:10+05:30') });
    const from = Date.parse('2023-12-01T00:00:00+05:30');
    const closes = exchange
      .history({ token: '3045', interval: '1d', from, to: exchange.now() })
      .map((bar) => bar.close);
    expect(closes).toEqual([9600, 10050, 11050]);
  });

  test('at the end the market is closed and its last prices stand; a loop begins again', () => {
    const end = Date.parse('2024-01-02T23:00:00+05:30');
    const once = createExchange({ source, position: Date.parse('2024-01-02T09:16:10+05:30') });
    once.runTo(end);
    expect([once.session(), once.isOpen(), once.quoteOf('3045')?.last]).toEqual([undefined, false, 11050]);
    const again = createExchange({ source, position: once.now() });
    expect([again.session(), again.quoteOf('3045')?.last]).toEqual([undefined, 11050]);
    const loop = createExchange({ source, loop: true, position: Date.parse('2024-01-02T09:16:10+05:30') });
    loop.runTo(end);
    expect(loop.now()).toBe(source.startAt);
  });

  test('bars of five minutes are not cut into minutes', () => {
    const five = openReplaySource({
      path: folder('five', {
        'ITC_5min.csv':
          'ts,open,high,low,close,volume\n2024-01-01 09:15,10,10,10,10,4\n2024-01-01 09:20,10,11,10,11,4\n',
      }),
      seed: 1,
    });
    const exchange = createExchange({ source: five, position: Date.parse('2024-01-01T10:00:00+05:30') });
    const range = { token: '1660', from: Date.parse('2024-01-01T09:00:00+05:30'), to: exchange.now() };
    expect(exchange.history({ ...range, interval: '1m' })).toEqual([]);
    expect(exchange.history({ ...range, interval: '10m' })).toMatchObject([{ open: 1000, close: 1100, volume: 8 }]);
  });

  test('a file that is no price file is refused by name and line', () => {
    const bad = folder('bad', { 'SBIN.csv': 'ts,open,high,low,close\n2024-01-01 09:15,1,x,1,1\n' });
    expect(() => openReplaySource({ path: bad, seed: 1 })).toThrow(/SBIN\.csv, line 2/);
    expect(() => openReplaySource({ path: folder('none', { 'readme.txt': '' }), seed: 1 })).toThrow(/no CSV/);
  });
});

describe('a replay of recorded ticks', () => {
  const rows = [
    'ts,ltp,cum_volume',
    '2021-04-13 09:14:59,331,0',
    '2021-04-13 09:15:00,332.05,100',
    '2021-04-13 09:15:00,332.05,100',
    '2021-04-13 09:15:02,331.15,150',
    '2021-04-13 09:15:01,333.4,120',
    '2021-04-13 15:30:05,335,900',
  ].join('\n');
  const source = openReplaySource({ path: folder('ticks', { '20210413_SBIN.csv.gz': rows }), seed: 1 });

  test('sends every row as it came: duplicates, steps back in time, and rows outside the session', () => {
    const exchange = createExchange({ source });
    const seen: SourceTick[] = [];
    exchange.onTick((_, tick) => seen.push(tick));
    exchange.runTo(Date.parse('2021-04-13T15:31:00+05:30'));
    expect(seen.map((tick) => `${toIndiaIso(tick.at).slice(11, 19)} ${tick.pricePaise} ${tick.cumVolume}`)).toEqual([
      '09:14:59 33100 0',
      '09:15:00 33205 100',
      '09:15:00 33205 100',
      '09:15:02 33115 150',
      '09:15:01 33340 120',
      '15:30:05 33500 900',
    ]);
    expect(seen.every((tick, i) => i === 0 || tick.due >= (seen[i - 1]?.due ?? 0))).toBe(true);
  });

  test('its candles are made of the cleaned rows', () => {
    const bars = source.dayBars('3045', '2021-04-13')?.bars;
    expect(bars).toMatchObject([{ open: 33205, high: 33340, low: 33115, close: 33115, volume: 150 }]);
  });

  const recorded = resolve('../shared/data/ticks');
  const present = existsSync(recorded);
  if (!present)
    console.log('recorded ticks are not here (../shared/data/ticks): their reference bars are not compared');
  // The recordings may not be redistributed, so they are beside the checkout on some machines only.
  test.skipIf(!present)('candles of a recorded session equal the reference bars, volume included', () => {
    const real = openReplaySource({ path: recorded, seed: 1 });
    for (const { symbol, token } of real.instruments) {
      const name = symbol === 'NIFTY' ? 'NIFTY50' : symbol;
      const text = gunzipSync(readFileSync(join(recorded, `20210413_${name}_bars1m.csv.gz`))).toString();
      const expected = text
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 6));
      const bars = real.dayBars(token, '2021-04-13')?.bars ?? [];
      const found = bars.map((bar) => [
        toIndiaIso(bar.openAt).slice(0, 16).replace('T', ' '),
        ...[bar.open, bar.high, bar.low, bar.close].map((paise) => paise / 100),
        bar.volume,
      ]);
      expect(found).toEqual(expected.map(([at, ...numbers]) => [at, ...numbers.map(Number)]));
    }
  });
});
