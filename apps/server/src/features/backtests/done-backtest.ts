import type { BacktestRun } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { addDays, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { type ModelledTrade, parseDefinition, type StrategyDefinition } from '@trickdesk/engine';
import { findBacktest, findNewestDone, readTradeParts } from './store.ts';
import { TRADES_IN_PART, type TradeRow, unpackTrades } from './trade-rows.ts';
import { reportIn } from './wire.ts';

/** A back-test that has a report, as far as one of its days can be made again from it. */
export interface DoneBacktest {
  readonly id: number;
  readonly name: string;
  readonly definition: StrategyDefinition;
  /** Of the parameters that were varied, what the report is of. */
  readonly values: Readonly<Record<string, number>>;
  readonly dataset: string;
  readonly fromDate: IndiaDate;
  readonly capitalPaise: number;
  readonly costs: boolean;
  readonly slippageBps: number;
  /** Days that had prices, oldest first. */
  readonly days: readonly IndiaDate[];
  readonly tradeCount: number;
}

/** @returns `undefined` for somebody else's, and `no report` for one that has none */
export async function findDoneBacktest(
  db: Queryable,
  id: number,
  accountId: number,
): Promise<DoneBacktest | 'no report' | undefined> {
  const row = await findBacktest(db, id, accountId);
  if (!row) return undefined;
  const report = reportIn(row);
  // tidy: told-in-hindi because callers ask for it
  if (!report) return 'no report';
  const parsed = parseDefinition(row.definition);
  if (!parsed.ok) throw new Error(`the rules of back-test ${id} cannot be read: ${parsed.errors[0]?.message}`);
  const best = report.sweep?.combinations[report.sweep.best];
  const values = report.sweep?.parameters.map(({ name }, i) => [name, best?.values[i] ?? 0] as const) ?? [];
  return {
    id,
    name: row.name,
    definition: parsed.definition,
    values: Object.fromEntries(values),
    dataset: row.dataset,
    fromDate: row.from_date,
    capitalPaise: Number(row.capital_paise),
    costs: row.costs,
    slippageBps: row.slippage_bps,
    days: report.equity.map(({ date }) => date),
    tradeCount: row.trades ?? 0,
  };
}

export interface NewestReport {
  readonly id: number;
  readonly report: BacktestRun;
  readonly newestTrades: readonly ModelledTrade[];
}

/**
 * What an account's newest back-test of the same rules said, by its number. One without charges, without a trade, or
 * of the best of many values, says nothing of what the rules cost as they are.
 *
 * @param versionHash of the rules, as `hashOf` names them
 * @returns `undefined` where there is none; `newestTrades` are at most `TRADES_IN_PART`
 */
export async function newestReportOf(
  db: Queryable,
  of: { readonly accountId: number; readonly versionHash: string },
): Promise<NewestReport | undefined> {
  const row = await findNewestDone(db, of);
  const report = row && reportIn(row);
  if (!report) return undefined;
  const rows = (await readTradeParts(db, row.id, { from: 0, to: 0 })).flatMap(unpackTrades);
  const newestTrades = rows.map(([, direction, quantity, entryAt, entryPaise, exitAt, exitPaise]) => {
    return { direction, quantity, entryAt, entryPaise, exitAt, exitPaise };
  });
  return { id: row.id, report, newestTrades };
}

/** Trades of an instrument that were entered or left on a day, oldest first. */
export async function tradesOfDay(
  db: Queryable,
  { id, tradeCount }: Pick<DoneBacktest, 'id' | 'tradeCount'>,
  { symbol, day }: { readonly symbol: string; readonly day: IndiaDate },
): Promise<TradeRow[]> {
  const [from, to] = [indiaMoment(day), indiaMoment(addDays(day, 1))];
  const isOn = (at: number): boolean => at >= from && at < to;
  const found: TradeRow[] = [];
  // Newest first by their ends: what ended before the day was entered before it as well.
  for (let part = 0; part * TRADES_IN_PART < tradeCount; part += 1) {
    const rows = (await readTradeParts(db, id, { from: part, to: part })).flatMap(unpackTrades);
    for (const row of rows) {
      const [own, , , entryAt, , exitAt] = row;
      if (own === symbol && (isOn(entryAt) || isOn(exitAt))) found.push(row);
    }
    const [, , , , , oldestEnd = 0] = rows.at(-1) ?? [];
    if (oldestEnd < from) break;
  }
  return found.toReversed();
}
