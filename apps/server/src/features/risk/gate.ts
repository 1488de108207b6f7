import type { Queryable, Tx } from '@trickdesk/db';
import { formatPaise, type IndiaDate } from '@trickdesk/domain';
import { recordTradeActivity } from '../activity/index.ts';
import type { EntryRequest, EntryVeto } from '../desk/index.ts';
import { notify } from '../notifications/index.ts';
import { insertVeto, stopForDay } from './change-store.ts';
import { figuresOf, type RiskFigures } from './figures.ts';
import type { AccountReading } from './read-facts.ts';
import type { RiskVeto } from './rules.ts';
import { lockRisk } from './store.ts';
import { type WeighParts, weigh } from './weigh.ts';

export type RiskGateParts = WeighParts;

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
