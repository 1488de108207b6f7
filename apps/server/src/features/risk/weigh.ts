import type { Queryable } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { EntryRequest } from '../desk/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { filledOnSide } from '../orders/index.ts';
import { type EntryFacts, figuresOf } from './figures.ts';
import type { MarketFacts } from './guards.ts';
import { type AccountReading, readAccountFacts, readMarketFacts } from './read-facts.ts';
import { leftOf, reducingQuantity } from './reducing.ts';
import { onlyReduces, standOf, withoutRest } from './replacing.ts';
import { decideEntry, type RiskDecision, type RiskFacts } from './rules.ts';

export interface WeighParts {
  readonly clock: Clock;
  readonly marketData: Pick<MarketDataService, 'dataset' | 'calendar'>;
}

export interface Weighed {
  readonly decision: RiskDecision;
  readonly reading: AccountReading;
  readonly day: IndiaDate;
  readonly wallNow: number;
}

/** Reads what is stored and decides by it. */
export async function weigh(db: Queryable, parts: WeighParts, request: EntryRequest): Promise<Weighed> {
  const { accountId, brokerLinkId, instrument, at } = request;
  const wallNow = parts.clock.now();
  const { dataset } = parts.marketData;
  const day = indiaDateOf(at);
  const [heldAtBroker, market, reading] = await Promise.all([
    readLeft(db, request, day),
    readMarketFacts(db, parts.marketData, { instrumentId: instrument.id, at, wallNow }),
    readAccountFacts(db, { accountId, brokerLinkId, dataset, day, wallNow }),
  ]);
  return { decision: decideOn({ market, reading, wallNow, heldAtBroker }, request), reading, day, wallNow };
}

/** Signed units of what the broker showed that are left; `undefined` where it was not asked. */
async function readLeft(db: Queryable, request: EntryRequest, day: IndiaDate): Promise<number | undefined> {
  const { heldAtBroker, instrument, side } = request;
  if (!heldAtBroker) return undefined;
  const filled = await filledOnSide(db, { ...request, symbol: instrument.symbol, day });
  return leftOf(heldAtBroker, { side, filled });
}

/** What an entry is weighed by. */
export interface Known {
  readonly market: MarketFacts;
  readonly reading: AccountReading;
  readonly wallNow: EpochMs;
  /** Signed units that are left of what the broker showed, where it was asked. */
  readonly heldAtBroker?: number | undefined;
}

export function decideOn({ market, reading, wallNow, heldAtBroker }: Known, request: EntryRequest): RiskDecision {
  const replaced = reading.orders.find(({ id }) => id === request.replaces?.orderId);
  const rest = replaced ? withoutRest(reading, replaced) : reading;
  const { row, facts: account, limits } = rest;
  const { killSwitch, lockedUntil, broker } = row;
  const stoppedForDay = row.stoppedDay === account.day;
  const switches = { wallNow, killSwitch, lockedUntil, stoppedForDay, broker };
  const facts: RiskFacts = { switches, market, account, limits };
  if (replaced && onlyReduces(standOf(replaced), { ...request, triggerPaise: request.replaces?.triggerPaise })) {
    return { allowed: true, worst: figuresOf(account) };
  }
  return decide(facts, { ...request, heldAtBroker }, rest);
}

type Asked = Omit<EntryRequest, 'heldAtBroker'> & Pick<Known, 'heldAtBroker'>;

/** Whoever only closes what the account holds never asks: of an order by hand that does, the excess alone is weighed. */
function decide(facts: RiskFacts, request: Asked, { orders }: AccountReading): RiskDecision {
  const { deploymentId, instrument, side, quantity } = request;
  const reducing = deploymentId === undefined ? reducingQuantity(orders, { ...request, symbol: instrument.symbol }) : 0;
  if (reducing === quantity) return { allowed: true, worst: figuresOf(facts.account) };
  const excess = { ...request, quantity: quantity - reducing };
  const decision = decideEntry(facts, entryOf(excess, facts.market.last?.pricePaise));
  if (decision.allowed || reducing === 0) return decision;
  const closing = side === 'sell' ? 'sold' : 'bought';
  const sentence = `${decision.veto.sentence} Up to ${reducing} can be ${closing} at any time: that closes what the account holds.`;
  return { ...decision, veto: { ...decision.veto, sentence } };
}

function entryOf(request: Asked, lastPaise: number | undefined): EntryFacts {
  const { instrument, product, side, quantity, pricePaise, orders = 1 } = request;
  const { symbol, kind: instrumentKind } = instrument;
  return { symbol, product, instrumentKind, side, quantity, orders, pricePaise, lastPaise: lastPaise ?? pricePaise };
}
