import { setImmediate as others } from 'node:timers/promises';
import {
  createRandom,
  type EpochMs,
  indiaDateOf,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { type BarColumns, columnsOf, openTrials, type PreparedBacktest, prepareBacktest } from '@trickdesk/engine';
import { packBars, type StoredInstrument } from '../market-data/index.ts';
import { type BacktestJob, type BacktestMarket, runStoredBacktest } from './run-backtest.ts';
import { loadBars } from './stored-bars.ts';
import { candidatesOf, sweepInputOf } from './sweep-trials.ts';

/** So that all that the sets of a sweep do is done often enough to be compiled well, each time in a blink. */
const ROUNDS = 96;
/** A whole back-test takes five times as long as a set, and has fewer ways that are taken once a day. */
const ROUNDS_OF_A_WHOLE = 4;
const DAYS = 20;
/** A month that the exchange's own table has. */
const FROM = indiaMoment('2026-01-01');
const SYMBOL = 'REHEARSAL';

const LENGTH = { default: 14, min: 2, max: 200, step: 1 };
const OF_MINUTES = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: SYMBOL }],
  interval: '1m',
  parameters: { length: LENGTH },
};
/** Values of the parameter, where it is a sweep that is rehearsed. */
const LENGTHS = [7, 14];
const INTRADAY = {
  ...OF_MINUTES,
  product: 'INTRADAY',
  session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  risk: { stopLoss: { kind: 'percent', percent: 0.5 }, target: { kind: 'percent', percent: 1 } },
};

const OVER_NIGHTS = {
  ...OF_MINUTES,
  product: 'DELIVERY',
  direction: 'long',
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
};

/** Each takes ways through a run that the others do not: what a run meets first, costs it what was compiled without it. */
const DEFINITIONS: readonly object[] = [
  {
    ...INTRADAY,
    direction: 'both',
    entry: {
      long: 'ema(close, 9) crosses above ema(close, 21) and rsi(close, length) > 40',
      short: 'ema(close, 9) crosses below ema(close, 21)',
    },
    exit: { long: 'close < sma(close, 20)', short: 'close > sma(close, 20)' },
    sizing: { method: 'capital_share', percent: 50 },
  },
  // Its entry goes on holding while it is in.
  {
    ...INTRADAY,
    direction: 'long',
    entry: { long: 'rsi(close, length) < 40' },
    exit: { long: 'rsi(close, length) > 60' },
    sizing: { method: 'fixed_quantity', quantity: 10 },
  },
  // It has no levels, goes over nights, and cash does not pay for it any more in the end.
  {
    ...OVER_NIGHTS,
    entry: { long: 'sma(close, length) crosses above sma(close, 50)' },
    exit: { long: 'sma(close, length) crosses below sma(close, 50)' },
    sizing: { method: 'fixed_quantity', quantity: 1_750 },
  },
  // Nothing stands in its way: most of its trades are made at once where figures alone are kept.
  {
    ...OVER_NIGHTS,
    entry: { long: 'sma(close, length) crosses above sma(close, 30)' },
    exit: { long: 'sma(close, length) crosses below sma(close, 30)' },
    sizing: { method: 'fixed_quantity', quantity: 10 },
  },
];

const INSTRUMENT: StoredInstrument = {
  ...{ id: 0, exchange: 'NSE', token: '0', symbol: SYMBOL, tradingSymbol: SYMBOL, name: SYMBOL, active: false },
  ...{ kind: 'equity', tickPaise: 5, lotSize: 1, expiry: undefined, strikePaise: undefined },
};

export interface Rehearsal {
  /** Back-tests that were run, alone or as the sets of a sweep. */
  readonly runs: number;
  /** How many trades the last ones made, one of each definition: sets, and whole back-tests. */
  readonly trades: readonly number[];
  readonly wholeTrades: readonly number[];
  /** To be held until the run that somebody waits for: code is forgotten with the last object that it was compiled for. */
  readonly kept: readonly PreparedBacktest[];
}

const NO_REHEARSAL: Rehearsal = { runs: 0, trades: [], wholeTrades: [], kept: [] };

/**
 * Runs back-tests over made-up prices, of which nothing is kept: the first one that somebody waits for finds its code
 * compiled, alone or as a sweep. Stops between two of them as soon as it may.
 */
export async function rehearse(calendar: MarketCalendar, isOver: () => boolean): Promise<Rehearsal> {
  return rehearsal({ calendar, isOver, told: 'reasons' });
}

/** The same for who only helps with sweeps: nothing is judged or told. */
export async function rehearseSweeps(calendar: MarketCalendar, isOver: () => boolean): Promise<Rehearsal> {
  return rehearsal({ calendar, isOver, told: 'figures' });
}

interface Plan {
  readonly calendar: MarketCalendar;
  readonly isOver: () => boolean;
  /** Who tells reasons runs whole back-tests, too. */
  readonly told: 'reasons' | 'figures';
}

async function rehearsal({ calendar, isOver, told }: Plan): Promise<Rehearsal> {
  if (isOver()) return NO_REHEARSAL;
  const bars = madeUpBars(calendar);
  const market = madeUpMarket(calendar, bars);
  const jobs = DEFINITIONS.map((definition) => jobOf(definition, bars));
  if (bars.time.length === 0) return NO_REHEARSAL;
  const [trades, wholeTrades] = [new Map<BacktestJob, number>(), new Map<BacktestJob, number>()];
  let runs = 0;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => jobs.map((job) => ({ job, round }))).flat();
  for (const { job, round } of rounds) {
    if (isOver()) break;
    trades.set(job, await runSets(market, job));
    runs += 1;
    if (told === 'reasons' && round % ROUNDS_OF_A_WHOLE === 0) {
      await others();
      if (isOver()) break;
      wholeTrades.set(job, (await runStoredBacktest(market, job, () => undefined)).report.trades);
      runs += 1;
    }
    await others();
  }
  const kept = await Promise.all(jobs.map((job) => runAndKeep(market, job, told)));
  return { runs, trades: [...trades.values()], wholeTrades: [...wholeTrades.values()], kept };
}

/** As a thread of a sweep does. @returns trades of the last set */
async function runSets(market: BacktestMarket, alone: BacktestJob): Promise<number> {
  const job = { ...alone, sweep: { length: LENGTHS } };
  const candidates = candidatesOf(job);
  const [first, ...more] = candidates.map(({ strategy }) => strategy);
  if (!first) throw new Error('a rehearsal has nothing to run');
  const shared = { job, ...(await loadBars(market, [first, ...more], job)) };
  const trials = openTrials(sweepInputOf(shared, market.calendar, { candidates }));
  return candidates.reduce((_, __, i) => trials.run(i).report.trades, 0);
}

async function runAndKeep(market: BacktestMarket, job: BacktestJob, tells: Plan['told']): Promise<PreparedBacktest> {
  const candidates = candidatesOf(job);
  const [first] = candidates;
  if (!first) throw new Error('a rehearsal has nothing to run');
  const { strategy } = first;
  const input = sweepInputOf({ job, ...(await loadBars(market, [strategy], job)) }, market.calendar, { candidates });
  // What was open at the end stays so: positions are kept, too.
  const kept = prepareBacktest({ ...input, strategy, tells, closeAtEnd: false });
  kept.run();
  return kept;
}

function jobOf(definition: object, { time }: BarColumns): BacktestJob {
  return {
    ...{ id: 0, definition, versionHash: '', dataset: 'simulator:rehearsal', capitalPaise: 10_00_000_00 },
    ...{ costs: true, slippageBps: 2, fromDate: indiaDateOf(FROM), toDate: indiaDateOf(time.at(-1) ?? FROM) },
  };
}

function madeUpMarket(calendar: MarketCalendar, bars: BarColumns): BacktestMarket {
  const packed = { blocks: packBars(bars), from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  return {
    calendar,
    instrument: async () => INSTRUMENT,
    corporateActions: async () => [],
    coverage: async () => undefined,
    packedBars: async () => packed,
    columns: async () => columnsOf([]),
    describeDataset: () => '',
  };
}

function madeUpBars(calendar: MarketCalendar): BarColumns {
  const random = createRandom('rehearsal');
  let price = 500_00;
  const step = (): number => {
    price = Math.max(100_00, price + 5 * Math.round(random.gauss() * 6));
    return price;
  };
  return columnsOf(
    minutes(calendar).map((openAt) => {
      const path = [price, step(), step(), step()];
      const [open = 0] = path;
      return { openAt, open, high: Math.max(...path), low: Math.min(...path), close: price, volume: 1_000 };
    }),
  );
}

function minutes(calendar: MarketCalendar): EpochMs[] {
  const moments: EpochMs[] = [];
  let session = calendar.nextSession(FROM);
  for (let day = 0; day < DAYS && session; day += 1) {
    for (let at = session.openAt; at < session.closeAt; at += MINUTE_MS) moments.push(at);
    session = calendar.nextSession(session.closeAt);
  }
  return moments;
}
