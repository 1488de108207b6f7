import type { Bus, Database, Queryable } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { type BacktestFilter, type BacktestSort, listBacktests, listTestedTricks } from './list-store.ts';
import { countAhead, type Plan, planMonth } from './rules.ts';
import { type Choice, readCoverage, type StartRequest, startBacktest } from './start-backtest.ts';
import { cancelBacktest, countUsed, countWaiting, findBacktest, readTradeParts } from './store.ts';
import { TRADES_IN_PART, type TradeRow, unpackTrades } from './trade-rows.ts';

export type { Choice };

export interface BacktestFacts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  /** In compliance mode only verified clients see what tricks of the catalogue returned. */
  readonly compliance: boolean;
  readonly plans: BacktestPlans;
}

/** What back-tests people may have. */
export interface BacktestPlans {
  readonly list: (db: Queryable) => Promise<readonly Plan[]>;
  readonly of: (db: Queryable, accountId: number) => Promise<Plan>;
}

export interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly search: string | undefined;
}

/** A page of the list, narrowed and in an order. */
export interface ListPage extends Page, BacktestFilter {
  readonly search: string | undefined;
  readonly sort: BacktestSort | undefined;
}

export type BacktestsService = ReturnType<typeof createBacktestsService>;

/** What people do with their back-tests. Everything asks by account: somebody else's is `NOT_FOUND`. */
export function createBacktestsService(facts: BacktestFacts) {
  const { database, bus, clock } = facts;

  const find = async (id: number, accountId: number) => {
    const found = await findBacktest(database.kysely, id, accountId);
    if (!found) throw new Refusal('NOT_FOUND');
    return found;
  };

  return {
    start: (accountId: number, request: StartRequest) => startBacktest(facts, accountId, request),
    coverage: (accountId: number, choice: Choice) => readCoverage(facts, accountId, choice),
    /**
     * With the tricks that any of the account's back-tests was of: of more than a choice can show, those that the search
     * finds, and how many there are.
     *
     * @throws Refusal `NOT_FOUND` where none was of the trick that is asked for, whosever that is
     */
    list: async (accountId: number, { pageNumber, pageSize, ...asked }: ListPage) => {
      const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
      const [found, tested] = await Promise.all([
        listBacktests(database.kysely, { accountId, ...asked, ...page }),
        listTestedTricks(database.kysely, accountId, asked),
      ]);
      const isTested = asked.tricksId === undefined || tested.tricks.some(({ id }) => id === asked.tricksId);
      if (found.total === 0 && !isTested) throw new Refusal('NOT_FOUND');
      return { ...found, tested };
    },
    /** @throws Refusal `NOT_FOUND` */
    read: async (id: number, accountId: number) => {
      const row = await find(id, accountId);
      if (row.status !== 'queued') return { row, queuedAhead: undefined };
      const waiting = await countWaiting(database.kysely, { accountId, id });
      return { row, queuedAhead: countAhead(waiting.own, waiting.others) };
    },
    /** @throws Refusal `NOT_FOUND`, `BACKTEST_ENDED` */
    cancel: async (id: number, accountId: number) => {
      await find(id, accountId);
      const now = new Date(clock.now());
      await database.transaction(async (tx) => {
        const ended = await cancelBacktest(tx, { id, accountId, now });
        if (!ended) throw new Refusal('BACKTEST_ENDED');
        const payload = { BacktestId: id, status: 'cancelled' as const, progressPercent: ended.progress_percent };
        await recordUserEvent(tx, accountId, { name: 'backtest', payload });
      });
      wakeUserStreams(bus, accountId);
    },
    plans: async (accountId: number) => {
      const [plans, plan] = await Promise.all([
        facts.plans.list(database.kysely),
        facts.plans.of(database.kysely, accountId),
      ]);
      const month = planMonth(clock.now());
      const used = await countUsed(database.kysely, accountId, new Date(month.from));
      return { plans, current: { plan, used, renewsAt: month.renewsAt } };
    },
    /** Newest first. @throws Refusal `NOT_FOUND` */
    trades: async (id: number, accountId: number, page: Page) => {
      const { trades } = await find(id, accountId);
      return readTrades(database, { id, total: trades ?? 0 }, page);
    },
  };
}

async function readTrades(
  { kysely }: Database,
  { id, total }: { readonly id: number; readonly total: number },
  { pageNumber, pageSize, search }: Page,
): Promise<{ readonly rows: readonly TradeRow[]; readonly total: number }> {
  const first = (pageNumber - 1) * pageSize;
  const word = search?.toUpperCase() ?? '';
  if (word !== '') {
    const all = await readTradeParts(kysely, id, { from: 0, to: Math.ceil(total / TRADES_IN_PART) });
    const rows = all.flatMap(unpackTrades).filter(([symbol]) => symbol.includes(word));
    return { rows: rows.slice(first, first + pageSize), total: rows.length };
  }
  if (first >= total) return { rows: [], total };
  const from = Math.floor(first / TRADES_IN_PART);
  const parts = await readTradeParts(kysely, id, {
    from,
    to: Math.floor((first + pageSize - 1) / TRADES_IN_PART),
  });
  const skipped = first - from * TRADES_IN_PART;
  return { rows: parts.flatMap(unpackTrades).slice(skipped, skipped + pageSize), total };
}
