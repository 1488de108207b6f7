import type { ReplayDay } from '@trickdesk/contract';
import { type IndiaDate, indiaMoment, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import {
  type BacktestResult,
  type CompiledStrategy,
  createExplainer,
  type Decision,
  type RunSettings,
  runBacktest,
  type Signal,
} from '@trickdesk/engine';
import { loadBars, sourceSeries } from '../backtests/index.ts';
import { type MarketDataService, unpackBars } from '../market-data/index.ts';

export interface DayAsked {
  readonly strategy: CompiledStrategy;
  readonly date: IndiaDate;
  readonly symbol: string;
  readonly dataset: string;
  readonly settings: RunSettings;
  readonly costs: 'angelone' | 'none';
  readonly slippageBps: number;
}

export interface DayAlone {
  /** Of the instrument that was asked for. */
  readonly signals: readonly Signal[];
  readonly decisions: ReplayDay['decisions'];
  readonly markers: ReplayDay['markers'];
  /** Of all instruments together, after charges where they are counted. */
  readonly result: { readonly trades: number; readonly netPnlPaise: number };
}

/**
 * One day of a strategy by itself, over stored bars, warmed on those before it: nothing is held when it begins, and what
 * is held when it ends is sold at the last price.
 *
 * @throws Error where an instrument is gone
 */
export async function dayAlone(marketData: MarketDataService, asked: DayAsked): Promise<DayAlone> {
  const { strategy, date, symbol, dataset } = asked;
  const place = { id: 0, fromDate: date, toDate: date, dataset };
  const { packed, sources, ...bars } = await loadBars(marketData, [strategy], place);
  const signals: Signal[] = [];
  const tradeFrom = indiaMoment(date);
  const base = bars.bases.findIndex((facts) => facts.symbol === symbol);
  const run = runBacktest({
    strategy,
    ...bars,
    series: unpackBars(packed),
    sources: sourceSeries(sources),
    calendar: marketData.calendar,
    settings: asked.settings,
    costs: asked.costs,
    slippageBps: asked.slippageBps,
    tradeFrom,
    watch: ({ openAt }, read) => {
      if (openAt < tradeFrom) return;
      const signal = read();
      if (signal.base === base) signals.push(signal);
    },
  });
  return {
    signals,
    decisions: run.decisions.filter((decision) => decision.symbol === symbol).map(deedsOf(strategy)),
    markers: markersOf(run, symbol, strategy),
    result: { trades: run.trades.length, netPnlPaise: run.report.netPaise },
  };
}

/** Puts decisions of a run into words, with all that they were decided by. */
export function deedsOf({ definition }: CompiledStrategy): (decision: Decision) => ReplayDay['decisions'][number] {
  const explain = createExplainer(definition);
  return (decision) => ({
    at: toIndiaIso(decision.at),
    action: decision.action,
    sequence: decision.sequence,
    symbol: decision.symbol,
    direction: decision.direction,
    rule: decision.rule,
    ...(decision.veto === undefined ? {} : { veto: decision.veto }),
    quantity: decision.quantity,
    price: paiseToRupees(decision.pricePaise),
    ...(decision.condition === undefined ? {} : { condition: decision.condition }),
    operands: decision.operands.map(({ text, value }) => ({ text, value })),
    sentence: explain(decision),
  });
}

function markersOf(
  { events, decisions }: BacktestResult,
  symbol: string,
  { definition }: CompiledStrategy,
): ReplayDay['markers'] {
  const explain = createExplainer(definition);
  // An intent has the number of its decision.
  const decided = new Map(decisions.map((decision) => [decision.sequence, decision]));
  return events.flatMap((event) => {
    if (event.kind !== 'fill' || event.fill.symbol !== symbol) return [];
    const { at, side, purpose, pricePaise, quantity, intentId } = event.fill;
    const decision = decided.get(intentId);
    const reason = decision ? explain(decision) : '';
    return [{ at: toIndiaIso(at), symbol, side, purpose, price: paiseToRupees(pricePaise), quantity, reason }];
  });
}
