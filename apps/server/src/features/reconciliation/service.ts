import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** How long what differs may take to be told, before it counts. */
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

const SETTLE_MS = 2_000;
const TRY_AGAIN_MS = 10 * MINUTE_MS;

/** After the close of a session, each broker account that traded or holds something is compared, once a day. */
export async function makeDueReconciliations(parts: ReconciliationParts): Promise<number> {
  const { database, marketData, clock, log } = parts;
  const { now } = await marketData.marketState();
  if (now !== undefined) await makeMissedReports(parts, now);
  const day = now === undefined ? undefined : dayToCompare(marketData, now);
  if (day === undefined) return 0;
  const triedBefore = new Date(clock.now() - TRY_AGAIN_MS);
  const due = await listDueLinks(database.kysely, { day, triedBefore });
  for (const link of due) {
    try {
      await compareLink(parts, link, day);
    } catch (error) {
      log.error({ error, brokerId: link.id, day }, 'a broker account could not be compared');
    }
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

/** @returns `undefined` where the day ended meanwhile: what was read is of another one */
async function compareLink(parts: ReconciliationParts, link: LinkFacts, day: IndiaDate): Promise<Compared | undefined> {
  const access = await parts.access.accessOf(link.id);
  const { now } = await parts.marketData.marketState();
  const isWholeDay = now !== undefined && dayToCompare(parts.marketData, now) === day;
  const read = async (): Promise<TheirReading> => (access ? readTheirBooks(parts.broker, access) : NOTHING_READ);
  let reading = await read();
  let found = await compareOnce(parts, { link, day, reading });
  if (access && found.differences.some((difference) => !isExplained(difference))) {
    // What was on its way while the books were read is told by now: only what still differs counts.
    await sleep(parts.settleMs ?? SETTLE_MS);
    reading = await read();
    const before = new Set(found.differences.map(nameOf));
    const again = await compareOnce(parts, { link, day, reading });
    const kept = again.differences.filter((difference) => isExplained(difference) || before.has(nameOf(difference)));
    found = { ...again, differences: kept };
  }
  if (access && reading.sessionExpired) await parts.access.sessionEnded(link.id);
  if ((await today(parts)) !== day) return undefined;
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
