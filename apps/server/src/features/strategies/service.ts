import type { Database } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import { type CompiledStrategy, compileStrategy, instrumentsRead, parseDefinition } from '@trickdesk/engine';
import type { Clock } from '../../platform/clock.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { backtestStrategy, countDays, loadReportData, reportToWire } from './report.ts';
import {
  FEWEST_DAYS,
  mayNeedReport,
  reportNeed,
  returnOfLast30Days,
  rounded,
  type StoredReport,
  thinned,
} from './rules.ts';
import { putCatalogueEntry, retireOthers } from './seed-store.ts';
import { listReportWork, putReport, type ReportJobRecord } from './store.ts';
import { SPARKLINE_POINTS } from './wire.ts';

export interface StrategiesFacts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly marketData: MarketDataService;
  readonly jobs: JobQueue;
  readonly slippageBps: number;
}

const REPORT_JOB = 'strategy-report';

/** Writes the catalogue into the database: safe to repeat, by several processes at once. */
export async function seedCatalogue(database: Database, now: Date): Promise<void> {
  await database.withAdvisoryLock('catalogue', async (tx) => {
    for (const entry of CATALOGUE) {
      const parsed = parseDefinition(entry.definition);
      if (!parsed.ok) throw new Error(`catalogue entry ${entry.slug}: ${parsed.errors[0]?.message}`);
      await putCatalogueEntry(tx, {
        ...entry,
        minCapitalPaise: BigInt(entry.minCapitalPaise),
        definition: JSON.stringify(parsed.definition),
        note: 'Rules changed',
        now,
      });
    }
    await retireOthers(
      tx,
      CATALOGUE.map((entry) => entry.slug),
      now,
    );
  });
}

/** Keeps a real back-test behind the figures of every published strategy, as far as there is data. */
export function createReports({ database, clock, log, marketData, jobs, slippageBps }: StrategiesFacts) {
  const now = (): Date => new Date(clock.now());

  /** Queues the reports that are missing or have fallen behind the data. */
  async function plan(): Promise<void> {
    for (const record of await listReportWork(database.kysely)) {
      const strategy = compileRecord(record);
      const dataUntil = await lastDay(marketData, strategy);
      const stored = storedReportOf(record);
      const { dataset } = marketData;
      if (dataUntil === undefined || !mayNeedReport(stored, { dataset, dataUntil, now: clock.now() })) continue;
      const data = await loadReportData(marketData, strategy);
      if (!data) continue;
      const fewestDays = record.segment === 'positional' ? FEWEST_DAYS.positional : FEWEST_DAYS.intraday;
      const facts = { dataset, fewestDays, ...countDays(data, record.to_date) };
      if (reportNeed(stored, facts) === 'none') continue;
      await jobs.enqueue(REPORT_JOB, { versionId: record.version_id }, String(record.version_id));
    }
  }

  async function work(versionId: number): Promise<void> {
    const record = (await listReportWork(database.kysely)).find((row) => row.version_id === versionId);
    // A newer version has taken its place: that one has a job of its own.
    if (!record) return;
    const { dataset } = marketData;
    const strategy = compileRecord(record);
    const data = await loadReportData(marketData, strategy);
    if (!data) return;
    try {
      const result = backtestStrategy(marketData, strategy, data, {
        capitalPaise: Number(record.min_capital_paise),
        slippageBps,
      });
      const basis = { data: marketData.describeDataset(dataset), simulated: marketData.simulated };
      const report = reportToWire(result, strategy, basis);
      await putReport(database.kysely, {
        versionId,
        dataset,
        status: 'ready',
        figures: {
          fromDate: report.basis.from_date,
          toDate: report.basis.to_date,
          returnTotalPercent: report.returnPercent,
          return30dPercent: last30(result.equity, report.capitalPaise),
          maxDrawdownPercent: report.maxDrawdownPercent,
          winRatePercent: report.winRatePercent,
          trades: report.trades,
          sparkline: thinned(
            report.equity.map((point) => rounded((point.valuePaise / report.capitalPaise - 1) * 100)),
            SPARKLINE_POINTS,
          ),
          report,
        },
        now: now(),
      });
    } catch (error) {
      log.error({ error, versionId }, 'a catalogue back-test failed');
      await putReport(database.kysely, { versionId, dataset, status: 'failed', failure: 'internal', now: now() });
      // The queue tries again; a success replaces this.
      throw error;
    }
  }

  return {
    start: () => jobs.handle<{ versionId: number }>(REPORT_JOB, ({ versionId }) => work(versionId)),
    plan,
    work,
  };
}

function storedReportOf({
  dataset,
  status,
  to_date: toDate,
  reported_at: at,
}: ReportJobRecord): StoredReport | undefined {
  if (dataset === null || status === null || at === null) return undefined;
  return { dataset, status, toDate, storedAt: at.getTime() };
}

/** The last day of the shortest series; `undefined` where one has nothing yet. */
async function lastDay(marketData: MarketDataService, { definition }: CompiledStrategy): Promise<string | undefined> {
  let last: string | undefined;
  for (const ref of instrumentsRead(definition)) {
    const minutes = await marketData.coverage(ref, '1m');
    const days = definition.interval === '1d' ? await marketData.coverage(ref, '1d') : undefined;
    if (!minutes && !days) return undefined;
    const day = indiaDateOf(Math.max(minutes?.to ?? 0, days?.to ?? 0));
    if (last === undefined || day < last) last = day;
  }
  return last;
}

function last30(equity: readonly { date: string; equityPaise: number }[], capitalPaise: number): number | undefined {
  const value = returnOfLast30Days(equity, capitalPaise);
  return value === undefined ? undefined : rounded(value);
}

function compileRecord(record: ReportJobRecord): CompiledStrategy {
  const parsed = parseDefinition(record.definition);
  if (!parsed.ok) throw new Error(`version ${record.version_id} cannot be read: ${parsed.errors[0]?.message}`);
  return compileStrategy(parsed.definition, {}, `v${record.version}`);
}
