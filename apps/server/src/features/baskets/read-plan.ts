import type { BasketPlan, ChargesByKind } from '@trickdesk/contract';
import { formatPaise, type IndiaDate, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { driftBps, type PlannedOrder, type TargetWeight } from '@trickdesk/engine';
import type { MarketDataService } from '../market-data/index.ts';
import { minimumOf } from './latest-version.ts';
import { chargesOf } from './order-cost.ts';
import { rounded, titlesOf } from './read-catalogue.ts';
import { readMoment, readNames } from './read-market.ts';
import { saleGains } from './sale-gains.ts';
import type { Standing } from './standing.ts';
import { type Names, type Wanting, wantedOrders, worthOf } from './wanted-orders.ts';

export interface PlanAsked {
  readonly aim: Wanting['aim'];
  readonly targets: readonly TargetWeight[];
  readonly standing: Pick<Standing, 'held' | 'lots' | 'cashPaise'>;
  /** What comes in with it, whole paise. */
  readonly amountPaise: number;
  readonly day: IndiaDate;
}

/** What would be done at the last prices, name by name: now, wanted, the order between, and what it costs. */
export async function readPlan(marketData: MarketDataService, asked: PlanAsked): Promise<BasketPlan> {
  const { aim, targets, standing, amountPaise, day } = asked;
  const { held } = standing;
  const symbols = [...new Set([...targets.map(({ symbol }) => symbol), ...held.keys()])];
  const moment = await readMoment(marketData);
  const names = await readNames(marketData, symbols, moment);
  const cashBefore = Number(standing.cashPaise) + amountPaise;
  const orders = wantedOrders({ aim, targets, held, names, day, cashPaise: cashBefore, stuck: new Set() });
  const costs = new Map(orders.map((order) => [order.symbol, costsOf(order, names, day)]));
  const chargesPaise = [...costs.values()].reduce((sum, { totalPaise }) => sum + totalPaise, 0);
  const after = heldAfter(held, orders);
  const sellPaise = sumOf(orders, 'sell');
  const buyPaise = sumOf(orders, 'buy');
  const minimum = minimumOf(targets, names);
  const prices = await marketData.lastPrices(symbols.map((symbol) => ({ symbol })));
  const oldest = Math.min(...prices.map(({ at }) => at));
  const titles = await titlesOf(marketData, symbols);
  const worth = { before: worthOf(held, names), after: worthOf(after, names) };
  return {
    rows: symbols.map((symbol) => {
      const name = names.get(symbol);
      const order = orders.find((one) => one.symbol === symbol);
      const target = targets.find((one) => one.symbol === symbol);
      const now = held.get(symbol) ?? 0;
      const then = after.get(symbol) ?? 0;
      const price = name?.pricePaise ?? 0;
      return {
        ...{ symbol, name: titles.get(symbol) ?? symbol },
        ...(name ? { price: paiseToRupees(price) } : {}),
        ...{ nowQuantity: now, nowPercent: percentOf(now * price, worth.before) },
        targetPercent: aim === 'sell' ? 0 : (target?.weightBps ?? 0) / 100,
        ...{ afterQuantity: then, afterPercent: percentOf(then * price, worth.after) },
        ...(order ? { order: orderToWire(order, costs.get(symbol)) } : {}),
        ...(order?.side === 'sell' ? saleGains(order, { lots: standing.lots, charges: costs.get(symbol), day }) : {}),
      };
    }),
    ...{ orderCount: orders.length, sellPaise, buyPaise, chargesPaise },
    cashBeforePaise: cashBefore,
    cashAfterPaise: cashBefore + sellPaise - buyPaise - chargesPaise,
    driftBeforePercent: driftOf(held, names, targets),
    driftAfterPercent: driftOf(after, names, targets),
    ...(minimum === undefined ? {} : { minInvestmentPaise: minimum }),
    ...(prices.length > 0 ? { pricesAt: toIndiaIso(oldest) } : {}),
    simulatedPrices: marketData.simulated,
    marketOpen: moment?.isOpen ?? false,
    problems: problemsOf({ asked, names, symbols, minimum }),
    notes: notesOf({ aim, isOpen: moment?.isOpen ?? false, symbols, names, sellPaise }),
  };
}

function costsOf({ symbol, ...order }: PlannedOrder, names: Names, date: IndiaDate): ChargesByKind {
  return chargesOf({ ...order, instrumentKind: names.get(symbol)?.instrumentKind ?? 'equity', date });
}

const NO_CHARGES: ChargesByKind = {
  ...{
    brokeragePaise: 0,
    sttPaise: 0,
    exchangePaise: 0,
    ipftPaise: 0,
    sebiPaise: 0,
    stampPaise: 0,
    gstPaise: 0,
    dpPaise: 0,
  },
  totalPaise: 0,
};

function orderToWire({ symbol, side, quantity, pricePaise }: PlannedOrder, charges: ChargesByKind = NO_CHARGES) {
  return { symbol, side, quantity, price: paiseToRupees(pricePaise), valuePaise: quantity * pricePaise, charges };
}

function heldAfter(held: ReadonlyMap<string, number>, orders: readonly PlannedOrder[]): Map<string, number> {
  const after = new Map(held);
  for (const { symbol, side, quantity } of orders) {
    after.set(symbol, (after.get(symbol) ?? 0) + (side === 'buy' ? quantity : -quantity));
  }
  return after;
}

function sumOf(orders: readonly PlannedOrder[], side: 'buy' | 'sell'): number {
  return orders.reduce((sum, order) => (order.side === side ? sum + order.quantity * order.pricePaise : sum), 0);
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded((part / whole) * 100);
}

export function driftOf(held: ReadonlyMap<string, number>, names: Names, targets: readonly TargetWeight[]): number {
  const priced = [...held].flatMap(([symbol, quantity]) => {
    const name = names.get(symbol);
    return name && quantity > 0 ? [{ symbol, quantity, pricePaise: name.pricePaise }] : [];
  });
  return rounded(driftBps(priced, targets) / 100);
}

interface Looked {
  readonly asked: PlanAsked;
  readonly names: Names;
  readonly symbols: readonly string[];
  readonly minimum: number | undefined;
}

function problemsOf({ asked, names, symbols, minimum }: Looked): string[] {
  const missing = symbols.filter((symbol) => !names.has(symbol));
  const isOpening = asked.aim === 'spend' && asked.standing.held.size === 0;
  return [
    ...(missing.length > 0 ? [`No price of ${missing.join(', ')} has come in yet. Try again in a moment.`] : []),
    ...(isOpening && minimum !== undefined && asked.amountPaise < minimum
      ? [`This basket takes ${formatPaise(minimum)} at least, so that there is a share of each name.`]
      : []),
  ];
}

interface Noted extends Pick<Looked, 'names' | 'symbols'> {
  readonly aim: Wanting['aim'];
  readonly isOpen: boolean;
  readonly sellPaise: number;
}

function notesOf({ aim, isOpen, symbols, names, sellPaise }: Noted): string[] {
  const halted = isOpen ? symbols.filter((symbol) => names.has(symbol) && !names.get(symbol)?.isOpen) : [];
  return [
    ...(isOpen ? [] : ['The market is closed. Orders go when it opens, at the prices of then.']),
    ...(halted.length > 0
      ? [`${halted.join(', ')} cannot be traded at the moment and would follow at the next session.`]
      : []),
    ...(aim === 'balance' && sellPaise > 0
      ? ['Sales go first. Four fifths of what they bring can be spent on the same day, the rest at the next session.']
      : []),
  ];
}
