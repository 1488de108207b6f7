import type { OutputOf, trickerdetails } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { toIndiaIso } from '@trickdesk/domain';
import { compileStrategy, parseDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import {
  type CatalogueFilter,
  type CatalogueSort,
  countCatalogue,
  findStrategy,
  listCatalogue,
  listVersions,
  readReport,
  readUserRecords,
  reportProgress,
  type StrategyRecord,
} from './store.ts';
import { recordsOf, storedReport, strategyToWire, totalsToWire } from './wire.ts';

export interface CatalogueFacts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  /** Returns are hidden from people who are not verified clients. */
  readonly compliance: boolean;
}

export interface CataloguePage {
  readonly sort: CatalogueSort;
  readonly pageNumber: number;
  readonly pageSize: number;
}

const RANKED = 10;
type Details = OutputOf<typeof trickerdetails>['trick_details'];
export type CatalogueReader = ReturnType<typeof createCatalogueReader>;

export function createCatalogueReader({ database, marketData, compliance }: CatalogueFacts) {
  const db = database.kysely;

  async function toItems(records: readonly StrategyRecord[]) {
    const totals = await readUserRecords(
      db,
      records.map((record) => record.id),
    );
    return records.map((record) => withoutClaims(strategyToWire(record, recordsOf(totals, record.id), marketData)));
  }

  function withoutClaims<Item extends ReturnType<typeof strategyToWire>>(item: Item): Item {
    if (!compliance) return item;
    const { return30dPercent: _a, returnTotalPercent: _b, maxDrawdownPercent: _c, winRatePercent: _d, ...rest } = item;
    const { sparkline: _e, ...kept } = rest;
    return kept as Item;
  }

  async function list(asked: Omit<CatalogueFilter, 'dataset'>, page: CataloguePage) {
    const filter = { ...asked, dataset: marketData.dataset };
    const window = { sort: page.sort, limit: page.pageSize, offset: (page.pageNumber - 1) * page.pageSize };
    const [records, total] = await Promise.all([listCatalogue(db, filter, window), countCatalogue(db, filter)]);
    return { items: await toItems(records), total };
  }

  /** @throws Refusal `NOT_FOUND`, also for one that is not published and somebody else's */
  async function details(id: number, accountId: number): Promise<Details> {
    const record = await findStrategy(db, id, { accountId, dataset: marketData.dataset });
    if (!record) throw new Refusal('NOT_FOUND');
    const parsed = parseDefinition(record.definition);
    if (!parsed.ok) throw new Error(`strategy ${id} cannot be read: ${parsed.errors[0]?.message}`);
    const [totals, versions, stored] = await Promise.all([
      readUserRecords(db, [id]),
      listVersions(db, id),
      readReport(db, record.version_id),
    ]);
    const records = recordsOf(totals, id);
    const current = record.report_status === 'ready' && !compliance;
    const report = current ? storedReport(stored) : undefined;
    return {
      ...withoutClaims(strategyToWire(record, records, marketData)),
      description: record.description,
      rules: [...compileStrategy(parsed.definition).describe()],
      instruments: parsed.definition.instruments.map((instrument) => instrument.symbol),
      interval: parsed.definition.interval,
      definition: parsed.definition,
      ...(report ? { report } : {}),
      reportStatus: report ? 'ready' : reportStatus(record.report_status),
      liveRecord: totalsToWire(records.live),
      testRecord: totalsToWire(records.test),
      versions: versions.map(({ version, created_at, note }) => ({
        version,
        at: toIndiaIso(created_at.getTime()),
        note,
      })),
    };
  }

  /** Ranked by the back-test after charges. Live results are ranked once there are live deployments. */
  async function topTen(accountId: number, asked: { readonly thirtyDay: boolean; readonly test: boolean }) {
    if (!asked.test) {
      return { items: [], note: 'Nobody trades live yet, so there is nothing to rank. Test results are beside it.' };
    }
    if (compliance) return { items: [], note: 'Rankings are shown to verified clients only.' };
    const sort = asked.thirtyDay ? 'return_30d' : 'return_total';
    const records = await listCatalogue(
      db,
      { accountId, dataset: marketData.dataset },
      { sort, limit: RANKED, offset: 0 },
    );
    const totals = await readUserRecords(
      db,
      records.map((record) => record.id),
    );
    const items = records.flatMap((record, index) => {
      const records30 = recordsOf(totals, record.id);
      const item = strategyToWire(record, records30, marketData);
      const returnPercent = asked.thirtyDay ? item.return30dPercent : item.returnTotalPercent;
      if (returnPercent === undefined) return [];
      return [{ ...item, rank: index + 1, returnPercent, users: records30.test?.users ?? 0 }];
    });
    const data = marketData.describeDataset(marketData.dataset);
    const note = `Back-tests after charges on the data named (${data}). Few trades mean that luck weighs more than skill.`;
    return { items, note };
  }

  return {
    list,
    details,
    topTen,
    progress: () => reportProgress(db, marketData.dataset),
  };
}

function reportStatus(status: string | null): 'queued' | 'running' | 'failed' {
  return status === 'failed' || status === 'running' ? status : 'queued';
}
