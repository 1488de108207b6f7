import { addDays, indiaMoment } from '@trickdesk/domain';
import {
  type BacktestResult,
  type BarColumns,
  type BarSeries,
  type BaseFacts,
  type BesideAccount,
  besideHolding,
  besideIndex,
  chargesForOrder,
  dailyCloses,
} from '@trickdesk/engine';
import type { MarketDataService } from '../market-data/index.ts';

export interface NamedComparison {
  readonly kind: 'hold' | 'index';
  readonly name: string;
  readonly beside: BesideAccount;
}

interface ComparedJob {
  readonly dataset: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly costs: boolean;
}

interface ComparedRun {
  readonly run: BacktestResult;
  readonly bases: readonly BaseFacts[];
  readonly series: readonly BarSeries[];
  /** Epoch milliseconds. */
  readonly tradeFrom: number;
}

/** What a run is held against, where its prices are stored. */
const INDEX = 'NIFTY';
/** No exchange is closed for longer, so the index has a close before the first session. */
const DAYS_BEFORE = 14;

/** The run beside holding its instruments, and beside the index; each tells how many of its days have stored prices. */
export async function comparisonsOf(
  marketData: Pick<MarketDataService, 'columns'>,
  job: ComparedJob,
  { run, bases, series, tradeFrom }: ComparedRun,
): Promise<NamedComparison[]> {
  const own = { equity: run.equity, startCapitalPaise: run.report.startCapitalPaise };
  const date = run.equity[0]?.date ?? job.fromDate;
  const chargesPaise = (base: number, quantity: number, pricePaise: number): number =>
    chargesForOrder({
      ...{ tariff: 'angelone', exchange: 'NSE', product: 'DELIVERY', side: 'buy' },
      ...{ instrumentKind: bases[base]?.kind ?? 'equity', quantity, pricePaise, date },
    }).totalPaise;
  const holding = besideHolding({ ...own, bases, series, tradeFrom, ...(job.costs ? { chargesPaise } : {}) });
  const index = await marketData.columns({
    symbol: INDEX,
    interval: '1d',
    from: indiaMoment(addDays(job.fromDate, -DAYS_BEFORE)),
    to: indiaMoment(addDays(job.toDate, 1)),
    dataset: job.dataset,
  });
  const beside = besideIndex(own, closesFrom(index, date));
  const name = bases.map(({ symbol }) => symbol).join(', ');
  return [
    ...(holding ? [{ kind: 'hold' as const, name, beside: holding }] : []),
    ...(beside ? [{ kind: 'index' as const, name: INDEX, beside }] : []),
  ];
}

/**
 * The closes of an index. Where its stored prices begin with the run's first session there is none before it to begin from:
 * the opening of that day stands for it, which is where the run begins, too.
 *
 * @param firstDate the run's first session
 */
export function closesFrom(index: BarColumns, firstDate: string): ReturnType<typeof dailyCloses> {
  const closes = dailyCloses(index);
  const [opening] = index.open;
  if (closes[0]?.date !== firstDate || opening === undefined) return closes;
  return [{ date: addDays(firstDate, -1), value: opening }, ...closes];
}
