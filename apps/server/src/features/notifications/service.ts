import type { AlertCounts, NotificationRow } from '@trickdesk/contract';
import type { Bus, Database } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import {
  type AlertFilter,
  type AlertSort,
  type AlertsToMark,
  categoryOf,
  markRead,
  pageAlerts,
  unreadIn,
  unreadOf,
} from './store.ts';
import { alertToWire, countsToWire } from './wire.ts';

export interface NotificationsFacts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
}

export interface AlertPage {
  readonly notification_list: NotificationRow[];
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly total: number;
}

interface PageAsked {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sort: AlertSort;
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;

/** What a page holds where nothing else is asked for. */
const PAGE_SIZE = 12;

export function createNotificationsService(facts: NotificationsFacts) {
  const { database } = facts;

  async function readPage(filter: AlertFilter, { pageNumber, pageSize, sort }: PageAsked): Promise<AlertPage> {
    const window = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { rows, total } = await pageAlerts(database, filter, window);
    return { notification_list: rows.map(alertToWire), pageNumber, pageSize, total };
  }

  /** Marks, and shows the account's other browsers what is unread now. */
  async function mark(which: AlertsToMark): Promise<AlertCounts> {
    const counts = await database.transaction(async (tx) => {
      const marked = await markRead(tx, which, new Date(facts.clock.now()));
      const now = countsToWire(await unreadIn(tx, which.accountId));
      if (marked > 0) await recordUserEvent(tx, which.accountId, { name: 'alert', payload: { counts: now } });
      return now;
    });
    wakeUserStreams(facts.bus, which.accountId);
    return counts;
  }

  return {
    readPage,
    count: async (accountId: number): Promise<AlertCounts> => countsToWire(await unreadOf(database, accountId)),
    /** @returns the first page of the alert's category, as it is then */
    read: async (accountId: number, alertId: number): Promise<AlertPage> => {
      const category = await categoryOf(database.kysely, accountId, alertId);
      if (category === undefined) throw new Refusal('NOT_FOUND');
      await mark({ accountId, alertId });
      return readPage({ accountId, category }, { pageNumber: 1, pageSize: PAGE_SIZE, sort: '-time' });
    },
    readAll: (accountId: number, category: number | undefined): Promise<AlertCounts> => mark({ accountId, category }),
  };
}
