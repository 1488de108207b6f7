import type { Tx } from '@trickdesk/db';
import { formatPaise, type IndiaDate, type Paise, shortDay } from '@trickdesk/domain';
import { recordUserEvent } from '../../platform/user-events/index.ts';
import { notify } from '../notifications/index.ts';
import type { RunDecision } from './decide-run.ts';
import type { OwnedRecord, RunRow } from './owned-store.ts';
import type { Book } from './read-book.ts';
import { RUN_WORDS, waitingNote } from './run-words.ts';

interface Waited {
  readonly book: Book;
  readonly run: RunRow;
  readonly decision: Extract<RunDecision, { kind: 'wait_for_session' }>;
}

/** Tells the owner, once a session, that something is left for the next one. */
export async function tellProgress(tx: Tx, { book, run, decision }: Waited): Promise<void> {
  const { owned, orders } = book;
  const own = orders.filter((order) => order.basket_run_id === run.id);
  const body = waitingNote(decision, own);
  await notify(tx, {
    ...{ accountId: owned.account_id, category: 'baskets', severity: 'info', link: `/my-baskets/${owned.id}` },
    dedupeKey: `basket:${run.id}:waits:${run.sessions}`,
    title: `${RUN_WORDS[run.kind]} of ${owned.name} goes on at the next session`,
    body,
  });
  await tellChange(tx, owned, body);
}

interface Ended {
  readonly owned: OwnedRecord;
  readonly run: RunRow;
  readonly title: string;
  readonly body: string;
  readonly isTrouble: boolean;
}

export async function tellEnd(tx: Tx, { owned, run, title, body, isTrouble }: Ended): Promise<void> {
  await notify(tx, {
    ...{ accountId: owned.account_id, category: 'baskets', link: `/my-baskets/${owned.id}`, title, body },
    severity: isTrouble ? 'warning' : 'info',
    dedupeKey: `basket:${run.id}:ended`,
  });
  await tellChange(tx, owned, title);
}

interface Missed {
  readonly owned: OwnedRecord;
  readonly key: string;
  readonly day: IndiaDate;
  readonly amountPaise: Paise;
}

/** Tells the owner, once, that an instalment was not invested. */
export async function tellMissed(tx: Tx, { owned, key, day, amountPaise }: Missed): Promise<void> {
  await notify(tx, {
    ...{ accountId: owned.account_id, category: 'baskets', severity: 'warning', link: `/my-baskets/${owned.id}` },
    dedupeKey: `basket:${owned.id}:missed:${key}`,
    title: `An instalment of ${owned.name} was missed`,
    body: `${formatPaise(amountPaise)} of ${shortDay(day)} could not begin in time. Put more in if you still want to invest it.`,
  });
}

/** Tells the owner, once, that an instalment was left out since operators hold the basket back, or for the kill switch. */
export async function tellLeftOut(
  tx: Tx,
  { owned, key, day, amountPaise, reason }: Missed & { readonly reason: string | undefined },
): Promise<void> {
  await notify(tx, {
    ...{ accountId: owned.account_id, category: 'baskets', severity: 'warning', link: `/my-baskets/${owned.id}` },
    dedupeKey: `basket:${owned.id}:missed:${key}`,
    title: `An instalment of ${owned.name} was left out`,
    body:
      reason === undefined
        ? `${formatPaise(amountPaise)} of ${shortDay(day)} were not invested, because the kill switch was set.`
        : `${formatPaise(amountPaise)} of ${shortDay(day)} were not invested, because the basket is held back: ${reason}`,
  });
}

/** Shows the owner's browsers that a basket has changed. */
export async function tellChange(
  tx: Tx,
  owned: Pick<OwnedRecord, 'id' | 'account_id' | 'status'>,
  sentence?: string,
): Promise<void> {
  const payload = { myBasketId: owned.id, status: owned.status, ...(sentence === undefined ? {} : { sentence }) };
  await recordUserEvent(tx, owned.account_id, { name: 'basket', payload });
}
