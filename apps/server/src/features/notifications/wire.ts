import { ALERT_CATEGORIES, type AlertCategory, type AlertCounts, type NotificationRow } from '@trickdesk/contract';
import type { AlertRow, UnreadRow } from './store.ts';

/** Records in the words of the wire: events carry the same rows as the calls. */

export function alertToWire(alert: AlertRow): NotificationRow {
  return {
    notification_id: alert.id,
    notication_category_id: alert.category,
    title: alert.title,
    body: alert.body,
    severity: alert.severity,
    createdAt: alert.created_at.toISOString(),
    ...(alert.link === null ? {} : { link: alert.link }),
    ...(alert.read_at === null ? {} : { readAt: alert.read_at.toISOString() }),
  };
}

export function countsToWire(rows: readonly UnreadRow[]): AlertCounts {
  return {
    alertCount: rows.reduce((sum, row) => sum + row.unread, 0),
    categories: rows.map((row) => ({ notication_category_id: row.category, alertCount: row.unread })),
  };
}

/** Categories are numbered as the contract lists them, from 1. */
export function numberOfCategory(category: AlertCategory): number {
  return ALERT_CATEGORIES.indexOf(category) + 1;
}
