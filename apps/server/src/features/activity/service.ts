import type { InputOf, OutputOf, userlog, userlogTrade } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { addDays, indiaMoment } from '@trickdesk/domain';
import {
  countActivity,
  countTradeActivity,
  type LogSort,
  listActivity,
  listTradeActivity,
  type PageOf,
} from './store.ts';
import { activityToWire, tradeActivityToWire } from './wire.ts';

export interface ActivityFacts {
  readonly database: Database;
  /** Whether live orders go to the simulator: what they led to bears another badge. */
  readonly simulated: boolean;
}

export type ActivityService = ReturnType<typeof createActivityService>;

interface ListInput {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly Search?: string | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  readonly sort: LogSort;
}

/** The two logs of an account. */
export function createActivityService({ database, simulated }: ActivityFacts) {
  const db = database.kysely;
  return {
    readLog: async (accountId: number, input: InputOf<typeof userlog>): Promise<OutputOf<typeof userlog>> => {
      const filter = { ...filterOf(accountId, input), kind: input.kind };
      const [rows, total] = await Promise.all([listActivity(db, filter, windowOf(input)), countActivity(db, filter)]);
      return { log_list: rows.map(activityToWire), ...pageOf(input), total };
    },
    readTradeLog: async (
      accountId: number,
      input: InputOf<typeof userlogTrade>,
    ): Promise<OutputOf<typeof userlogTrade>> => {
      const filter = { ...filterOf(accountId, input), kind: input.kind, deploymentId: input.TricksId };
      const [rows, total] = await Promise.all([
        listTradeActivity(db, filter, windowOf(input)),
        countTradeActivity(db, filter),
      ]);
      return { log_list: rows.map((row) => tradeActivityToWire(row, simulated)), ...pageOf(input), total };
    },
  };
}

/** Days are India's, from the first moment of one to the last of the other. */
function filterOf(accountId: number, { Search, from_date: from, to_date: to }: ListInput) {
  return {
    accountId,
    search: Search,
    from: from === undefined ? undefined : new Date(indiaMoment(from)),
    before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
  };
}

function windowOf({ pageNumber, pageSize, sort }: ListInput): PageOf {
  return { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
}

function pageOf({ pageNumber, pageSize }: ListInput) {
  return { pageNumber, pageSize };
}
