import { type Bar, calendarFromTradingDays, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barsFromTicks, createBarBuilder, type Tick } from './bar-builder.ts';

const DAY = '2026-09-15';
const NEXT_DAY = '2026-09-16';
const calendar = calendarFromTradingDays([DAY, NEXT_DAY]);
const OPEN = indiaMoment(DAY, 555);
const SECOND = 1000;

function tick(seconds: number, pricePaise: number, cumulativeVolume = 0): Tick {
  return { at: OPEN + seconds * SECOND, pricePaise, cumulativeVolume };
}

function recorder() {
  const events: string[] = [];
  const bars: Bar[] = [];
  return {
    events,
    bars,
    onTick: (at: number, price: number) => events.push(`tick ${(at - OPEN) / SECOND} ${price}`),
    onBar: (bar: Bar) => {
      bars.push(bar);
      events.push(`bar ${(bar.openAt - OPEN) / SECOND}`);
    },
    onQuiet: (until: number) => events.push(`nothing until ${(until - OPEN) / SECOND}`),
  };
}

describe('one-minute bars', () => {
  test('a bar is known before the first tick of the next minute, even without patience', () => {
    const out = recorder();
    const builder = createBarBuilder({ calendar, latenessMs: 0 });
    for (const each of [tick(0, 100), tick(59, 101), tick(60, 102), tick(61, 103)]) builder.push(each, out);
    expect(out.events).toEqual(['tick 0 100', 'tick 59 101', 'bar 0', 'tick 60 102']);
    builder.flush(out);
    expect(out.events.slice(4)).toEqual(['tick 61 103', 'bar 60']);
  });

  test('the clock completes the minute of an instrument that went quiet', () => {
    const out = recorder();
    const builder = createBarBuilder({ calendar, latenessMs: 2 * SECOND });
    builder.push(tick(10, 100), out);
    builder.advance(OPEN + 61 * SECOND, out);
    expect(out.events).toEqual(['tick 10 100']);
    builder.advance(OPEN + 62 * SECOND, out);
    expect(out.events).toEqual(['tick 10 100', 'bar 0']);
  });

  test('that minutes without a tick are over is told as the clock passes them, to the end of the session', () => {
    const out = recorder();
    const builder = createBarBuilder({ calendar, latenessMs: 0 });
    builder.advance(OPEN + 5 * SECOND, out);
    builder.push(tick(10, 100), out);
    for (const seconds of [59, 60, 119, 120, 121, 300]) builder.advance(OPEN + seconds * SECOND, out);
    expect(out.events.splice(0)).toEqual(['tick 10 100', 'bar 0', 'nothing until 120', 'nothing until 300']);
    const length = 375 * 60;
    builder.push(tick(length - 61, 101), out);
    builder.advance(OPEN + (length + 7_200) * SECOND, out);
    builder.advance(OPEN + (length + 9_000) * SECOND, out);
    const minute = length - 120;
    expect(out.events.slice(-3)).toEqual([`tick ${length - 61} 101`, `bar ${minute}`, `nothing until ${length}`]);
  });

  test('minutes without a tick give no bar', () => {
    const bars = barsFromTicks([tick(5, 100), tick(200, 101)], calendar);
    expect(bars.map((bar) => bar.openAt - OPEN)).toEqual([0, 180 * SECOND]);
  });

  test('a tick later than the patience is counted and left out', () => {
    const out = recorder();
    const builder = createBarBuilder({ calendar, latenessMs: 2 * SECOND });
    for (const each of [tick(10, 100), tick(12, 100), tick(10, 90), tick(13, 100), tick(10, 1)])
      builder.push(each, out);
    builder.flush(out);
    expect(builder.late).toBe(1);
    expect(out.bars[0]?.low).toBe(90);
  });

  test('prints before the opening and from the close on belong to no bar', () => {
    const before = { at: OPEN - 1, pricePaise: 1, cumulativeVolume: 0 };
    const close = { at: indiaMoment(DAY, 930), pricePaise: 2, cumulativeVolume: 0 };
    const sunday = { at: indiaMoment('2026-09-20', 600), pricePaise: 3, cumulativeVolume: 0 };
    const last = { at: indiaMoment(DAY, 930) - 1, pricePaise: 9, cumulativeVolume: 0 };
    const out = recorder();
    const builder = createBarBuilder({ calendar, latenessMs: 0 });
    for (const each of [before, tick(0, 5), last, close, sunday]) builder.push(each, out);
    builder.flush(out);
    expect(out.bars.map((bar) => bar.close)).toEqual([5, 9]);
    expect(builder.outside).toBe(3);
  });

  test('volume is what the running total grew by; a new day starts at nothing', () => {
    const tomorrow = { at: indiaMoment(NEXT_DAY, 555), pricePaise: 100, cumulativeVolume: 30 };
    const bars = barsFromTicks([tick(0, 100, 40), tick(30, 100, 70), tick(61, 100, 75), tomorrow], calendar);
    expect(bars.map((bar) => bar.volume)).toEqual([70, 5, 30]);
  });

  test('a feed that joins during a session does not put the morning’s volume into its first minute', () => {
    const out = recorder();
    const builder = createBarBuilder({ calendar, latenessMs: 0 });
    builder.resume(OPEN + 3600 * SECOND, 1_000_000);
    builder.push(tick(3605, 100, 1_000_020), out);
    builder.flush(out);
    expect(out.bars[0]?.volume).toBe(20);
  });

  test('a running total that is corrected downwards never makes a negative volume', () => {
    const bars = barsFromTicks([tick(0, 100, 40), tick(60, 100, 30), tick(120, 100, 36)], calendar);
    expect(bars.map((bar) => bar.volume)).toEqual([40, 0, 6]);
  });

  test('ticks that arrive shuffled within the patience, and some twice, make the bars of the ordered ones', () => {
    const anyTicks = fc.array(
      fc.record({
        seconds: fc.integer({ min: 0, max: 600 }),
        price: fc.integer({ min: 90, max: 110 }),
        delay: fc.integer({ min: 0, max: 3 }),
        twice: fc.boolean(),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(anyTicks, (raw) => {
        // The running total grows with time, as on an exchange; so no two ticks of one moment differ in price alone.
        const ordered = [...raw]
          .sort((a, b) => a.seconds - b.seconds)
          .map((each, i) => ({ ...each, ...tick(each.seconds, each.price, i + 1) }));
        const arrivals = ordered
          .flatMap((each) => (each.twice ? [each, { ...each, delay: 3 }] : [each]))
          .sort((a, b) => a.seconds + a.delay - (b.seconds + b.delay));
        const out = recorder();
        const builder = createBarBuilder({ calendar, latenessMs: 3 * SECOND });
        for (const each of arrivals) builder.push(each, out);
        builder.flush(out);
        expect(builder.late).toBe(0);
        expect(out.bars).toEqual(barsFromTicks(ordered, calendar));
        expect(out.events.filter((event) => event.startsWith('tick'))).toHaveLength(ordered.length);
      }),
    );
  });
});
