import type { OutputOf, trickerdetails } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import { compileStrategy, parseDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { type CatalogueFacts, itemOf, showsReturnsTo } from './catalogue-items.ts';
import { findStrategy, listVersions, readReport, type StrategyRecord } from './store.ts';
import { readUserRecords } from './user-results-store.ts';
import { recordsOf, storedReport, totalsToWire } from './wire.ts';

type Details = OutputOf<typeof trickerdetails>['trick_details'];

/** @throws Refusal `NOT_FOUND`, also for one that is not published and somebody else's */
export async function readDetails(facts: CatalogueFacts, id: number, accountId: number): Promise<Details> {
  const { database, marketData } = facts;
  const db = database.kysely;
  const record = await findStrategy(db, id, { accountId, dataset: marketData.dataset });
  if (!record) throw new Refusal('NOT_FOUND');
  const parsed = parseDefinition(record.definition);
  if (!parsed.ok) throw new Error(`strategy ${id} cannot be read: ${parsed.errors[0]?.message}`);
  const [totals, versions, stored, showsReturns] = await Promise.all([
    readUserRecords(db, [id]),
    listVersions(db, id),
    readReport(db, record.version_id),
    showsReturnsTo(facts, accountId),
  ]);
  const records = recordsOf(totals, id);
  const report = showsReturns && record.report_status === 'ready' ? storedReport(stored) : undefined;
  return {
    ...itemOf(facts, record, { records, showsReturns }),
    description: record.description,
    rules: [...compileStrategy(parsed.definition).describe()],
    instruments: parsed.definition.instruments.map((instrument) => instrument.symbol),
    interval: parsed.definition.interval,
    definition: parsed.definition,
    ...(report ? { report } : {}),
    reportStatus: showsReturns ? (report ? 'ready' : reportStatus(record)) : 'hidden',
    ...(showsReturns ? { liveRecord: totalsToWire(records.live), testRecord: totalsToWire(records.test) } : {}),
    versions: versions.map(({ version, created_at, note }) => ({
      version,
      at: toIndiaIso(created_at.getTime()),
      note,
    })),
  };
}

function reportStatus(record: Pick<StrategyRecord, 'owner_id' | 'report_status'>): Details['reportStatus'] {
  const { owner_id: ownerId, report_status: status } = record;
  if (status === 'failed' || status === 'running') return status;
  return ownerId === null || status !== null ? 'queued' : 'none';
}
