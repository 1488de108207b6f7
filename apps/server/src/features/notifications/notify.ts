import type { AlertCategory } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { isLockedOn } from '@trickdesk/domain';
import { insertAlert } from './store.ts';
import { numberOfCategory } from './wire.ts';

export interface Alert {
  readonly accountId: number;
  readonly category: AlertCategory;
  /** Names the event, once for each account: `fill:7:1:12`. The same key told again does nothing. */
  readonly dedupeKey: string;
  /** One line: what happened. */
  readonly title: string;
  /** What it means and what to do next. */
  readonly body: string;
  /** A page of the product, such as `/my-tricks/7`. */
  readonly link?: string;
  readonly severity: 'info' | 'warning' | 'urgent';
}

/**
 * Tells an account of an event, in the transaction of what it tells of: both are kept, or neither. It is delivered
 * after the commit, by whichever process does so first (`deliverAlerts`).
 *
 * @returns false where the account was told of this event before
 */
export function notify(tx: Tx, { link, category, ...alert }: Alert): Promise<boolean> {
  return insertAlert(tx, {
    ...alert,
    category: numberOfCategory(category),
    link: link ?? null,
    at: new Date(),
    mayBeSilent: alert.severity !== 'urgent' && !isLockedOn(category, 'in_app'),
  });
}
