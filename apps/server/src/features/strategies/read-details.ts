import type { OutputOf, trickerdetails } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import { compileStrategy, parseDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { type CatalogueFacts, itemOf, showsReturnsTo } from './catalogue-items.ts';
import { readTrackFacts } from './read-tracks.ts';
import { findStrategy, listVersions, readReport, type StrategyRecord } from './store.ts';
import { tracksOf } from './track-rules.ts';
import { countLiveUsers } from './user-results-store.ts';
import { recordToWire, storedReport } from './wire.ts';

type Details = OutputOf<typeof trickerdetails>['trick_details'];

/** @throws Refusal `NOT_FOUND`, also for one that is not published and somebody else's */
export async function readDetails(facts: CatalogueFacts, id: number, accountId: number): Promise<Details> {
  const { database, marketData } = facts;
  const db = database.kysely;
  const record = await findStrategy(db, id, { accountId, dataset: marketData.dataset });
  if (!record) throw new Refusal('NOT_FOUND');
  const parsed = parseDefinition(record.definition);
  if (!parsed.ok) throw new Error(`strategy ${id} cannot be read: ${parsed.errors[0]?.message}`);
  const [liveUsers, versions, stored, showsReturns] = await Promise.all([
    countLiveUsers(db, [id]),
    listVersions(db, id),
    readReport(db, record.version_id),
    showsReturnsTo(facts, accountId),
  ]);
  const report = showsReturns && record.report_status === 'ready' ? storedReport(stored) : undefined;
  return {
    ...itemOf(facts, record, { liveUsers: liveUsers.get(id) ?? 0, showsReturns }),
    description: record.description,
    rules: [...compileStrategy(parsed.definition).describe()],
    instruments: parsed.definition.instruments.map((instrument) => instrument.symbol),
    interval: parsed.definition.interval,
    definition: parsed.definition,
    ...(report ? { report } : {}),
    reportStatus: showsReturns ? (report ? 'ready' : reportStatus(record)) : 'hidden',
    ...(showsReturns ? await recordsOf(facts, id) : {}),
    versions: versions.map(({ version, created_at, note }) => ({
      version,
      at: toIndiaIso(created_at.getTime()),
      note,
    })),
  };
}

async function recordsOf(facts: CatalogueFacts, id: number) {
  const of = async (mode: 'live' | 'paper') => tracksOf(await readTrackFacts(facts, mode, { ids: [id] }), undefined)[0];
  const [live, test] = await Promise.all([of('live'), of('paper')]);
  return { liveRecord: recordToWire(live), testRecord: recordToWire(test) };
}

function reportStatus(record: Pick<StrategyRecord, 'owner_id' | 'report_status'>): Details['reportStatus'] {
  const { owner_id: ownerId, report_status: status } = record;
  if (status === 'failed' || status === 'running') return status;
  return ownerId === null || status !== null ? 'queued' : 'none';
}
