import type { backtestCalls, InputOf } from '@trickdesk/contract';
import { toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { CoveredDays } from './rules.ts';
import type { BacktestsService, Choice, Page } from './service.ts';
import { detailsToWire, itemToWire, tradeToWire } from './wire.ts';

/** What rules are called that nobody has given a name. */
const UNSAVED = 'Unsaved rules';

export const backtestHandlers = (backtests: BacktestsService): Handlers<typeof backtestCalls> => ({
  setAndStartBacktest: async ({ accountId }, input) => {
    const { id, queuedAhead } = await backtests.start(accountId, {
      of: subjectOf(input),
      symbols: input.instruments,
      interval: input.interval,
      prices: input.prices,
      from: input.from_date,
      to: input.to_date,
      capitalPaise: input.capitalPaise,
      costs: input.costs,
      slippageBps: input.slippageBps,
      sweep: input.sweep,
    });
    return new Reply({ BacktestId: id, queuedAhead }, 'The back-test is queued.');
  },
  getUserBacktest: async ({ accountId }, input) => {
    const paging = { pageNumber: input.pageNumber, pageSize: input.pageSize };
    if (input.BacktestId !== undefined) {
      const { row, queuedAhead } = await backtests.read(input.BacktestId, accountId);
      return { backtest_list: [itemToWire(row)], backtest: detailsToWire(row, queuedAhead), ...paging, total: 1 };
    }
    const { status, TricksId: tricksId, sort } = input;
    const { rows, total, tested } = await backtests.list(accountId, { ...pageOf(input), status, tricksId, sort });
    const tricks = tested.tricks.map(({ id, name }) => ({ TricksId: id, name }));
    return { backtest_list: rows.map(itemToWire), tricks, tricksTotal: tested.total, ...paging, total };
  },
  cancelbacktest: async ({ accountId }, input) => {
    await backtests.cancel(input.BacktestId, accountId);
    return new Reply({ BacktestId: input.BacktestId, status: 'cancelled' }, 'The back-test was cancelled.');
  },
  getBacktestPlans: async ({ accountId }) => {
    const { plans, current } = await backtests.plans(accountId);
    const { plan, used, renewsAt } = current;
    return {
      plans: plans.map(({ planId, name, limit, pricePaise, period }) => ({ planId, name, limit, pricePaise, period })),
      current: { planId: plan.planId, name: plan.name, used, limit: plan.limit, renewsAt: toIndiaIso(renewsAt) },
    };
  },
  backtestTradeHistory: async ({ accountId }, input) => {
    const { rows, total } = await backtests.trades(input.BacktestId, accountId, pageOf(input));
    return { trade_list: rows.map(tradeToWire), pageNumber: input.pageNumber, pageSize: input.pageSize, total };
  },
  backtestCoverage: async ({ accountId }, input) => {
    const { common, ...found } = await backtests.coverage(accountId, {
      of: subjectOf(input),
      symbols: input.instruments,
      interval: input.interval,
      prices: input.prices,
    });
    return {
      name: found.name,
      interval: found.interval,
      minCapitalPaise: toSafePaise(found.minCapitalPaise),
      parameters: found.parameters,
      instruments: found.instruments.map(storedDays),
      reads: found.reads.map(storedDays),
      ...daysToWire(common?.from, common?.to),
      choices: found.choices,
    };
  },
});

function storedDays({ symbol, from, to, tooCoarse }: CoveredDays) {
  return { symbol, ...daysToWire(from, to), ...(tooCoarse ? { onlyStored: tooCoarse.stored } : {}) };
}

type Asked = Pick<InputOf<typeof backtestCalls.setAndStartBacktest>, 'TricksId' | 'definition' | 'name'>;

/** The contract lets exactly one of the two through. */
function subjectOf({ TricksId, definition = {}, name = UNSAVED }: Asked): Choice['of'] {
  return TricksId === undefined ? { name, definition } : { tricksId: TricksId };
}

const pageOf = (input: { pageNumber: number; pageSize: number; Search?: string | undefined }): Page => ({
  pageNumber: input.pageNumber,
  pageSize: input.pageSize,
  search: input.Search,
});

function daysToWire(from: string | undefined, to: string | undefined) {
  return from === undefined || to === undefined ? {} : { from_date: from, to_date: to };
}
