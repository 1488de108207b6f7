import { createRandom, type Random } from '@trickdesk/domain';
import type { ChainDay } from './daily-chain.ts';
import { FIELDS, type PackedMinutes, putMinute } from './packed-bars.ts';
import { SECTORS, type Sector, type SyntheticFacts } from './universe.ts';

export const SESSION_MINUTES = 375;

/** Volatility of each minute: high after the open, calm at noon, somewhat higher before the close. */
const MINUTE_SHAPE = Float64Array.from({ length: SESSION_MINUTES }, (_, t) => {
  return 0.75 + 1.5 * Math.exp(-t / 22) + 0.6 * Math.exp(-(SESSION_MINUTES - 1 - t) / 28);
});
/** Traded volume follows the same U, more strongly. */
const VOLUME_SHAPE = normalised(MINUTE_SHAPE.map((value, t) => value * (0.7 + (t > 340 ? 0.9 : 0.3) * value)));
const VARIANCE_BEFORE = cumulativeShare(MINUTE_SHAPE.map((value) => value * value));
/** Shares that change hands in the quietest minute; ticks need something to share out. */
const LEAST_VOLUME = 60;

/** Paths of the common factors over one day: `path[t]` is the log return from the open to minute t (0 to 375). */
export interface FactorPaths {
  readonly market: Float32Array;
  /** Made when it is first asked for: one instrument needs one sector. */
  readonly sector: (sector: Sector) => Float32Array;
}

export function factorPaths(seed: number, day: ChainDay): FactorPaths {
  const spread = day.sigma * 0.85;
  const made = new Map<Sector, Float32Array>();
  return {
    market: bridge(createRandom(seed, day.date, 'minutes'), {
      total: day.market,
      sigma: spread,
      persistence: day.persistence,
    }),
    sector: (sector) => {
      const path =
        made.get(sector) ??
        bridge(createRandom(seed, day.date, 'minutes', sector), {
          total: day.sectors[SECTORS.indexOf(sector)] ?? 0,
          sigma: sector === 'liquid' ? 0 : spread * 0.55,
          persistence: day.persistence / 2,
        });
      made.set(sector, path);
      return path;
    },
  };
}

/** What the bars of one instrument and day are made from. */
export interface MinuteInput {
  readonly seed: number;
  readonly day: ChainDay;
  readonly paths: FactorPaths;
  readonly facts: SyntheticFacts;
  /** Position of the instrument in the chain. */
  readonly index: number;
  /** Paise at relative log price zero. */
  readonly basePaise: number;
}

/**
 * The minute bars of one instrument on one day. The first opens at the day's open and the last closes at the day's
 * close of the chain; both, and everything between, on the instrument's tick.
 */
export function minuteBars(input: MinuteInput): PackedMinutes {
  const { facts, day, paths, index } = input;
  const tick = facts.instrument.tickPaise;
  const random = createRandom(input.seed, day.date, facts.instrument.symbol, 'minutes');
  const ownSigma = (facts.ownVolPercent / 100) * 0.85;
  const own = bridge(random, { total: day.own[index] ?? 0, sigma: ownSigma, persistence: 0 });
  const sector = paths.sector(facts.sector);
  const openLog = day.openLog[index] ?? 0;
  const priceAt = (t: number): number => {
    const log = openLog + facts.beta * (paths.market[t] ?? 0) + (sector[t] ?? 0) + (own[t] ?? 0);
    return onTick(input.basePaise * Math.exp(log), tick);
  };
  const minuteSigma = Math.hypot(facts.beta * day.sigma, ownSigma) / Math.sqrt(SESSION_MINUTES);
  const move = Math.abs((day.closeLog[index] ?? 0) - openLog);
  const dayVolume = facts.dailyVolume * Math.exp(0.3 * random.gauss()) * (1 + 18 * move);
  const lastClose = onTick(input.basePaise * Math.exp(day.closeLog[index] ?? 0), tick);

  const packed = new Int32Array(SESSION_MINUTES * FIELDS);
  let close = priceAt(0);
  for (let t = 0; t < SESSION_MINUTES; t += 1) {
    const open = t === 0 ? close : Math.max(tick, close + jitter(random) * tick);
    close = t === SESSION_MINUTES - 1 ? lastClose : priceAt(t + 1);
    const wick = minuteSigma * (MINUTE_SHAPE[t] ?? 1) * close;
    const high = Math.max(open, close) + onTick(wick * exponential(random), tick);
    const low = Math.max(tick, Math.min(open, close) - onTick(wick * exponential(random), tick));
    const busy = Math.exp(0.45 * random.gauss()) * (0.7 + (0.3 * (high - low)) / Math.max(tick, wick * 2));
    const volume = Math.max(LEAST_VOLUME, Math.round(dayVolume * (VOLUME_SHAPE[t] ?? 0) * busy));
    putMinute(packed, t, { open, high, low, close, volume });
  }
  return packed;
}

export function onTick(paise: number, tick: number): number {
  return Math.round(paise / tick) * tick;
}

/** Brownian path with the day's shape, bent so that it ends exactly at its total. */
function bridge(
  random: Random,
  shape: { readonly total: number; readonly sigma: number; readonly persistence: number },
): Float32Array {
  const path = new Float32Array(SESSION_MINUTES + 1);
  const step = shape.sigma * STEP_SCALE;
  let previous = 0;
  let calm = 0;
  for (let t = 0; t < SESSION_MINUTES; t += 1) {
    // Volatility itself wanders within the day, so that busy minutes come in groups.
    calm = 0.97 * calm + 0.12 * random.gauss();
    previous = shape.persistence * previous + random.gauss() * Math.exp(calm - 0.1);
    path[t + 1] = (path[t] ?? 0) + step * (MINUTE_SHAPE[t] ?? 1) * previous;
  }
  const missing = shape.total - (path[SESSION_MINUTES] ?? 0);
  for (let t = 1; t <= SESSION_MINUTES; t += 1) path[t] = (path[t] ?? 0) + missing * (VARIANCE_BEFORE[t] ?? 1);
  return path;
}

/** Brings the sum of the minutes' variances to one. */
const STEP_SCALE = 1 / Math.sqrt(MINUTE_SHAPE.reduce((sum, value) => sum + value * value, 0));

/** Where the next minute opens against the last close: mostly the same price, now and then a tick beside it. */
function jitter(random: Random): number {
  const draw = random.next();
  if (draw < 0.15) return -1;
  return draw < 0.3 ? 1 : 0;
}

function exponential(random: Random): number {
  return -0.6 * Math.log(1 - random.next());
}

function normalised(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}

function cumulativeShare(values: Float64Array): Float64Array {
  const share = new Float64Array(values.length + 1);
  values.forEach((value, i) => {
    share[i + 1] = (share[i] ?? 0) + value;
  });
  const total = share[values.length] ?? 1;
  return share.map((value) => value / total);
}
