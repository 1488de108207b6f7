import type { RaTrade, ResearchRecord } from '@trickdesk/contract';
import type { ResearchFacts } from './parts.ts';
import { hitRatePercent } from './rules.ts';
import * as store from './store.ts';
import { callToWire } from './wire.ts';

export interface ReadCalls {
  readonly calls: readonly RaTrade[];
  readonly total: number;
  readonly record: ResearchRecord;
}

/** Calls of the market that is on, with their record. */
export async function readCalls(
  { database, marketData }: Pick<ResearchFacts, 'database' | 'marketData'>,
  asked: Omit<store.CallFilter, 'dataset'>,
  page: store.CallPage,
): Promise<ReadCalls> {
  const db = database.kysely;
  const { dataset } = marketData;
  const filter = { ...asked, dataset };
  const [rows, total, record] = await Promise.all([
    store.listCalls(db, filter, page),
    store.countCalls(db, filter),
    store.readRecord(db, dataset),
  ]);
  const rate = hitRatePercent(record);
  return {
    calls: rows.map((row) => callToWire(row, marketData)),
    total,
    record: { ...record, ...(rate === undefined ? {} : { hitRatePercent: rate }) },
  };
}
