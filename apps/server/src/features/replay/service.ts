import type { ReplayDay } from '@trickdesk/contract';
import type { Database, Queryable } from '@trickdesk/db';
import { addDays, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { compileStrategy, type StrategyDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { type DoneBacktest, findDoneBacktest } from '../backtests/index.ts';
import {
  decisionToWire,
  findRun,
  isOwn,
  listDecisionsBetween,
  listRunSpans,
  markerOf,
  readDefinition,
  runSettingsOf,
  signalsOfDay,
} from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { badgeOf, listOrders } from '../orders/index.ts';
import { deedsOfBacktest, ranAs, signalsOfBacktest } from './backtest-day.ts';
import { barsBefore } from './bars-before.ts';
import { checkChanges, type Values } from './changes.ts';
import { type DayAsked, dayAlone } from './day-alone.ts';
import { type ReplayFacts, replayOf } from './replay-of.ts';
import { chooseDay, runsOfDay } from './rules.ts';

interface Asked {
  readonly accountId: number;
  readonly day: IndiaDate | undefined;
  readonly symbol: string | undefined;
  /** Other values of parameters: the day by itself with them. */
  readonly changes?: Values | undefined;
}

export interface ReplayAsked extends Asked {
  readonly deploymentId: number;
}

export interface BacktestReplayAsked extends Asked {
  readonly backtestId: number;
}

export type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** What is shown of a day: of what ran, or of the day by itself with other values. */
type Shown = Pick<ReplayFacts, 'signals' | 'decisions' | 'markers' | 'fromTrades' | 'changed'>;

/** More than a day of one instrument has: the exchange itself ends at a few orders a minute. */
const MOST_ORDERS = 1_000;

export type ReplayService = ReturnType<typeof createReplayService>;

/** Days of tricks again: what is not stored is computed from the bars, what was done is read. */
export function createReplayService({
  database,
  marketData,
  paperSlippageBps,
}: {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** Of test mode, for a day by itself. */
  readonly paperSlippageBps: number;
}) {
  const db = database.kysely;

  return {
    /** @throws Refusal `NOT_FOUND`, also for somebody else's trick; `NOTHING_TO_REPLAY`; `INVALID_INPUT`, `TRICK_TOO_COSTLY` */
    read: async ({ accountId, deploymentId, day, symbol: asked, changes }: ReplayAsked): Promise<ReplayDay> => {
      if (!(await isOwn(db, accountId, deploymentId))) throw new Refusal('NOT_FOUND');
      const { run, runNumbers, date, previous, next } = await dayOfTrick(db, marketData, { deploymentId, asked: day });
      const definition = readDefinition(run.definition);
      const symbol = symbolIn(definition, asked);
      const ran = { costs: 'angelone', settings: runSettingsOf(run), dataset: run.dataset } as const;
      const shown = changes
        ? await withChanges(marketData, {
            ...ran,
            slippageBps: paperSlippageBps,
            definition,
            values: {},
            changes,
            date,
            symbol,
          })
        : await asItRan(db, marketData, { run, runNumbers, accountId, date, symbol });
      return replayOf({
        ...{ TricksId: run.id, name: run.name, version: run.version, badge: badgeOf(run.mode, marketData.simulated) },
        ...{ definition, values: changes ?? {}, date, previous, next, symbol, ...shown },
        before: await barsBefore(marketData, seriesOf(definition, { symbol, date, dataset: run.dataset })),
        data: { name: marketData.describeDataset(run.dataset), simulated: marketData.simulated },
      });
    },
    /** @throws Refusal `NOT_FOUND`, also for somebody else's; `NOTHING_TO_REPLAY` without a report; `INVALID_INPUT`, `TRICK_TOO_COSTLY` */
    readBacktest: async ({ accountId, backtestId, day, symbol: asked, changes }: BacktestReplayAsked) => {
      const backtest = await findDoneBacktest(db, backtestId, accountId);
      if (!backtest) throw new Refusal('NOT_FOUND');
      if (backtest === 'no report') throw new Refusal('NOTHING_TO_REPLAY');
      const { definition, values, days } = backtest;
      const symbol = symbolIn(definition, asked);
      const place = placeOf(backtest, day);
      const date = days[place] ?? '';
      const shown = changes
        ? await withChanges(marketData, { ...ranAs(backtest), definition, values, changes, date, symbol })
        : {
            signals: await signalsOfBacktest(marketData, { backtest, date, symbol }),
            ...(await deedsOfBacktest(db, marketData, { backtest, date, symbol })),
          };
      return replayOf({
        ...{ BacktestId: backtest.id, name: backtest.name, definition, values: { ...values, ...changes } },
        ...{ date, previous: days[place - 1], next: days[place + 1], symbol, ...shown },
        before: await barsBefore(marketData, seriesOf(definition, { symbol, date, dataset: backtest.dataset })),
        data: {
          name: marketData.describeDataset(backtest.dataset),
          simulated: backtest.dataset.startsWith('simulator'),
        },
      });
    },
  };
}

/** The day that is asked for, or the newest, with the runs that it is told of. */
async function dayOfTrick(
  db: Queryable,
  marketData: MarketDataService,
  { deploymentId, asked }: { readonly deploymentId: number; readonly asked: IndiaDate | undefined },
) {
  const all = await listRunSpans(db, deploymentId);
  // Runs on other prices are of another exchange.
  const runs = all.filter(({ dataset }) => dataset === all.at(-1)?.dataset);
  const { now } = await marketData.marketState();
  const startedAt = runs[0]?.started_exchange_at.getTime();
  if (now === undefined || startedAt === undefined) throw new Refusal('NOTHING_TO_REPLAY');
  const days = chooseDay(marketData.calendar, { startedAt, now }, asked);
  if (days === 'none') throw new Refusal('NOTHING_TO_REPLAY');
  if (days === 'other_day') {
    throw invalid('date', 'This is no exchange day of the trick. Choose a day since it was first started.');
  }
  const runNumbers = runsOfDay(runs, days.session).map(({ run_number: number }) => number);
  const run = await findRun(db, deploymentId, runNumbers.at(-1));
  if (!run) throw new Refusal('NOTHING_TO_REPLAY');
  return { run, runNumbers, previous: days.previous, next: days.next, date: days.session.date };
}

interface RunDay {
  /** The last of those that were up. */
  readonly run: Run;
  readonly runNumbers: readonly number[];
  readonly accountId: number;
  readonly date: IndiaDate;
  readonly symbol: string;
}

/** What the last run of the day saw, and what all of its runs decided and did. */
async function asItRan(db: Queryable, marketData: MarketDataService, asked: RunDay): Promise<Shown> {
  const { run, runNumbers, accountId, date, symbol } = asked;
  const [from, to] = [indiaMoment(date), indiaMoment(addDays(date, 1))];
  const { signals } = await signalsOfDay(marketData, { record: run, symbol, day: date, until: to });
  const [decisions, orders] = await Promise.all([
    listDecisionsBetween(db, { deploymentId: run.id, runNumbers, symbol }, { from: new Date(from), to: new Date(to) }),
    listOrders(
      db,
      { accountId, deploymentId: run.id, mode: run.mode, hasFills: true, from: date, to: date },
      { limit: MOST_ORDERS, offset: 0, sort: 'time' },
    ),
  ]);
  const own = orders.filter((order) => order.symbol === symbol);
  return { signals, decisions: decisions.map(decisionToWire), markers: own.flatMap(markerOf) };
}

interface ChangedDay extends Omit<DayAsked, 'strategy'> {
  readonly definition: StrategyDefinition;
  /** As they ran. */
  readonly values: Values;
  readonly changes: Values;
}

/** The day by itself, twice: with the values that ran, and with others. */
async function withChanges(marketData: MarketDataService, asked: ChangedDay): Promise<Shown> {
  const { definition, values, changes, ...day } = asked;
  checkChanges(definition, asked);
  const alone = (given: Values) => dayAlone(marketData, { ...day, strategy: compileStrategy(definition, given) });
  const asRun = await alone(values);
  const { result, ...shown } = await alone({ ...values, ...changes });
  return { ...shown, changed: { asRun: asRun.result, withChanges: result, afterCharges: day.costs !== 'none' } };
}

function symbolIn({ instruments }: StrategyDefinition, asked: string | undefined): string {
  const symbols = instruments.map((one) => one.symbol);
  const symbol = asked ?? symbols[0] ?? '';
  if (!symbols.includes(symbol)) throw invalid('symbol', `This trick does not trade ${symbol}.`);
  return symbol;
}

function seriesOf(
  { instruments, interval }: StrategyDefinition,
  of: { readonly symbol: string; readonly date: IndiaDate; readonly dataset: string },
) {
  const exchange = instruments.find(({ symbol }) => symbol === of.symbol)?.exchange ?? ('NSE' as const);
  return { exchange, interval, ...of };
}

function placeOf({ days }: DoneBacktest, asked: IndiaDate | undefined): number {
  if (days.length === 0) throw new Refusal('NOTHING_TO_REPLAY');
  const place = asked === undefined ? days.length - 1 : days.indexOf(asked);
  if (place < 0) throw invalid('date', 'The back-test has no prices of this day. Choose one of its days.');
  return place;
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('INVALID_INPUT', { errors: [{ path, message }] });
}
