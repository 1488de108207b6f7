import { type Bar, type EpochMs, MINUTE_MS, pathOfBar, type Random } from '@trickdesk/domain';
import type { SimInstrument, SourceTick } from './market-source.ts';

/** `path`: exactly the four points of the bar's price path; `spread`: as many ticks as the instrument usually has. */
export type TickStyle = 'path' | 'spread';

export interface BarTicksInput {
  readonly instrument: SimInstrument;
  readonly bar: Bar;
  readonly barMinutes: number;
  /** Volume of the day before this bar. */
  readonly cumBefore: number;
  readonly style: TickStyle;
  readonly random: Random;
}

/**
 * The ticks of one bar: the first at its open, then its extremes in the order of the price path, the last at its
 * close, all inside [low, high] and on the tick; volume adds up to the bar's. Bars built from them equal the bar.
 */
export function ticksOfBar(input: BarTicksInput): SourceTick[] {
  return input.style === 'path' ? pathTicks(input) : spreadTicks(input);
}

function pathTicks({ instrument, bar, barMinutes, cumBefore }: BarTicksInput): SourceTick[] {
  const span = (barMinutes * MINUTE_MS) / 4;
  return pathOfBar(bar).map((pricePaise, i) => {
    const at = bar.openAt + i * span;
    const cumVolume = cumBefore + Math.floor((bar.volume * (i + 1)) / 4);
    return { token: instrument.token, due: at, at, pricePaise, cumVolume, traded: true };
  });
}

function spreadTicks({ instrument, bar, barMinutes, cumBefore, random }: BarTicksInput): SourceTick[] {
  const length = barMinutes * MINUTE_MS;
  const count = Math.max(4, Math.round(length / 1000 / instrument.tickSeconds) + random.int(3) - 1);
  const prices = pricesAlong(pathOfBar(bar), { count, tick: instrument.tickPaise, random });
  const volumes = shares(bar.volume, count, random);
  return prices.map((pricePaise, i) => {
    const at = bar.openAt + Math.floor(((i + random.next() * 0.9) * length) / count);
    return { token: instrument.token, due: at, at, pricePaise, cumVolume: cumBefore + (volumes[i] ?? 0), traded: true };
  });
}

/** Prices that pass the four path points in order and wander between neighbours. */
function pricesAlong(
  path: readonly [number, number, number, number],
  shape: { readonly count: number; readonly tick: number; readonly random: Random },
): number[] {
  const { count, tick, random } = shape;
  const last = count - 1;
  const first = 1 + random.int(last - 2);
  const second = first + 1 + random.int(last - first - 1);
  const stops = [0, first, second, last];
  const prices = new Array<number>(count);
  for (let leg = 0; leg < 3; leg += 1) {
    const [from, to] = [stops[leg] ?? 0, stops[leg + 1] ?? last];
    const [start, end] = [path[leg] ?? path[0], path[leg + 1] ?? path[3]];
    const [low, high] = [Math.min(start, end), Math.max(start, end)];
    for (let i = from; i < to; i += 1) {
      const straight = start + ((end - start) * (i - from)) / (to - from);
      const wandered = Math.round((straight - start) / tick + (i === from ? 0 : random.gauss())) * tick + start;
      prices[i] = Math.min(high, Math.max(low, wandered));
    }
  }
  prices[last] = path[3];
  return prices;
}

/** Running totals of a volume that is shared out at random; the last is the whole. */
function shares(volume: number, count: number, random: Random): number[] {
  const weights = Array.from({ length: count }, () => 0.2 + random.next());
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let seen = 0;
  return weights.map((weight, i) => {
    seen += weight;
    return i === count - 1 ? volume : Math.floor((volume * seen) / whole);
  });
}

/** Packets after the close repeat the last price, so that a listener's clock passes the close. */
export function closingTicks(
  last: { readonly instrument: SimInstrument; readonly pricePaise: number; readonly cumVolume: number },
  closeAt: EpochMs,
  random: Random,
): SourceTick[] {
  return [0, 1, 2].map((round) => {
    const at = closeAt + round * 3_300 + random.int(3_200);
    return {
      token: last.instrument.token,
      due: at,
      at,
      pricePaise: last.pricePaise,
      cumVolume: last.cumVolume,
      traded: false,
    };
  });
}
