import { type Bar, indiaMoment, MINUTE_MS, toIndiaIso } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from './exchange.ts';
import { AFTER_CLOSE_MS, createSyntheticSource } from './synthetic.ts';

const MONDAY = '2025-07-07';
const OPEN_AT = indiaMoment(MONDAY, 9 * 60 + 15);
const CLOSE_AT = indiaMoment(MONDAY, 15 * 60 + 30);
const SBIN = '3045';
const NIFTY = '99926000';

function start(style: 'spread' | 'path' = 'spread'): Exchange {
  return createExchange({ source: createSyntheticSource({ seed: 3, style }) });
}

/** Builds minute bars the way a listener does: by the packets' stamps, prices and running volume. */
function listen(exchange: Exchange): Map<string, Bar[]> {
  const built = new Map<string, Bar[]>();
  const volumes = new Map<string, number>();
  exchange.onTick((quote, tick) => {
    if (tick.at >= CLOSE_AT) return;
    const bars = built.get(tick.token) ?? [];
    built.set(tick.token, bars);
    const openAt = Math.floor(tick.at / MINUTE_MS) * MINUTE_MS;
    const traded = quote.cumVolume - (volumes.get(tick.token) ?? 0);
    volumes.set(tick.token, quote.cumVolume);
    const last = bars.at(-1);
    const price = quote.last;
    if (last?.openAt !== openAt) {
      bars.push({ openAt, open: price, high: price, low: price, close: price, volume: traded });
    } else {
      const [high, low] = [Math.max(last.high, price), Math.min(last.low, price)];
      bars[bars.length - 1] = { ...last, high, low, close: price, volume: last.volume + traded };
    }
  });
  return built;
}

for (const style of ['spread', 'path'] as const) {
  test(`bars that a listener builds from a day of ticks (${style}) are the candles served afterwards`, () => {
    const exchange = start(style);
    const built = listen(exchange);
    for (let at = OPEN_AT; at <= CLOSE_AT; at += 1_500) exchange.runTo(at);
    for (const instrument of exchange.source.instruments) {
      const request = { token: instrument.token, interval: '1m', from: OPEN_AT, to: CLOSE_AT } as const;
      expect(built.get(instrument.token)).toEqual(exchange.history(request));
    }
    expect(built.get(SBIN)).toHaveLength(375);
  });
}

test('what stands before the first tick is of no later moment than now, and of the opening once that has passed', () => {
  const exchange = createExchange({ source: createSyntheticSource({ seed: 3 }), position: OPEN_AT - 10 * MINUTE_MS });
  expect(exchange.quoteOf(SBIN)?.stampedAt).toBe(OPEN_AT - 10 * MINUTE_MS);
  exchange.jumpTo(CLOSE_AT + 60 * MINUTE_MS);
  expect(exchange.now()).toBeGreaterThan(CLOSE_AT);
  for (const { token } of exchange.source.instruments) {
    expect(exchange.quoteOf(token)?.stampedAt).toBeLessThanOrEqual(exchange.now());
  }
});

describe('what candles show while the day runs', () => {
  test('nothing before the open, then closed bars and the growing one, never one ahead', () => {
    const exchange = start();
    const request = { token: SBIN, interval: '1m', from: OPEN_AT, to: CLOSE_AT } as const;
    expect(exchange.history(request)).toEqual([]);
    const whole = exchange.source.dayBars(SBIN, MONDAY)?.bars ?? [];
    exchange.runTo(OPEN_AT + 10 * MINUTE_MS + 30_000);
    const bars = exchange.history(request);
    expect(bars).toHaveLength(11);
    expect(bars.slice(0, 10)).toEqual(whole.slice(0, 10));
    const growing = bars[10];
    expect(growing?.open).toBe(whole[10]?.open);
    expect(growing?.close).toBe(exchange.quoteOf(SBIN)?.last);
    expect(growing?.volume).toBeLessThan(whole[10]?.volume ?? 0);
    expect(exchange.history({ ...request, interval: '5m' })).toHaveLength(3);
    const [day] = exchange.history({ ...request, interval: '1d', from: indiaMoment(MONDAY) });
    expect(day).toMatchObject({ open: whole[0]?.open, close: growing?.close });
  });

  test('longer bars are counted from the opening and add up to the same volume', () => {
    const exchange = start();
    exchange.jumpTo(indiaMoment('2025-07-08', 60));
    const bars = (interval: '1m' | '30m' | '1h' | '10m'): Bar[] =>
      exchange.history({ token: SBIN, interval, from: OPEN_AT, to: CLOSE_AT });
    const volume = (list: readonly Bar[]): number => list.reduce((sum, bar) => sum + bar.volume, 0);
    expect(bars('1h').map((bar) => toIndiaIso(bar.openAt).slice(11, 16))).toEqual([
      '09:15',
      '10:15',
      '11:15',
      '12:15',
      '13:15',
      '14:15',
      '15:15',
    ]);
    expect(bars('30m')).toHaveLength(13);
    expect(bars('10m')).toHaveLength(38);
    for (const interval of ['10m', '30m', '1h'] as const) expect(volume(bars(interval))).toBe(volume(bars('1m')));
  });
});

describe('the calendar goes on', () => {
  test('after the close come packets that repeat the last price, then the next session is half a minute away', () => {
    const exchange = start();
    exchange.jumpTo(CLOSE_AT - 1_000);
    const after: number[] = [];
    exchange.onTick((quote, tick) => {
      if (tick.at < CLOSE_AT) return;
      after.push(tick.at);
      expect(tick.pricePaise).toBe(exchange.source.dayBars(quote.instrument.token, MONDAY)?.bars.at(-1)?.close);
    });
    exchange.runTo(CLOSE_AT + 30_000);
    expect(after.length).toBeGreaterThanOrEqual(2 * exchange.source.instruments.length);
    expect(Math.max(...after)).toBeLessThanOrEqual(CLOSE_AT + 10_000);
    exchange.runTo(CLOSE_AT + AFTER_CLOSE_MS - 1);
    expect(exchange.now()).toBe(CLOSE_AT + AFTER_CLOSE_MS - 1);
    exchange.runTo(CLOSE_AT + AFTER_CLOSE_MS);
    expect(toIndiaIso(exchange.now())).toBe('2025-07-08T09:14:30+05:30');
    expect(exchange.quoteOf(SBIN)).toMatchObject({ open: 0, cumVolume: 0 });
    expect(exchange.quoteOf(SBIN)?.previousClose).toBe(exchange.source.dayBars(SBIN, MONDAY)?.bars.at(-1)?.close);
  });

  test('weekends and holidays are passed over', () => {
    const exchange = start();
    exchange.jumpTo(indiaMoment('2025-08-14', 15 * 60 + 30));
    exchange.runTo(indiaMoment('2025-08-14', 15 * 60 + 30) + AFTER_CLOSE_MS);
    expect(toIndiaIso(exchange.now())).toBe('2025-08-18T09:14:30+05:30');
  });

  test('a clock that is set to a night or a weekend stands before the next opening', () => {
    const exchange = start();
    exchange.jumpTo(indiaMoment('2025-07-12', 12 * 60));
    expect(toIndiaIso(exchange.now())).toBe('2025-07-14T09:14:30+05:30');
  });

  test('a market that goes on from a stored moment stands where it stood', () => {
    const first = start();
    first.runTo(OPEN_AT + 47 * MINUTE_MS + 12_345);
    const second = createExchange({ source: createSyntheticSource({ seed: 3 }), position: first.now() });
    for (const token of [SBIN, NIFTY]) expect(second.quoteOf(token)).toEqual(first.quoteOf(token));
    const request = { token: SBIN, interval: '1m', from: OPEN_AT, to: CLOSE_AT } as const;
    expect(second.history(request)).toEqual(first.history(request));
    const ticks: unknown[] = [];
    first.onTick((_, tick) => ticks.push(tick));
    second.onTick((_, tick) => expect(tick).toEqual(ticks.shift()));
    first.runTo(OPEN_AT + 49 * MINUTE_MS);
    second.runTo(OPEN_AT + 49 * MINUTE_MS);
    expect(ticks).toEqual([]);
  });
});
