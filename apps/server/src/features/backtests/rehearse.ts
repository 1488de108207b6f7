import { setImmediate as others } from 'node:timers/promises';
import {
  createRandom,
  type EpochMs,
  indiaDateOf,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { type BarColumns, columnsOf } from '@trickdesk/engine';
import { packBars, type StoredInstrument } from '../market-data/index.ts';
import { type BacktestJob, type BacktestMarket, runStoredBacktest } from './run-backtest.ts';

/** So that all that a back-test does is done often enough to be compiled, each time in a blink. */
const ROUNDS = 12;
const DAYS = 20;
/** A month that the exchange's own table has. */
const FROM = indiaMoment('2026-01-01');
const SYMBOL = 'REHEARSAL';

const DEFINITION = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: SYMBOL }],
  interval: '1m',
  product: 'INTRADAY',
  direction: 'both',
  session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  entry: {
    long: 'ema(close, 9) crosses above ema(close, 21) and rsi(close, 14) > 40',
    short: 'ema(close, 9) crosses below ema(close, 21)',
  },
  exit: { long: 'close < sma(close, 20)', short: 'close > sma(close, 20)' },
  risk: { stopLoss: { kind: 'percent', percent: 0.5 }, target: { kind: 'percent', percent: 1 } },
  sizing: { method: 'capital_share', percent: 50 },
};

const INSTRUMENT: StoredInstrument = {
  ...{ id: 0, exchange: 'NSE', token: '0', symbol: SYMBOL, tradingSymbol: SYMBOL, name: SYMBOL, active: false },
  ...{ kind: 'equity', tickPaise: 5, lotSize: 1, expiry: undefined, strikePaise: undefined },
};

/**
 * Runs back-tests over made-up prices, of which nothing is kept: the first one that somebody waits for finds its code
 * compiled. Stops between two of them as soon as it may.
 *
 * @returns how many it ran, and the trades of each
 */
export async function rehearse(
  calendar: MarketCalendar,
  isOver: () => boolean,
): Promise<{ readonly rounds: number; readonly trades: number }> {
  if (isOver()) return { rounds: 0, trades: 0 };
  const bars = madeUpBars(calendar);
  const market = madeUpMarket(calendar, bars);
  const job: BacktestJob = {
    ...{ id: 0, definition: DEFINITION, versionHash: '', dataset: 'simulator:rehearsal', capitalPaise: 10_00_000_00 },
    ...{ costs: true, slippageBps: 2, fromDate: indiaDateOf(FROM), toDate: indiaDateOf(bars.time.at(-1) ?? FROM) },
  };
  let [rounds, trades] = [0, 0];
  if (bars.time.length === 0) return { rounds, trades };
  while (rounds < ROUNDS && !isOver()) {
    const { report } = await runStoredBacktest(market, job, () => undefined);
    [rounds, trades] = [rounds + 1, report.trades];
    await others();
  }
  return { rounds, trades };
}

function madeUpMarket(calendar: MarketCalendar, bars: BarColumns): BacktestMarket {
  const packed = { blocks: packBars(bars), from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  return {
    calendar,
    instrument: async () => INSTRUMENT,
    corporateActions: async () => [],
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
