import { createHash } from 'node:crypto';
import type { BacktestPrices, FieldError } from '@trickdesk/contract';
import { addDays, type IndiaDate, type Interval, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { instrumentsRead, parseDefinition, type StrategyDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { canonicalJson } from '../../platform/idempotency.ts';
import { isKycVerified } from '../accounts/index.ts';
import { IMPORT_DATASET } from '../market-data/index.ts';
import { holdVersion, mustBeAffordable, readAffordable } from '../strategies/index.ts';
import { BACKTESTS_CHANNEL, SOON } from './channel.ts';
import { datasetOf } from './prices.ts';
import {
  type CoveredDays,
  commonDays,
  countAhead,
  decideRange,
  hasBacktestLeft,
  type Plan,
  planMonth,
} from './rules.ts';
import type { BacktestFacts } from './service.ts';
import { countUsed, countWaiting, findTestable, insertBacktest, lockPlan } from './store.ts';
import { coarserThan, coveredBy } from './stored-interval.ts';
import { combinationsOf, decideSweep, type SweptValues } from './sweep-rules.ts';

/** Rules that nobody has saved. */
interface Draft {
  readonly name: string;
  readonly definition: unknown;
}

export interface Choice {
  readonly of: { readonly tricksId: number } | Draft;
  readonly symbols: readonly string[] | undefined;
  readonly interval: Interval | undefined;
  readonly prices: BacktestPrices;
}

export interface StartRequest extends Choice {
  readonly from: IndiaDate;
  readonly to: IndiaDate;
  readonly capitalPaise: number;
  readonly costs: boolean;
  readonly slippageBps: number;
  /** Values to try by parameter. */
  readonly sweep: SweptValues | undefined;
}

interface Chosen {
  readonly name: string;
  readonly rules: StrategyDefinition;
  readonly minCapitalPaise: bigint;
  /** Nobody's, of a trick of the catalogue. */
  readonly ownerId: number | null;
  /** Nothing of rules that nobody saved. */
  readonly trick: { readonly tricksId: number; readonly versionId: number } | undefined;
}

/**
 * Queues a back-test, which uses one of the plan's.
 *
 * @throws Refusal `NOT_FOUND`, `INVALID_INPUT`, `RANGE_NOT_COVERED`, `BACKTESTS_USED_UP`, `TRICK_TOO_COSTLY`,
 *   `OWN_TRICK_RETIRED`; `KYC_NOT_VERIFIED` where a trick of the catalogue may not show what it returned
 */
export async function startBacktest(
  facts: BacktestFacts,
  accountId: number,
  request: StartRequest,
): Promise<{ readonly id: number; readonly queuedAhead: number }> {
  if (request.to < request.from) {
    throw invalid([{ path: 'to_date', message: 'The last day is before the first.' }]);
  }
  const chosen = await choose(facts, accountId, request);
  if (facts.compliance && chosen.ownerId !== accountId && !(await isKycVerified(facts.database.kysely, accountId))) {
    throw new Refusal('KYC_NOT_VERIFIED', {
      message: 'Verify your PAN and Aadhaar before you back-test a trick of the catalogue.',
    });
  }
  const sweep = request.sweep && sweepOf(chosen.rules, request.sweep);
  const covered = await coverageOf(facts, chosen.rules, request.prices);
  const decision = decideRange(request, covered, facts.marketData.calendar.kindOf);
  if (!decision.covered) {
    const { message, fields } = decision;
    throw new Refusal('RANGE_NOT_COVERED', { message, errors: fields.map((path) => ({ path, message })) });
  }
  if (!(await hasAnyBar(facts, chosen.rules, request))) {
    const message = `No prices of these instruments are stored from ${request.from} to ${request.to}. Choose other days.`;
    throw new Refusal('RANGE_NOT_COVERED', { message, errors: BOTH_DAYS.map((path) => ({ path, message })) });
  }
  const started = await insert(facts, accountId, { request: { ...request, sweep }, chosen });
  facts.bus.publish(BACKTESTS_CHANNEL, String(started.id));
  void facts.bus.flush();
  return started;
}

function insert(
  { database, clock, marketData, plans }: BacktestFacts,
  accountId: number,
  { request, chosen }: { readonly request: StartRequest; readonly chosen: Chosen },
): Promise<{ id: number; queuedAhead: number }> {
  const now = clock.now();
  const definition = canonicalJson(chosen.rules);
  return database.transaction(async (tx) => {
    await lockPlan(tx, accountId);
    const plan = await plans.of(tx, accountId);
    const month = planMonth(now);
    const used = await countUsed(tx, accountId, new Date(month.from));
    if (!hasBacktestLeft(plan, used)) throw usedUp(plan, month.renewsAt);
    // Its owner may have deleted it since it was read.
    if (chosen.trick && !(await holdVersion(tx, chosen.trick.versionId))) throw new Refusal('NOT_FOUND');
    const id = await insertBacktest(tx, {
      accountId,
      name: chosen.name,
      trick: chosen.trick,
      definition,
      versionHash: createHash('sha256').update(definition).digest('hex'),
      dataset: datasetOf(marketData, request.prices),
      fromDate: request.from,
      toDate: request.to,
      capitalPaise: BigInt(request.capitalPaise),
      costs: request.costs,
      slippageBps: request.slippageBps,
      sweep: request.sweep,
      now: new Date(now),
    });
    const waiting = await countWaiting(tx, { accountId, id });
    return { id, queuedAhead: countAhead(waiting.own, waiting.others) };
  });
}

function usedUp(plan: Plan, renewsAt: number): Refusal {
  return new Refusal('BACKTESTS_USED_UP', {
    message: `All ${plan.limit} back-tests of the plan ${plan.name} are used up. The next ones come on ${indiaDateOf(renewsAt)}.`,
  });
}

const BOTH_DAYS = ['from_date', 'to_date'];

/** What is covered is told by its ends: in between there may be nothing, and the day under way has no bar yet. */
async function hasAnyBar(
  { marketData }: BacktestFacts,
  rules: StrategyDefinition,
  { from, to, prices }: Pick<StartRequest, 'from' | 'to' | 'prices'>,
): Promise<boolean> {
  const dataset = datasetOf(marketData, prices);
  const days = { from: indiaMoment(from), to: indiaMoment(addDays(to, 1)) };
  for (const { symbol } of rules.instruments) {
    const { time } = await marketData.columns({ symbol, interval: rules.interval, dataset, ...days, limit: 1 });
    if (time.length > 0) return true;
  }
  return false;
}

const invalid = (errors: readonly FieldError[]): Refusal => new Refusal('INVALID_INPUT', { errors });

/** @throws Refusal `INVALID_INPUT`, `TRICK_TOO_COSTLY` where a set of values costs what those of the rules do not */
function sweepOf(rules: StrategyDefinition, asked: SweptValues): SweptValues {
  const decision = decideSweep(rules, asked);
  if (!decision.ok) throw invalid(decision.errors);
  mustBeAffordable(rules, { sets: combinationsOf(decision.sweep), path: 'sweep' });
  return decision.sweep;
}

/** The rules with the instruments and the interval that were asked for. */
async function choose(facts: BacktestFacts, accountId: number, choice: Choice): Promise<Chosen> {
  const chosen = await find(facts, accountId, choice.of);
  const instruments = choice.symbols && [...new Set(choice.symbols)].map((symbol) => ({ exchange: 'NSE', symbol }));
  const parsed = parseDefinition({
    ...chosen.rules,
    ...(instruments ? { instruments } : {}),
    ...(choice.interval === undefined ? {} : { interval: choice.interval }),
  });
  if (parsed.ok) {
    // Other instruments may cost more than those that it was saved with. What is stored is read as it is.
    const isAsStored = chosen.trick && !instruments && choice.interval === undefined;
    if (!isAsStored) mustBeAffordable(parsed.definition);
    return { ...chosen, rules: parsed.definition };
  }
  const field = choice.interval === undefined ? 'instruments' : 'interval';
  const fieldOf = (path: string): string => (path.startsWith('instruments') ? 'instruments' : field);
  throw invalid(parsed.errors.slice(0, 3).map(({ path, message }) => ({ path: fieldOf(path), message })));
}

async function find({ database }: BacktestFacts, accountId: number, of: Choice['of']): Promise<Chosen> {
  if (!('tricksId' in of)) {
    const rules = readAffordable(of.definition);
    return { name: of.name, rules, minCapitalPaise: 0n, ownerId: accountId, trick: undefined };
  }
  const { tricksId } = of;
  const found = await findTestable(database.kysely, tricksId, accountId);
  if (!found) throw new Refusal('NOT_FOUND');
  if (found.retired) {
    const message = 'This trick is retired. Take it back into use before you back-test it. Nothing was started.';
    throw new Refusal('OWN_TRICK_RETIRED', { message });
  }
  const own = parseDefinition(found.definition);
  if (!own.ok) throw new Error(`the rules of trick ${tricksId} cannot be read: ${own.errors[0]?.message}`);
  return {
    name: found.name,
    rules: own.definition,
    minCapitalPaise: found.min_capital_paise,
    ownerId: found.owner_id,
    trick: { tricksId, versionId: found.version_id },
  };
}

/** Of the instruments that are traded, then of those that are only read. */
async function coverageOf(
  { marketData }: BacktestFacts,
  rules: StrategyDefinition,
  prices: BacktestPrices,
): Promise<CoveredDays[]> {
  const own = { interval: rules.interval, dataset: datasetOf(marketData, prices) };
  return Promise.all(
    instrumentsRead(rules).map(async (ref) => {
      const days = await coveredBy(marketData, ref, own);
      if (!days) {
        const stored = await coarserThan(marketData, ref, own);
        return { symbol: ref.symbol, ...(stored ? { tooCoarse: { stored, wanted: rules.interval } } : {}) };
      }
      return { symbol: ref.symbol, from: indiaDateOf(days.from), to: indiaDateOf(days.to) };
    }),
  );
}

/**
 * What a form needs before it starts anything. Whoever asks is about to start a back-test, so a thread is made ready.
 *
 * @throws Refusal `NOT_FOUND`, `INVALID_INPUT`, `OWN_TRICK_RETIRED`, `TRICK_TOO_COSTLY`
 */
export async function readCoverage(facts: BacktestFacts, accountId: number, choice: Choice) {
  const chosen = await choose(facts, accountId, choice);
  facts.bus.publish(BACKTESTS_CHANNEL, SOON);
  const covered = await coverageOf(facts, chosen.rules, choice.prices);
  const traded = chosen.rules.instruments.length;
  return {
    name: chosen.name,
    interval: chosen.rules.interval,
    minCapitalPaise: chosen.minCapitalPaise,
    parameters: Object.entries(chosen.rules.parameters).map(([name, range]) => ({ name, ...range })),
    instruments: covered.slice(0, traded),
    reads: covered.slice(traded),
    common: commonDays(covered),
    choices: await priceChoices(facts, chosen.rules, choice.prices),
  };
}

/**
 * What there is to run over; imported prices only where some are stored of these instruments, whatever their interval,
 * or where they are chosen already.
 */
async function priceChoices({ marketData }: BacktestFacts, rules: StrategyDefinition, chosen: BacktestPrices) {
  const imported = await Promise.all(
    instrumentsRead(rules).map((ref) => coveredBy(marketData, ref, { interval: '1d', dataset: IMPORT_DATASET })),
  );
  const isImported = chosen === 'imported' || imported.some((days) => days);
  const prices: readonly BacktestPrices[] = isImported ? ['market', 'imported'] : ['market'];
  return prices.map((each) => ({
    prices: each,
    data: marketData.describeDataset(datasetOf(marketData, each)),
    simulated: each === 'market' && marketData.simulated,
  }));
}
