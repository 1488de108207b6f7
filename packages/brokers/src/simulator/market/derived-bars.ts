import { type Bar, createRandom } from '@trickdesk/domain';
import type { SourceSession } from './market-source.ts';
import { onTick } from './minute-bars.ts';
import { CLOSE, FIELDS, HIGH, LOW, OPEN, type PackedMinutes, putMinute } from './packed-bars.ts';
import type { SyntheticFacts } from './universe.ts';

/** One constituent of an index: how many units the basket holds, and the share's minutes. */
export interface IndexPart {
  readonly count: number;
  readonly bars: PackedMinutes;
}

/**
 * Minutes of an index. Opens and closes are the exact weighted sums; the extremes add a part of the constituents'
 * wicks only, because shares do not all stand at their extremes at one moment. An index has no volume.
 */
export function indexBars(parts: readonly IndexPart[], tick: number): PackedMinutes {
  const packed = new Int32Array(parts[0]?.bars.length ?? 0);
  for (let at = 0; at < packed.length; at += FIELDS) {
    let [open, close, above, below] = [0, 0, 0, 0];
    for (const { count, bars } of parts) {
      const [from, to] = [bars[at + OPEN] ?? 0, bars[at + CLOSE] ?? 0];
      open += count * from;
      close += count * to;
      above += count * ((bars[at + HIGH] ?? 0) - Math.max(from, to));
      below += count * (Math.min(from, to) - (bars[at + LOW] ?? 0));
    }
    const [from, to] = [onTick(open, tick), onTick(close, tick)];
    const high = Math.max(from, to) + onTick(above * 0.35, tick);
    const low = Math.min(from, to) - onTick(below * 0.35, tick);
    putMinute(packed, at / FIELDS, { open: from, high, low, close: to, volume: 0 });
  }
  return packed;
}

export interface TrackingInput {
  readonly seed: number;
  readonly session: SourceSession;
  readonly facts: SyntheticFacts;
  readonly divisor: number;
  readonly index: readonly Bar[];
}

/** Minutes of an ETF that follows an index: the index divided, with an error of a tick or two and a volume of its own. */
export function trackingBars({ seed, session, facts, divisor, index }: TrackingInput): Bar[] {
  const tick = facts.instrument.tickPaise;
  const random = createRandom(seed, session.date, facts.instrument.symbol, 'tracking');
  const dayVolume = facts.dailyVolume * Math.exp(0.3 * random.gauss());
  return index.map((bar, t) => {
    const error = (): number => Math.round(random.gauss()) * tick;
    const open = onTick(bar.open / divisor, tick) + error();
    const close = onTick(bar.close / divisor, tick) + error();
    const edge = Math.min(t, index.length - 1 - t);
    const busy = (0.7 + 1.6 * Math.exp(-edge / 25)) * Math.exp(0.4 * random.gauss());
    return {
      openAt: bar.openAt,
      open,
      high: Math.max(open, close, onTick(bar.high / divisor, tick)),
      low: Math.min(open, close, onTick(bar.low / divisor, tick)),
      close,
      volume: Math.max(60, Math.round((dayVolume / index.length) * busy)),
    };
  });
}
