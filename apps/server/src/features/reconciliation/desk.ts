import type { Database } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import {
  countDeskReports,
  type DeskReportFilter,
  type DeskReportPage,
  type DeskReportRow,
  findDeskReport,
  listDeskReports,
} from './desk-store.ts';

export type ReconciliationDesk = ReturnType<typeof createReconciliationDesk>;

interface DeskParts {
  readonly database: Database;
  readonly marketData: Pick<MarketDataService, 'simulated'>;
}

/** What operators read of everybody's comparisons with the broker; none of it changes anything. */
export function createReconciliationDesk({ database, marketData: { simulated } }: DeskParts) {
  const db = database.kysely;
  return {
    simulated,
    list: async (filter: DeskReportFilter, page: DeskReportPage) => {
      const [rows, total] = await Promise.all([listDeskReports(db, filter, page), countDeskReports(db, filter)]);
      return { rows, total };
    },
    /** @throws Refusal `NOT_FOUND` */
    read: async (reportId: number): Promise<DeskReportRow> => {
      const row = await findDeskReport(db, reportId);
      if (!row) throw new Refusal('NOT_FOUND');
      return row;
    },
  };
}
