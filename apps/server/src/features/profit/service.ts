import type { Database } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import type { MarketDataService } from '../market-data/index.ts';
import { holdingOf, markOf, openPositionsOf, unrealisedPaise } from '../orders/index.ts';
import { type Profit, percentOf, profitOf } from './rules.ts';
import { hasRoboPro, listProfitDays, listTricksOf, type ProfitFilter } from './store.ts';

export interface ProfitReading extends Profit {
  readonly capitalPaise: bigint;
  readonly drawdownPercent: number;
  readonly movedPaise: bigint;
  /** Some trick of the mode is in Robo Pro, whatever was asked for. */
  readonly hasRoboPro: boolean;
}

export type ProfitService = ReturnType<typeof createProfitService>;

/** Profit by day of one mode: test and live are never added up. */
export function createProfitService({
  database,
  marketData,
}: {
  readonly database: Database;
  readonly marketData: MarketDataService;
}) {
  const db = database.kysely;
  return {
    simulated: marketData.simulated,
    read: async (filter: ProfitFilter): Promise<ProfitReading> => {
      const [rows, tricks, { now }, isInRoboPro] = await Promise.all([
        listProfitDays(db, filter),
        listTricksOf(db, filter),
        marketData.marketState(),
        hasRoboPro(db, filter),
      ]);
      const today = now === undefined ? undefined : indiaDateOf(now);
      const isAsked = today !== undefined && (filter.from ?? today) <= today && today <= (filter.to ?? today);
      const ids = tricks.map(({ id }) => id);
      const open = isAsked ? { date: today, unrealisedPaise: await unrealisedOf(ids) } : undefined;
      const profit = profitOf(rows, open);
      const capitalPaise = tricks.reduce((sum, { capital_paise: capital }) => sum + capital, 0n);
      const movedPaise = rows.reduce((sum, row) => sum + row.movedPaise, 0n);
      const drawdownPercent = percentOf(profit.drawdownPaise, capitalPaise);
      return { ...profit, capitalPaise, movedPaise, drawdownPercent, hasRoboPro: isInRoboPro };
    },
  };

  async function unrealisedOf(ids: readonly number[]): Promise<bigint> {
    const records = await openPositionsOf(db, marketData.dataset, ids);
    return records.reduce((sum, record) => {
      const mark = markOf(record);
      return mark ? sum + unrealisedPaise(holdingOf(record), mark) : sum;
    }, 0n);
  }
}
