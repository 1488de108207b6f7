import type { Queryable, Tx } from '@trickdesk/db';
import { formatPaise, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { recordTradeActivity } from '../activity/index.ts';
import type { EntryRequest, EntryVeto } from '../desk/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { notify } from '../notifications/index.ts';
import { insertVeto, stopForDay } from './change-store.ts';
import { type EntryFacts, figuresOf, type RiskFigures } from './figures.ts';
import { type AccountReading, readAccountFacts, readMarketFacts } from './read-facts.ts';
import { reducingQuantity } from './reducing.ts';
import { onlyReduces, standOf, withoutRest } from './replacing.ts';
import { decideEntry, type RiskDecision, type RiskFacts, type RiskVeto } from './rules.ts';
import { lockRisk } from './store.ts';

export interface RiskGateParts {
  readonly clock: Clock;
  readonly marketData: Pick<MarketDataService, 'dataset' | 'calendar'>;
}

/** Says no to an entry, or nothing; what it said is stored in the transaction of the entry. */
export type RiskGate = (tx: Tx, request: EntryRequest) => Promise<EntryVeto | undefined>;

/** What stands between an entry and the broker: limits over the whole account, its switches, and doubtful prices. */
export function createRiskGate(parts: RiskGateParts): RiskGate {
  return async (tx, request) => {
    const { accountId, at } = request;
    // Together: the server carries them out in this order, and each sees what is committed when its turn comes.
    const [, weighed] = await Promise.all([lockRisk(tx, accountId), weigh(tx, parts, request)]);
    const { decision, reading, day, wallNow } = weighed;
    if (decision.allowed) return undefined;
    const refused = { request, day, wallNow, veto: decision.veto };
    if (decision.endsDay) await endDay(tx, { accountId, day, wallNow, at, reading });
    await keepVeto(tx, refused, decision.worst);
    await tellOfPrices(tx, refused);
    return decision.veto;
  };
}

/** The same for a preview: nothing is kept, nobody told, and what the account does meanwhile may change the answer. */
export function createRiskPreview(
  parts: RiskGateParts,
): (db: Queryable, request: EntryRequest) => Promise<EntryVeto | undefined> {
  return async (db, request) => {
    const { decision } = await weigh(db, parts, request);
    return decision.allowed ? undefined : decision.veto;
  };
}

interface Weighed {
  readonly decision: RiskDecision;
  readonly reading: AccountReading;
  readonly day: IndiaDate;
  readonly wallNow: number;
}

async function weigh(db: Queryable, parts: RiskGateParts, request: EntryRequest): Promise<Weighed> {
  const { accountId, brokerLinkId, instrument, at } = request;
  const wallNow = parts.clock.now();
  const { dataset } = parts.marketData;
  const day = indiaDateOf(at);
  const [market, reading] = await Promise.all([
    readMarketFacts(db, parts.marketData, { instrumentId: instrument.id, at, wallNow }),
    readAccountFacts(db, { accountId, brokerLinkId, dataset, day, wallNow }),
  ]);
  const replaced = reading.orders.find(({ id }) => id === request.replaces?.orderId);
  const rest = replaced ? withoutRest(reading, replaced) : reading;
  const { row, facts: account, limits } = rest;
  const { killSwitch, lockedUntil, broker } = row;
  const stoppedForDay = row.stoppedDay === day;
  const switches = { wallNow, killSwitch, lockedUntil, stoppedForDay, broker };
  const facts: RiskFacts = { switches, market, account, limits };
  if (replaced && onlyReduces(standOf(replaced), { ...request, triggerPaise: request.replaces?.triggerPaise })) {
    return { decision: { allowed: true, worst: figuresOf(account) }, reading, day, wallNow };
  }
  return { decision: decide(facts, request, rest), reading, day, wallNow };
}

/** Whoever only closes what the account holds never asks: of an order by hand that does, the excess alone is weighed. */
function decide(facts: RiskFacts, request: EntryRequest, { orders }: AccountReading): RiskDecision {
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

function entryOf(request: EntryRequest, lastPaise: number | undefined): EntryFacts {
  const { instrument, product, side, quantity, pricePaise } = request;
  const { symbol, kind: instrumentKind } = instrument;
  return { symbol, product, instrumentKind, side, quantity, pricePaise, lastPaise: lastPaise ?? pricePaise };
}

interface Refused {
  readonly request: EntryRequest;
  readonly day: IndiaDate;
  readonly wallNow: number;
  readonly veto: RiskVeto;
}

async function keepVeto(tx: Tx, { request, wallNow, veto }: Refused, worst: RiskFigures): Promise<void> {
  const { accountId, deploymentId, instrument, side, quantity, pricePaise, at } = request;
  const { symbol } = instrument;
  const wall = new Date(wallNow);
  const facts = { symbol, side, quantity, pricePaise, worst };
  await insertVeto(tx, { accountId, deploymentId, ...veto, facts, exchangeAt: at, at: wall });
  await recordTradeActivity(tx, [
    { accountId, deploymentId, mode: 'live', kind: 'veto', symbol, sentence: veto.sentence, exchangeAt: at, at: wall },
  ]);
}

/** Prices that cannot be trusted are told once a day for each instrument, not with each signal. */
async function tellOfPrices(tx: Tx, { request, day, veto }: Refused): Promise<void> {
  const { rule, sentence } = veto;
  if (rule !== 'feed_silent' && rule !== 'stale_price' && rule !== 'price_jump') return;
  const { symbol } = request.instrument;
  await notify(tx, {
    accountId: request.accountId,
    category: 'tricks',
    dedupeKey: `risk:${rule}:${day}:${rule === 'feed_silent' ? '' : symbol}`,
    title: rule === 'feed_silent' ? 'Entries wait: the market feed is silent' : `Entries in ${symbol} wait`,
    body: `${sentence} Exits and stops go on.`,
    link: '/risk',
    severity: 'warning',
  });
}

/**
 * The loss has reached its limit: no live entry of the account for the rest of the day, and its owner is told, once.
 *
 * @returns false where that was done before
 */
export async function endDay(
  tx: Tx,
  ending: {
    readonly accountId: number;
    readonly day: IndiaDate;
    readonly wallNow: number;
    readonly at: number;
    readonly reading: AccountReading;
  },
): Promise<boolean> {
  const { accountId, day, at, wallNow, reading } = ending;
  if (!(await stopForDay(tx, accountId, day))) return false;
  const result = formatPaise(figuresOf(reading.facts).resultPaise);
  const limit = formatPaise(reading.limits.maxLossPerDayPaise ?? 0);
  const sentence = `The account’s result is ${result} after charges; its daily loss limit is ${limit}. No live trick enters again today. Exits and stops go on.`;
  await recordTradeActivity(tx, [
    { accountId, mode: 'live', kind: 'notice', sentence, exchangeAt: at, at: new Date(wallNow) },
  ]);
  await notify(tx, {
    accountId,
    category: 'tricks',
    dedupeKey: `risk:account_loss:${day}`,
    title: 'Daily loss limit reached',
    body: sentence,
    link: '/risk',
    severity: 'urgent',
  });
  return true;
}
