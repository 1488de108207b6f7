import {
  type BacktestDetails,
  type BacktestItem,
  type BacktestRun,
  type backtestTradeHistory,
  type EvidenceWord,
  type OutputOf,
  zBacktestRun,
  zEvidenceWord,
  zTestedRules,
} from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { pricesOf } from './prices.ts';
import type { BacktestRecord } from './store.ts';
import type { SweptValues } from './sweep-rules.ts';
import type { TradeRow } from './trade-rows.ts';

/** Back-tests in the words of the wire. Part of the border, like `calls.ts`. */

export function itemToWire(row: BacktestRecord): BacktestItem {
  return {
    BacktestId: row.id,
    ...(row.tricks_id === null ? {} : { TricksId: row.tricks_id }),
    name: row.name,
    status: row.status,
    progressPercent: row.progress_percent,
    instruments: row.symbols,
    interval: row.bar_interval,
    prices: pricesOf(row.dataset),
    from_date: row.from_date,
    to_date: row.to_date,
    capitalPaise: toSafePaise(row.capital_paise),
    costs: row.costs,
    slippageBps: row.slippage_bps,
    ...(row.sweep === null ? {} : { sweep: asLists(row.sweep) }),
    ...(row.net_paise === null ? {} : { netPnlPaise: toSafePaise(row.net_paise) }),
    ...(row.return_percent === null ? {} : { returnPercent: row.return_percent }),
    ...(row.trades === null ? {} : { trades: row.trades }),
    ...(row.failure === null ? {} : { failure: row.failure }),
    createdAt: toIndiaIso(row.created_at.getTime()),
    ...(row.ended_at === null ? {} : { endedAt: toIndiaIso(row.ended_at.getTime()) }),
  };
}

export function detailsToWire(
  row: BacktestRecord & { readonly report: unknown; readonly definition: unknown },
  queuedAhead: number | undefined,
): BacktestDetails {
  const report = reportIn(row);
  const definition = row.tricks_id === null ? zTestedRules.safeParse(row.definition).data : undefined;
  return {
    ...itemToWire(row),
    versionHash: row.version_hash,
    ...(definition ? { definition } : {}),
    ...(queuedAhead === undefined ? {} : { queuedAhead }),
    ...(report ? { report } : {}),
  };
}

/** `undefined` until there is one, and where it was written in a form that is not read any more. */
export function reportIn({ report }: { readonly report: unknown }): BacktestRun | undefined {
  return report === null ? undefined : zBacktestRun.safeParse(report).data;
}

/** The word of a stored verdict; `undefined` where there is none. */
export function evidenceIn(stored: string | null): EvidenceWord | undefined {
  return zEvidenceWord.safeParse(stored).data;
}

/** Places in a row. */
const ADVERSE = 11;
const FAVOURABLE = 12;

const asLists = (sweep: SweptValues): Record<string, number[]> =>
  Object.fromEntries(Object.entries(sweep).map(([name, values]) => [name, [...values]]));

type TradeWire = OutputOf<typeof backtestTradeHistory>['trade_list'][number];

export function tradeToWire(row: TradeRow): TradeWire {
  const [symbol, direction, quantity, entryAt, entryPaise, exitAt, exitPaise, exitRule, charges, net, reason] = row;
  const [adversePaise, favourablePaise] = [row[ADVERSE], row[FAVOURABLE]];
  return {
    symbol,
    direction,
    quantity,
    entryAt: toIndiaIso(entryAt),
    entryPrice: paiseToRupees(entryPaise),
    exitAt: toIndiaIso(exitAt),
    exitPrice: paiseToRupees(exitPaise),
    exitRule,
    chargesPaise: charges,
    pnlPaise: net,
    reason,
    ...(adversePaise === undefined ? {} : { adversePercent: shareOf(adversePaise, entryPaise) }),
    ...(favourablePaise === undefined ? {} : { favourablePercent: shareOf(favourablePaise, entryPaise) }),
  };
}

/** Percent with two decimals. */
function shareOf(paise: number, ofPaise: number): number {
  return ofPaise > 0 ? Math.round((paise / ofPaise) * 10_000) / 100 : 0;
}
