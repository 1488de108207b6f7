import { createRandom, type IndiaDate, type Random } from '@trickdesk/domain';
import { SECTORS, type SyntheticFacts } from './universe.ts';

/** One simulated day, before it is spread over its minutes. Returns are logarithmic. */
export interface ChainDay {
  readonly date: IndiaDate;
  /** Intraday return of the market and of each sector (in the order of SECTORS). */
  readonly market: number;
  readonly sectors: Float64Array;
  /** Each instrument's own intraday return. */
  readonly own: Float64Array;
  /** Daily volatility of the market factor on this day, and how strongly minutes continue (+) or revert (−). */
  readonly sigma: number;
  readonly persistence: number;
  /** Log price at open and close, relative to the first day. */
  readonly openLog: Float64Array;
  readonly closeLog: Float64Array;
}

interface Regime {
  readonly drift: number;
  readonly scale: number;
  readonly persistence: number;
  /** Chance to stay for another day. */
  readonly stays: number;
}

/** Over all regimes the market gains about a tenth a year, as Indian shares have done; trends last some weeks. */
const RISING: Regime = { drift: 0.0022, scale: 0.75, persistence: 0.16, stays: 0.97 };
const FALLING: Regime = { drift: -0.0016, scale: 1.05, persistence: 0.16, stays: 0.955 };
const RANGING: Regime = { drift: 0.0002, scale: 0.75, persistence: -0.2, stays: 0.965 };
const STORMY: Regime = { drift: -0.0008, scale: 1.9, persistence: 0.03, stays: 0.88 };
const REGIMES: readonly Regime[] = [RISING, FALLING, RANGING, STORMY];

/** GARCH(1,1) of the market factor: long-run daily volatility 0.75 %. */
const LONG_RUN_VARIANCE = 0.0075 ** 2;
const ALPHA = 0.09;
const BETA = 0.89;
/** Share of a day's variance that happens overnight. */
const OVERNIGHT = 0.28;
const SECTOR_VOL: Readonly<Record<string, number>> = { gold: 0.008, liquid: 0, broad: 0.002 };
const DEFAULT_SECTOR_VOL = 0.0055;
/** No day moves further than this from the close before it, so that circuit limits hold. */
const MOST_A_DAY = 0.085;

/** The daily skeleton of the synthetic market: extends itself forward, each day's shocks keyed by (seed, date, name). */
export interface DailyChain {
  readonly day: (index: number) => ChainDay | undefined;
}

export function createDailyChain(
  seed: number,
  universe: readonly SyntheticFacts[],
  dates: readonly IndiaDate[],
): DailyChain {
  const days: ChainDay[] = [];
  let regime: Regime = RANGING;
  let variance = LONG_RUN_VARIANCE;
  let logs = new Float64Array(universe.length);

  const extend = (date: IndiaDate): void => {
    const random = createRandom(seed, date, 'market');
    regime = nextRegime(regime, random);
    const sigma = Math.sqrt(variance) * regime.scale;
    const gap = Math.sqrt(OVERNIGHT) * sigma * fatTailed(random);
    const market = regime.drift + Math.sqrt(1 - OVERNIGHT) * sigma * fatTailed(random);
    const shock = (gap + market - regime.drift) / regime.scale;
    variance = LONG_RUN_VARIANCE * (1 - ALPHA - BETA) + ALPHA * shock * shock + BETA * variance;
    const heat = Math.sqrt(sigma / Math.sqrt(LONG_RUN_VARIANCE));
    const moves = sectorMoves(random, heat);
    const day: ChainDay = {
      date,
      market,
      sectors: moves.intraday,
      own: new Float64Array(universe.length),
      sigma,
      persistence: regime.persistence,
      openLog: new Float64Array(universe.length),
      closeLog: new Float64Array(universe.length),
    };
    universe.forEach((facts, i) => {
      const own = createRandom(seed, date, facts.instrument.symbol);
      const vol = (facts.ownVolPercent / 100) * heat;
      const sector = SECTORS.indexOf(facts.sector);
      const before = logs[i] ?? 0;
      const overnight = facts.beta * gap + (moves.gap[sector] ?? 0) + Math.sqrt(OVERNIGHT) * vol * fatTailed(own);
      const drift = facts.driftPercent / 100;
      const open = before + clamp(overnight + drift, MOST_A_DAY / 2);
      const common = facts.beta * market + (moves.intraday[sector] ?? 0);
      const wanted = common + Math.sqrt(1 - OVERNIGHT) * vol * fatTailed(own);
      const close = before + clamp(open - before + wanted, MOST_A_DAY);
      day.openLog[i] = open;
      day.closeLog[i] = close;
      day.own[i] = close - open - common;
    });
    logs = new Float64Array(day.closeLog);
    days.push(day);
  };

  return {
    day: (index) => {
      while (days.length <= index) {
        const date = dates[days.length];
        if (date === undefined) return undefined;
        extend(date);
      }
      return days[index];
    },
  };
}

function nextRegime(current: Regime, random: Random): Regime {
  if (random.next() < current.stays) return current;
  const others = REGIMES.filter((regime) => regime !== current);
  return others[random.int(others.length)] ?? current;
}

function sectorMoves(random: Random, heat: number): { gap: Float64Array; intraday: Float64Array } {
  const gap = new Float64Array(SECTORS.length);
  const intraday = new Float64Array(SECTORS.length);
  SECTORS.forEach((sector, i) => {
    const vol = (SECTOR_VOL[sector] ?? DEFAULT_SECTOR_VOL) * heat;
    gap[i] = Math.sqrt(OVERNIGHT) * vol * fatTailed(random);
    intraday[i] = Math.sqrt(1 - OVERNIGHT) * vol * fatTailed(random);
  });
  return { gap, intraday };
}

/** Unit variance, about one day in twenty-five more than twice as wide as the rest. */
function fatTailed(random: Random): number {
  const wide = random.next() < 0.04;
  return random.gauss() * (wide ? 2.1 : 0.93);
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
