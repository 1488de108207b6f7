import {
  ALERT_CATEGORIES,
  ALERT_CHANNELS,
  type AlertCategory,
  type AlertChannel,
  type AlertCounts,
  type NotificationPreferences,
  type NotificationRow,
} from '@trickdesk/contract';
import { type AlertChoice, isChannelOn, isLockedOn } from '@trickdesk/domain';
import type { ChoiceRow } from './choice-store.ts';
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

/** @throws Error for a number that no category has: the database has a check on it */
export function categoryOfNumber(number: number): AlertCategory {
  const category = ALERT_CATEGORIES[number - 1];
  if (category === undefined) throw new Error(`there is no category ${number} of alerts`);
  return category;
}

/** The whole table of categories and channels, as it stands for somebody who has chosen this. */
export function preferencesToWire(choices: readonly AlertChoice[]): NotificationPreferences['preference_list'] {
  return ALERT_CATEGORIES.flatMap((category) =>
    ALERT_CHANNELS.map((channel) => ({
      notication_category_id: numberOfCategory(category),
      channel,
      isOn: isChannelOn(choices, category, channel),
      isLocked: isLockedOn(category, channel),
    })),
  );
}

export function choicesFromRows(rows: readonly ChoiceRow[]): AlertChoice[] {
  return rows.map(({ category, channel, is_on }) => ({ category: categoryOfNumber(category), channel, isOn: is_on }));
}

export function choiceToRow(change: {
  readonly notication_category_id: number;
  readonly channel: AlertChannel;
  readonly isOn: boolean;
}): ChoiceRow {
  return { category: change.notication_category_id, channel: change.channel, is_on: change.isOn };
}
