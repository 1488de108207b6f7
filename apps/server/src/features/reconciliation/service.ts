import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerAccess } from '@trickdesk/brokers';
import type { Bus, Database } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import type { OrderAccess } from '../broker-links/index.ts';
import { haltRun, RunLost } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { notify } from '../notifications/index.ts';
import { dayToCompare } from './day-to-compare.ts';
import type { Difference, NotCompared } from './facts.ts';
import { findOpening, listEtfs } from './opening-store.ts';
import {
  bookedCharges,
  dayCharges,
  NOTHING_READ,
  type ReadBroker,
  readTheirBooks,
  type TheirReading,
} from './read-books.ts';
import { isExplained, notCompared, reconcile, tricksToHalt } from './rules.ts';
import {
  countReports,
  findOwnLink,
  findReport,
  type LinkFacts,
  listDueLinks,
  listMissedLinks,
  listOrdersOfDay,
  listReports,
  listRunHoldings,
  putReport,
  type ReportSort,
  readLatency,
  runNumberOf,
} from './store.ts';

export interface ReconciliationParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly marketData: MarketDataService;
  readonly access: OrderAccess;
  readonly broker: ReadBroker;
  /** How long what differs may take to be told, before it counts: in place of each of the two waits. */
  readonly settleMs?: number;
}

/** A report as it is stored. */
export interface ReportBody {
  readonly differences: readonly Difference[];
  readonly missing: readonly string[];
  readonly halted: readonly number[];
  /** False where its owner asked for it before the session was over: the day is compared once more. */
  readonly isWholeDay?: boolean;
  /** Absent in reports of earlier releases. */
  readonly notCompared?: readonly NotCompared[];
  readonly compared: {
    readonly orders: number;
    readonly trades: number;
    readonly positions: number;
    readonly holdings: number;
    readonly chargesPaise: number;
    readonly fundsPaise?: number | undefined;
  };
}

/** What is on its way while the books are read is told within this. */
const SETTLE_MS = 2_000;
/** What the desk of an account has not heard, because its process is gone, is told once another has taken over. */
const TAKE_OVER_MS = 10_000;
const TRY_AGAIN_MS = 10 * MINUTE_MS;
/** Accounts that are compared at a time: the broker counts calls by account, and one that waits for its turn keeps no other. */
const SIDE_BY_SIDE = 4;

/** After the close of a session, each broker account that traded or holds something is compared, once a day. */
export async function makeDueReconciliations(parts: ReconciliationParts): Promise<number> {
  const { database, marketData, clock, log } = parts;
  const { now } = await marketData.marketState();
  if (now !== undefined) await makeMissedReports(parts, now);
  const day = now === undefined ? undefined : dayToCompare(marketData, now);
  if (day === undefined) return 0;
  const triedBefore = new Date(clock.now() - TRY_AGAIN_MS);
  const due = await listDueLinks(database.kysely, { day, triedBefore });
  const differing: Comparing[] = [];
  const each = async (link: LinkFacts, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ error, brokerId: link.id, day }, 'a broker account could not be compared');
    }
  };
  const waiting = [...due];
  const compareNext = async (): Promise<void> => {
    for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
      await each(link, async () => {
        const comparing = await compareSettled(parts, link, day);
        if (comparing && differs(comparing)) differing.push(comparing);
        else if (comparing) await conclude(parts, comparing);
      });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, compareNext));
  // Only then: the others' day may be over soon.
  if (differing.length > 0) await sleep(parts.settleMs ?? TAKE_OVER_MS);
  for (const comparing of differing) {
    await each(comparing.link, async () => conclude(parts, await compareAgain(parts, comparing)));
  }
  return due.length;
}

/** How many sessions back a day without a report is looked for. */
const SESSIONS_BACK = 8;

/**
 * A day that passed before anybody looked: the broker shows its books no longer, so the report tells what is stored of
 * the day and that nothing could be compared.
 */
async function makeMissedReports(parts: ReconciliationParts, now: EpochMs): Promise<void> {
  const { database, marketData, log } = parts;
  const { calendar } = marketData;
  let session = calendar.previousSession((calendar.sessionOn(indiaDateOf(now))?.openAt ?? now) - 1);
  for (let back = 0; session && back < SESSIONS_BACK; back += 1) {
    const day = session.date;
    for (const link of await listMissedLinks(database.kysely, day)) {
      const { compared } = await compareOnce(parts, { link, day, reading: NOTHING_READ });
      const body = { compared, notCompared: [], differences: [], missing: NOTHING_READ.missing, halted: [] };
      await keep(parts, { link, day, body });
      log.warn({ brokerId: link.id, day }, 'a day passed before its books could be compared');
    }
    session = calendar.previousSession(session.openAt - 1);
  }
}

interface Compared {
  readonly reportId: number;
  readonly body: ReportBody;
}

type Found = Awaited<ReturnType<typeof compareOnce>>;

/** The comparison of one account, as far as it has come. */
interface Comparing {
  readonly link: LinkFacts;
  readonly day: IndiaDate;
  readonly access: BrokerAccess | undefined;
  readonly isWholeDay: boolean;
  readonly reading: TheirReading;
  readonly found: Found;
  /** Of what was found, what had been found before: it stands where nobody can look again. */
  readonly sure: Found;
}

function differs({ access, found }: Pick<Comparing, 'access' | 'found'>): boolean {
  return access !== undefined && found.differences.some((difference) => !isExplained(difference));
}

/** @returns `undefined` where the day ended meanwhile: what was read is of another one */
async function compareLink(parts: ReconciliationParts, link: LinkFacts, day: IndiaDate): Promise<Compared | undefined> {
  const comparing = await compareSettled(parts, link, day);
  if (!comparing || !differs(comparing)) return comparing && conclude(parts, comparing);
  await sleep(parts.settleMs ?? TAKE_OVER_MS);
  return conclude(parts, await compareAgain(parts, comparing));
}

/** What differs is looked at twice. @returns `undefined` where the day ended meanwhile */
async function compareSettled(
  parts: ReconciliationParts,
  link: LinkFacts,
  day: IndiaDate,
): Promise<Comparing | undefined> {
  const access = await parts.access.accessOf(link.id);
  const { now } = await parts.marketData.marketState();
  const isWholeDay = now !== undefined && dayToCompare(parts.marketData, now) === day;
  const place = { link, day, access, isWholeDay };
  const first = await readAndCompare(parts, place);
  if (!first || !differs({ ...first, access })) return first && { ...place, ...first, sure: first.found };
  await sleep(parts.settleMs ?? SETTLE_MS);
  const again = await readAndCompare(parts, place);
  // What differs anew, or by other figures, is not gone: it is looked for once more.
  return again && { ...place, ...again, sure: lasting(first, again).found };
}

/** Once more: where the day has ended meanwhile, or less can be read, what was found before stands. */
async function compareAgain(parts: ReconciliationParts, comparing: Comparing): Promise<Comparing> {
  const again = await readAndCompare(parts, comparing);
  const isLess = again && again.reading.missing.length > comparing.reading.missing.length;
  if (!again || isLess) return { ...comparing, found: comparing.sure, reading: unsureReading(comparing, again) };
  return { ...comparing, ...lasting(comparing, again) };
}

/** Where all that differs was seen only once, nobody can say that the books agree: a book that is missing says so. */
function unsureReading({ access, reading, sure }: Comparing, again: Read | undefined): TheirReading {
  if (!again || differs({ access, found: sure })) return reading;
  return { ...reading, missing: again.reading.missing };
}

type Read = Pick<Comparing, 'reading' | 'found'>;

async function readAndCompare(
  parts: ReconciliationParts,
  { link, day, access }: Pick<Comparing, 'link' | 'day' | 'access'>,
): Promise<Read | undefined> {
  const reading = access ? await readTheirBooks(parts.broker, access) : NOTHING_READ;
  const found = await compareOnce(parts, { link, day, reading });
  if (access && reading.sessionExpired) await parts.access.sessionEnded(link.id, access);
  return (await today(parts)) === day ? { reading, found } : undefined;
}

/** What was told meanwhile has gone; only what still differs counts. */
function lasting(before: Read, { reading, found }: Read): Read {
  const known = new Set(before.found.differences.map(subjectOf));
  const differences = found.differences.filter((one) => isExplained(one) || known.has(subjectOf(one)));
  return { reading, found: { ...found, differences } };
}

/** What a difference is about, by whatever figures: they may move while the rest is being told. */
function subjectOf({ kind, sentence, tradingSymbol = '' }: Difference): string {
  return kind === 'run_uncovered' ? `${kind} ${tradingSymbol}` : `${kind} ${sentence}`;
}

/** Stores the report, halts what cannot be explained, and tells. */
async function conclude(
  parts: ReconciliationParts,
  { link, day, reading, found, isWholeDay }: Comparing,
): Promise<Compared> {
  const halted = await haltTricks(parts, found.differences, day);
  const body = { ...found, missing: reading.missing, halted, isWholeDay };
  return { reportId: await keep(parts, { link, day, body }), body };
}

function nameOf({ kind, sentence, ours, theirs }: Difference): string {
  return `${kind} ${sentence} ${ours} ${theirs}`;
}

async function compareOnce(
  { database }: ReconciliationParts,
  { link, day, reading }: { readonly link: LinkFacts; readonly day: IndiaDate; readonly reading: TheirReading },
) {
  const { books } = reading;
  const asked = { linkId: link.id, day };
  const orders = await listOrdersOfDay(database.kysely, asked);
  const traded = [...orders, ...(books.trades ?? [])].map(({ tradingSymbol }) => tradingSymbol);
  const ours = {
    day,
    orders,
    runs: await listRunHoldings(database.kysely, asked),
    charges: bookedCharges(orders),
    opening: await findOpening(database.kysely, asked),
    etfs: await listEtfs(database.kysely, [...new Set(traded)]),
  };
  const differences = reconcile(ours, books);
  return {
    differences,
    notCompared: notCompared(ours, books, differences),
    compared: {
      orders: orders.length,
      trades: books.trades?.length ?? 0,
      positions: books.positions?.length ?? 0,
      holdings: books.holdings?.length ?? 0,
      chargesPaise: dayCharges(orders, ours),
      fundsPaise: books.funds?.availablePaise,
    },
  };
}

/** What cannot be explained ends entries of the tricks concerned; their exits go on. */
async function haltTricks(
  parts: ReconciliationParts,
  differences: readonly Difference[],
  day: IndiaDate,
): Promise<number[]> {
  const halted: number[] = [];
  for (const deploymentId of tricksToHalt(differences)) {
    const runNumber = await runNumberOf(parts.database.kysely, deploymentId);
    if (runNumber === undefined) continue;
    const cause = differences.find((one) => !isExplained(one) && one.deploymentIds.includes(deploymentId));
    const reason = `Compared with your broker on ${day}: ${cause?.sentence ?? ''} See the reconciliation page.`;
    try {
      await haltRun(parts, { deploymentId, runNumber, reason });
      halted.push(deploymentId);
    } catch (error) {
      // It has ended: there is nothing to halt.
      if (!(error instanceof RunLost)) throw error;
    }
  }
  return halted;
}

function statusOf({ missing, differences }: ReportBody): 'agrees' | 'differs' | 'incomplete' {
  if (differences.some((difference) => !isExplained(difference))) return 'differs';
  return missing.length > 0 ? 'incomplete' : 'agrees';
}

async function keep(
  { database, bus, clock }: ReconciliationParts,
  { link, day, body }: { readonly link: LinkFacts; readonly day: IndiaDate; readonly body: ReportBody },
): Promise<number> {
  const open = body.differences.filter((difference) => !isExplained(difference));
  const { account_id: accountId, client_code: clientCode } = link;
  const report = { accountId, linkId: link.id, day, status: statusOf(body), body: JSON.stringify(body) };
  const reportId = await database.transaction(async (tx) => {
    const id = await putReport(tx, { ...report, at: new Date(clock.now()) });
    if (open.length === 0) return id;
    const [first] = open;
    await notify(tx, {
      accountId,
      category: 'trades',
      dedupeKey: `reconciliation:${link.id}:${day}:${digestOf(open)}`,
      title: `The books of ${clientCode} differ from your broker's`,
      body: `${first?.sentence ?? ''} ${haltWords(body.halted.length)} Open the report and compare with your broker.`,
      link: '/reconciliation',
      severity: 'urgent',
    });
    return id;
  });
  wakeUserStreams(bus, accountId);
  return reportId;
}

/** Other differences are other news, though they may be as many. */
function digestOf(differences: readonly Difference[]): string {
  const names = differences.map(nameOf).sort();
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}

function haltWords(count: number): string {
  if (count === 0) return 'No trick had to be halted.';
  return count === 1 ? 'One trick was halted.' : `${count} tricks were halted.`;
}

export type ReconciliationService = ReturnType<typeof createReconciliationService>;

/** What owners read of comparisons, and the one that they ask for. */
export function createReconciliationService(parts: ReconciliationParts) {
  const { database, marketData } = parts;
  const db = database.kysely;

  async function readReport(accountId: number, reportId: number) {
    const record = await findReport(db, accountId, reportId);
    if (!record) throw new Refusal('NOT_FOUND');
    return record;
  }

  return {
    simulated: marketData.simulated,
    read: readReport,
    /** @throws Refusal `NOT_FOUND`, `BROKER_SESSION_CLOSED` while nobody is signed in, `BROKER_UNAVAILABLE` */
    run: async (accountId: number, linkId: number) => {
      const link = await findOwnLink(db, accountId, linkId);
      if (!link) throw new Refusal('NOT_FOUND');
      if (!(await parts.access.accessOf(linkId))) throw new Refusal('BROKER_SESSION_CLOSED');
      const { reportId, body } = (await compareLink(parts, link, await today(parts))) ?? {};
      if (reportId === undefined || body?.missing.includes('orders')) {
        throw new Refusal((await parts.access.accessOf(linkId)) ? 'BROKER_UNAVAILABLE' : 'BROKER_SESSION_CLOSED');
      }
      return readReport(accountId, reportId);
    },
    list: async (
      accountId: number,
      page: {
        readonly pageNumber: number;
        readonly pageSize: number;
        readonly brokerId: number;
        readonly Search?: string | undefined;
        readonly sort: ReportSort;
      },
    ) => {
      const filter = { accountId, linkId: page.brokerId === 0 ? undefined : page.brokerId, search: page.Search };
      const window = { limit: page.pageSize, offset: (page.pageNumber - 1) * page.pageSize, sort: page.sort };
      const [rows, total] = await Promise.all([listReports(db, filter, window), countReports(db, filter)]);
      return { rows, total };
    },
    latency: (accountId: number, orders: number) => readLatency(db, accountId, orders),
  };
}

/** The exchange's day; ours before its first price. */
async function today({ marketData, clock }: ReconciliationParts): Promise<IndiaDate> {
  return indiaDateOf((await marketData.marketState()).now ?? clock.now());
}
