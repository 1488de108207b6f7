import type { DecisionRow, MyTrickDetails } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import {
  formatTimeOfDay,
  paiseToRupees,
  parseTimeOfDay,
  toIndiaIso,
  toSafePaise,
  weekdayBefore,
} from '@trickdesk/domain';
import { compileStrategy, type Decision, parseDefinition, type StrategyDefinition } from '@trickdesk/engine';
import type { MarketDataService } from '../market-data/index.ts';
import {
  exitPlanToWire,
  listOrders,
  listPositions,
  type OrderRecord,
  orderToWire,
  positionToWire,
  rolledUpTotals,
} from '../orders/index.ts';
import { type DecisionRecord, exchangeDay, listDailyResults, listDecisions } from './history-store.ts';
import { readMyTrick } from './read-my-tricks.ts';
import { type LockedDeployment, type Owner, readSettingsOf, readWaitingEntries } from './store.ts';

const DECISIONS_SHOWN = 100;
const MARKERS_SHOWN = 300;

type Market = Pick<MarketDataService, 'dataset' | 'simulated' | 'calendar' | 'lastPrices' | 'marketState'>;

/** All but how its days compare with their back-tests, which another feature knows. */
type OwnDetails = Omit<MyTrickDetails, 'parity'>;

/** What the page of one deployment shows; `undefined` where it is not there or not the caller's. */
export async function readDetails(db: Queryable, market: Market, owner: Owner): Promise<OwnDetails | undefined> {
  const trick = await readMyTrick(db, market, owner.accountId, owner.deploymentId);
  const settings = await readSettingsOf(db, owner);
  if (!trick || !settings) return undefined;
  const definition = readDefinition(settings.definition);
  const today = await exchangeDay(db, market.dataset);
  const mode = settings.mode;
  const filter = { accountId: owner.accountId, mode, deploymentId: owner.deploymentId };
  const [positions, todays, fills, decisions, daily, totals, waitingEntries, prices, { now }] = await Promise.all([
    listPositions(db, market.dataset, { ...filter, status: 'open' }),
    listOrders(db, { ...filter, from: today, to: today }, { limit: 100, offset: 0 }),
    listOrders(db, { ...filter, hasFills: true }, { limit: MARKERS_SHOWN, offset: 0 }),
    listDecisions(db, { deploymentId: owner.deploymentId, mode }, DECISIONS_SHOWN),
    listDailyResults(db, filter),
    rolledUpTotals(db, filter),
    readWaitingEntries(db, owner.deploymentId, settings.run_number),
    market.lastPrices(definition.instruments),
    market.marketState(),
  ]);
  return {
    ...trick,
    version: settings.version,
    rules: [...compileStrategy(definition).describe()],
    settings: settingsToWire(settings, definition),
    minCapitalPaise: toSafePaise(settings.min_capital_paise),
    stopMayTrail: mayTrail(definition),
    bases: definition.instruments.map(({ symbol }, index) => {
      const last = prices.find((price) => price.symbol === symbol);
      return {
        baseId: index + 1,
        exchange: 'NSE' as const,
        symbol,
        enabled: !settings.disabled_symbols.includes(symbol),
        ...(last ? { last: paiseToRupees(last.pricePaise) } : {}),
      };
    }),
    open_positions: positions.map((record) => positionToWire(record, market.simulated)),
    todayOrders: todays.map((record) =>
      orderToWire(record, { simulated: market.simulated, calendar: market.calendar, now }),
    ),
    decisions: decisions.map(decisionToWire),
    markers: fills.toReversed().flatMap(markerOf),
    equity: equityOf(settings.capital_paise, daily),
    totals: {
      grossPaise: toSafePaise(totals.gross),
      chargesPaise: toSafePaise(totals.charges),
      netPaise: toSafePaise(totals.net),
      trades: totals.trades,
      wins: totals.wins,
    },
    plan: { sell: positions.map(exitPlanToWire), waitingEntries },
  };
}

/** @throws Error when the stored definition is not one: it was checked when it was saved */
export function readDefinition(stored: unknown): StrategyDefinition {
  const parsed = parseDefinition(stored);
  if (!parsed.ok) throw new Error(`a stored definition cannot be read: ${parsed.errors[0]?.message}`);
  return parsed.definition;
}

/** Whether the rules have a stop that follows the price, which an owner may switch off and on. */
export const mayTrail = ({ risk }: StrategyDefinition): boolean => risk?.trailing !== undefined;

export function settingsToWire(record: LockedDeployment, definition: StrategyDefinition): MyTrickDetails['settings'] {
  const squareOff = squareOffOf(record.square_off_minute, definition);
  return {
    capitalPaise: toSafePaise(record.capital_paise),
    quantityMultiplier: record.quantity_multiplier,
    ...(record.max_loss_per_day_paise === null
      ? {}
      : { maxLossPerDayPaise: toSafePaise(record.max_loss_per_day_paise) }),
    ...(record.max_trades_per_day === null ? {} : { maxTradesPerDay: record.max_trades_per_day }),
    ...(squareOff === undefined ? {} : { squareOff }),
    product: definition.product,
    notify: record.notify,
  };
}

/** When intraday positions end: the owner may choose an earlier time than the definition's, never a later one. */
function squareOffOf(ownMinute: number | null, { product, session }: StrategyDefinition): string | undefined {
  if (product !== 'INTRADAY') return undefined;
  const minute = session.squareOff === undefined ? undefined : parseTimeOfDay(session.squareOff);
  if (ownMinute === null || (minute !== undefined && minute <= ownMinute)) return session.squareOff;
  return formatTimeOfDay(ownMinute);
}

/** The body is what the engine wrote; its prices are paise there and rupees on the wire. */
export function decisionToWire(record: DecisionRecord): DecisionRow {
  // The validated edge: only the runner writes this column, with `JSON.stringify` of a `Decision`.
  const decision = JSON.parse(record.body) as Decision;
  return {
    decisionId: record.id,
    sequence: record.sequence,
    at: toIndiaIso(record.at.getTime()),
    symbol: record.symbol,
    action: decision.action,
    direction: decision.direction,
    rule: decision.rule,
    ...(decision.veto === undefined ? {} : { veto: decision.veto }),
    quantity: decision.quantity,
    price: paiseToRupees(decision.pricePaise),
    ...(decision.condition === undefined ? {} : { condition: decision.condition }),
    operands: decision.operands.map(({ text, value }) => ({ text, value })),
    sentence: record.sentence,
    version: record.version,
  };
}

const FILLS: readonly string[] = ['filled', 'partially_filled'];

/** Where the last part was executed; an order that was withdrawn later keeps the mark of what it bought or sold. */
export function markerOf(order: OrderRecord): MyTrickDetails['markers'] {
  if (order.average_paise === null) return [];
  const filled = order.states.findLast(({ state }) => FILLS.includes(state));
  return [
    {
      at: toIndiaIso(filled ? Date.parse(filled.at) : order.at.getTime()),
      symbol: order.symbol,
      side: order.side,
      purpose: order.purpose,
      price: paiseToRupees(order.average_paise),
      quantity: order.filled_quantity,
      reason: order.reason,
    },
  ];
}

/**
 * Capital and the realised results up to and with each day; begins with the capital itself on the eve of the first
 * result, so that the first day's gain or loss can be seen. Empty without a result.
 */
export function equityOf(
  capitalPaise: bigint,
  daily: readonly { readonly day: string; readonly net: bigint }[],
): { date: string; valuePaise: number }[] {
  const [first] = daily;
  if (!first) return [];
  let value = capitalPaise;
  const points = daily.map(({ day, net }) => {
    value += net;
    return { date: day, valuePaise: toSafePaise(value) };
  });
  return [{ date: weekdayBefore(first.day), valuePaise: toSafePaise(capitalPaise) }, ...points];
}
