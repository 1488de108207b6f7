import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaDateOf, type Session } from '@trickdesk/domain';
import type { Decision, OpenPosition, RunState } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { expectedDay, isOwn, listRunsBetween, RunLost, readDefinition } from '../deployments/index.ts';
import { AFTER_AUCTION_MS, type MarketDataService, type StoredInstrument } from '../market-data/index.ts';
import { doneTrades, refusalsOf } from './done-trades.ts';
import { expectedTrades } from './expected-trades.ts';
import type { MinutePrices } from './facts.ts';
import { lastSettled } from './last-settled.ts';
import { compareDay, type DayParity, joinRuns } from './rules.ts';
import {
  findReport,
  firstDisturbances,
  listBrokerFills,
  listDecisionBodies,
  listOwnersTouches,
  listPositionsOfDay,
  listRecentReports,
  listReportDays,
  listRunsWithoutReport,
  listUnfilledEntries,
  type OwnersTouch,
  putReport,
} from './store.ts';

export interface ParityParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  /** What the paper matcher adds to prices, basis points (1 bps = 0.01 %). */
  readonly paperSlippageBps: number;
}

/** A report as it is stored. */
export interface ParityBody {
  readonly parity: DayParity;
  /** Where the back-test began: where the run stood in the morning, or where it began. */
  readonly from: 'day' | 'run';
  readonly runNumber: number;
  /** Where the run stood after the close: what the next day's back-test begins from. */
  readonly endState?: unknown;
}

export interface ParityReport {
  readonly day: IndiaDate;
  readonly mode: string;
  readonly at: Date;
  readonly body: ParityBody;
}

/** So many days a trick's own page tells of. */
const RECENT_DAYS = 10;

export interface RecentDay {
  readonly day: IndiaDate;
  readonly mode: string;
  readonly parity: DayParity;
}

type Run = Awaited<ReturnType<typeof listRunsBetween>>[number];
interface Stored {
  readonly run: RunState;
  readonly fedUntil: readonly EpochMs[];
}

/** How many sessions back a report is made up for: a fast market, or a night without this job, passes over days. */
const SESSIONS_BACK = 8;
/** Between two of them: the memory that one took is given back before the next, and calls are answered. */
const REST_MS = 100;

interface DueParts extends ParityParts {
  readonly log: Log;
  /** Called after each report: what it took can go. */
  readonly afterReport?: () => void;
}

/** Reports of the sessions that are over, oldest first, for each run that has none. @returns how many were due */
export async function makeDueReports(parts: DueParts): Promise<number> {
  const { now } = await parts.marketData.marketState();
  const sessions: Session[] = [];
  for (let session = now === undefined ? undefined : lastSettled(parts.marketData, now); session; ) {
    sessions.unshift(session);
    if (sessions.length === SESSIONS_BACK) break;
    session = parts.marketData.calendar.previousSession(session.openAt - 1);
  }
  let due = 0;
  for (const session of sessions) due += await reportsOf(parts, session);
  return due;
}

async function reportsOf(parts: DueParts, session: Session): Promise<number> {
  const { database, marketData, log } = parts;
  const { date: day, openAt, closeAt } = session;
  const moments = { openAt: new Date(openAt), closeAt: new Date(closeAt) };
  const due = await listRunsWithoutReport(database.kysely, { dataset: marketData.dataset, day, ...moments });
  for (const deploymentId of due) {
    try {
      await makeReport(parts, deploymentId, session);
      parts.afterReport?.();
      await sleep(REST_MS);
    } catch (error) {
      if (error instanceof RunLost) continue;
      // One run's trouble keeps no other from its report; the next turn tries again.
      log.error({ error, deploymentId, day }, 'a parity report could not be made');
    }
  }
  return due.length;
}

/**
 * Makes and stores the report of one trick over one session: of all its runs of that day, since whoever stops it and
 * starts it again has begun another one.
 */
export async function makeReport(
  parts: ParityParts,
  deploymentId: number,
  session: Session,
): Promise<DayParity | undefined> {
  const { database, clock } = parts;
  const [from, to] = [new Date(session.openAt), new Date(session.closeAt)];
  const runs = await listRunsBetween(database.kysely, { deploymentId, from, to });
  const record = runs.at(-1);
  if (!record) return undefined;
  const compared: DayParity[] = [];
  let morning: Stored | undefined;
  for (const [n, run] of runs.entries()) {
    morning = await morningState(parts, run, session);
    compared.push(await paritiesOf(parts, { record: run, ...untilNext(parts, session, runs[n + 1]), morning }));
  }
  const parity = joinRuns(compared);
  const isLast = record.last_bar_at !== null && indiaDateOf(record.last_bar_at.getTime()) === session.date;
  const body: ParityBody = {
    parity,
    from: morning ? 'day' : 'run',
    runNumber: record.run_number,
    ...(isLast && record.state !== null ? { endState: record.state } : {}),
  };
  await putReport(database.kysely, {
    accountId: record.account_id,
    deploymentId,
    day: session.date,
    mode: record.mode,
    body: JSON.stringify(body),
    at: new Date(clock.now()),
  });
  return parity;
}

/** A run's part of the session: what comes after the start of another one is that one's. */
function untilNext({ marketData }: ParityParts, session: Session, next: Run | undefined): RunsPart {
  // What the real closing auction fills belongs to the day.
  const settledAt = session.closeAt + (marketData.simulated ? 0 : AFTER_AUCTION_MS);
  const startedAt = next?.started_exchange_at.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    session: { ...session, closeAt: Math.min(session.closeAt, startedAt) },
    settledAt: Math.min(settledAt, startedAt),
  };
}

interface RunsPart {
  readonly session: Session;
  /** From then on nothing of it is executed any more. */
  readonly settledAt: EpochMs;
}

/** Where the run stood before the day: kept with the report of the session before. */
async function morningState({ database, marketData }: ParityParts, record: Run, session: Session) {
  const before = marketData.calendar.previousSession(session.openAt - 1);
  if (!before || record.started_exchange_at.getTime() >= session.openAt) return undefined;
  const asked = { accountId: record.account_id, deploymentId: record.id, day: before.date };
  const report = await findReport(database.kysely, asked);
  const body = report?.body as ParityBody | undefined;
  return body?.runNumber === record.run_number ? (body.endState as Stored | undefined) : undefined;
}

interface DayOfRun extends RunsPart {
  readonly record: Run;
  readonly morning: Stored | undefined;
}

async function paritiesOf(parts: ParityParts, { record, session, settledAt, morning }: DayOfRun): Promise<DayParity> {
  const { database, marketData } = parts;
  const db = database.kysely;
  const { openAt, closeAt } = session;
  const slippageBps = record.mode === 'paper' ? parts.paperSlippageBps : 0;
  const asked = {
    deploymentId: record.id,
    runNumber: record.run_number,
    openAt: new Date(openAt),
    closeAt: new Date(settledAt),
    dataset: record.dataset,
  };
  const touched = await listOwnersTouches(db, asked);
  const run = { ...record, state: morning ?? null, disabled_symbols: disabledInMorning(record, touched) };
  const day = await expectedDay(marketData, { record: run, slippageBps, until: closeAt });
  const symbolOf = (base: number): string => day.instruments[base]?.symbol ?? '';
  const ticks = new Map(day.instruments.map(({ symbol, tickPaise }) => [symbol, tickPaise]));
  const positions = await listPositionsOfDay(db, asked);
  const before = marketData.calendar.previousSession(openAt - 1);
  const unfilled = await listUnfilledEntries(db, { ...asked, since: new Date(before?.closeAt ?? openAt) });
  const waiting = waitingOf(morning);
  const sequences = [
    ...positions.flatMap((row) => [row.entry_intent, row.exit_intent ?? row.entry_intent]),
    ...unfilled.map((order) => order.intent_id),
  ];
  const bodies = await listDecisionBodies(db, asked, [...sequences, ...waiting]);
  const decisions = bodies.map((body) => JSON.parse(body) as Decision);
  const orderIds = positions.flatMap((row) => [row.entry_order_id, row.exit_order_id ?? row.entry_order_id]);
  const fills = record.mode === 'live' ? await listBrokerFills(db, asked, orderIds) : [];
  const { minuteOf, marks } = await pricesOf(marketData, day.instruments, session);
  const { owner_from: ownerFrom, halted_from: haltedFrom } = await firstDisturbances(db, {
    ...asked,
    startedAt: record.started_exchange_at,
  });
  return compareDay({
    mode: record.mode,
    expected: expectedTrades({
      events: day.events,
      openAt,
      slippageBps,
      tickOf: (symbol) => ticks.get(symbol) ?? 1,
      carried: carriedOf(morning),
      decidedBefore: decisions.filter(({ sequence }) => waiting.includes(sequence)),
    }),
    done: doneTrades({
      ...{ openAt, closeAt: settledAt, decisions, positions, fills, unfilled, minuteOf },
      morning: heldBySymbol(morning),
      evening: heldBySymbol(eveningOf(record, session)),
    }),
    refusals: refusalsOf({ decisions, unfilled }),
    ownerFrom: ownerFrom?.getTime(),
    haltedFrom: haltedFrom?.getTime(),
    levelMoves: touched.flatMap(({ verb, base, moment }) =>
      verb === 'set_levels' ? [{ symbol: symbolOf(base), at: moment.getTime() }] : [],
    ),
    marks,
    ticks,
  });
}

/** Instruments that were off when the day began: one that its owner has switched off since was on. */
function disabledInMorning(record: Run, touched: readonly OwnersTouch[]): string[] {
  const { instruments } = readDefinition(record.definition);
  const off = new Set(
    touched.flatMap(({ verb, base, enabled }) =>
      verb === 'enable_base' && enabled === false ? [instruments[base]?.symbol] : [],
    ),
  );
  return record.disabled_symbols.filter((symbol) => !off.has(symbol));
}

/** Where the run stood at the end of its part of the session; `undefined` where it has gone on since. */
function eveningOf({ state, last_bar_at: lastBarAt }: Run, { openAt, closeAt }: Session): Stored | undefined {
  const at = lastBarAt?.getTime();
  const isOfDay = at !== undefined && at >= openAt && at < closeAt;
  return isOfDay && state !== null ? (state as Stored) : undefined;
}

function heldBySymbol(stored: Stored | undefined): ReadonlyMap<string, OpenPosition> {
  return new Map(carriedOf(stored).map((position) => [position.symbol, position]));
}

function carriedOf(morning: Stored | undefined): OpenPosition[] {
  return morning?.run.bases.flatMap(({ position }) => (position ? [position] : [])) ?? [];
}

/** Decisions whose orders waited for the morning's first price. */
function waitingOf(morning: Stored | undefined): number[] {
  return morning?.run.bases.flatMap(({ pending }) => pending.map((intent) => intent.decisionSequence)) ?? [];
}

async function pricesOf(marketData: MarketDataService, instruments: readonly StoredInstrument[], session: Session) {
  const minutes = new Map<string, MinutePrices>();
  const marks = new Map<string, number>();
  for (const { exchange, symbol } of instruments) {
    const range = { from: session.openAt, to: session.closeAt };
    for (const bar of await marketData.bars({ exchange, symbol, interval: '1m', ...range })) {
      minutes.set(`${symbol}@${bar.openAt}`, { openPaise: bar.open, lowPaise: bar.low, highPaise: bar.high });
      marks.set(symbol, bar.close);
    }
  }
  return { marks, minuteOf: (symbol: string, openAt: EpochMs) => minutes.get(`${symbol}@${openAt}`) };
}

export type ParityService = ReturnType<typeof createParityService>;

/** What owners read of parity. */
export function createParityService({ database, marketData }: Pick<ParityParts, 'database' | 'marketData'>) {
  const db = database.kysely;
  return {
    simulated: marketData.simulated,
    /** The report of a day, or the newest. @throws Refusal `NOT_FOUND`, also for somebody else's trick */
    read: async (accountId: number, deploymentId: number, day: IndiaDate | undefined) => {
      if (!(await isOwn(db, accountId, deploymentId))) throw new Refusal('NOT_FOUND');
      const stored = await findReport(db, { accountId, deploymentId, day });
      const days = await listReportDays(db, accountId, deploymentId);
      const report: ParityReport | undefined = stored && { ...stored, body: stored.body as ParityBody };
      return { days, report };
    },
    /** The trick's last days, newest first; none of somebody else's. */
    recent: async (owner: { readonly accountId: number; readonly deploymentId: number }): Promise<RecentDay[]> => {
      const rows = await listRecentReports(db, { ...owner, limit: RECENT_DAYS });
      return rows.map(({ day, mode, parity }) => ({ day, mode, parity: parity as DayParity }));
    },
  };
}
