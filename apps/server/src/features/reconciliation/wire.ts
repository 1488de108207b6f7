import type {
  LatencySpan,
  OpsReconciliationReport,
  OpsReconciliationRow,
  OutputOf,
  orderlatency,
  ReconciliationDifference,
  ReconciliationReport,
  ReconciliationRow,
} from '@trickdesk/contract';
import { maskedEnd } from '@trickdesk/domain';
import type { DeskReportRow } from './desk-store.ts';
import type { Difference } from './facts.ts';
import { isExplained } from './rules.ts';
import type { ReportBody } from './service.ts';
import type { LatencyRow, ReportRecord } from './store.ts';

/** Records in the words of the wire. */

const BOOKS = ['orders', 'trades', 'positions', 'holdings', 'funds'] as const;

export function rowToWire(record: ReportRecord, simulated: boolean): ReconciliationRow {
  return { ...ownAccount(record), ...factsToWire(record, simulated) };
}

export function reportToWire(record: ReportRecord, simulated: boolean): ReconciliationReport {
  return { ...ownAccount(record), ...factsToWire(record, simulated), ...detailsToWire(record) };
}

export function deskRowToWire(row: DeskReportRow, simulated: boolean): OpsReconciliationRow {
  return { ...whose(row), ...factsToWire(row, simulated) };
}

/** The same lines as its owner reads. */
export function deskReportToWire(row: DeskReportRow, simulated: boolean): OpsReconciliationReport {
  return { ...whose(row), ...factsToWire(row, simulated), ...detailsToWire(row) };
}

function ownAccount({ broker_link_id: brokerId, client_code: clientCode }: ReportRecord) {
  return { brokerId, clientCode };
}

function whose(row: DeskReportRow) {
  const { account_id: userId, full_name: fullName, email, kyc_verified_at: verified } = row;
  return {
    person: { userId, fullName, email, kycVerified: verified !== null },
    clientCodeMasked: maskedEnd(row.client_code),
  };
}

function factsToWire(record: ReportRecord, simulated: boolean): Omit<ReconciliationRow, 'brokerId' | 'clientCode'> {
  const { differences } = bodyOf(record);
  return {
    reportId: record.id,
    badge: badgeOf(simulated),
    day: record.day,
    status: record.status,
    madeAt: record.at.toISOString(),
    differences: differences.length,
    unexplained: differences.filter((difference) => !isExplained(difference)).length,
  };
}

function detailsToWire(record: ReportRecord): Omit<ReconciliationReport, keyof ReconciliationRow> {
  const { differences, missing, compared, halted, notCompared = [] } = bodyOf(record);
  const { fundsPaise, ...counts } = compared;
  return {
    missingBooks: missing.flatMap((name) => BOOKS.find((book) => book === name) ?? []),
    notCompared: [...notCompared],
    compared: { ...counts, ...(fundsPaise === undefined ? {} : { fundsPaise }) },
    difference_list: differences.map(differenceToWire),
    halted: [...halted],
  };
}

function bodyOf({ body }: ReportRecord): ReportBody {
  return body as ReportBody;
}

function badgeOf(simulated: boolean) {
  return simulated ? 'live_simulated' : 'live';
}

function differenceToWire(difference: Difference): ReconciliationDifference {
  const { kind, sentence, ours, theirs, explanation, next, tradingSymbol } = difference;
  const [trick] = difference.deploymentIds;
  return {
    kind,
    sentence,
    ...(ours === undefined ? {} : { ours }),
    ...(theirs === undefined ? {} : { theirs }),
    ...(explanation === undefined ? {} : { explanation }),
    explained: isExplained(difference),
    ...(next === undefined ? {} : { next }),
    ...(tradingSymbol === undefined ? {} : { symbol: tradingSymbol.replace(/-[A-Z]+$/, '') }),
    ...(trick === undefined ? {} : { TricksId: trick }),
  };
}

export function latencyToWire(row: LatencyRow, simulated: boolean): OutputOf<typeof orderlatency> {
  const span = (place: number): LatencySpan => {
    const [p50, p95] = [row.spans[place * 2], row.spans[place * 2 + 1]];
    return {
      ...(typeof p50 === 'number' ? { p50Ms: Math.round(p50 * 10) / 10 } : {}),
      ...(typeof p95 === 'number' ? { p95Ms: Math.round(p95 * 10) / 10 } : {}),
      orders: Number(row.counts[place] ?? 0),
    };
  };
  return {
    badge: badgeOf(simulated),
    orders: Number(row.orders),
    decidedToSent: span(0),
    sentToAcknowledged: span(1),
    acknowledgedToFilled: span(2),
  };
}
