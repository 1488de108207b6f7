import type { Tx } from '@trickdesk/db';
import { formatPaise } from '@trickdesk/domain';
import type { RunDecision } from './decide-run.ts';
import * as store from './owned-store.ts';
import type { Book } from './read-book.ts';
import { endNote, RUN_WORDS } from './run-words.ts';
import type { Standing } from './standing.ts';
import type { Today } from './start-run.ts';
import { tellEnd } from './tell.ts';

interface Ending {
  readonly book: Book;
  readonly run: store.RunRow;
  readonly decision: Extract<RunDecision, { kind: 'end' }>;
  readonly today: Today;
}

/**
 * Ends a run in its transaction. What a purchase was given and could not spend is its owner's again; what a sale of all
 * brought goes out with it.
 */
export async function endRun(tx: Tx, ending: Ending): Promise<void> {
  const { book, run, decision, today } = ending;
  const { owned } = book;
  const { day, at } = today;
  const own = book.orders.filter((order) => order.basket_run_id === run.id);
  const { outPaise, isClosed, cashPaise } = outcomeOf({ run, decision, standing: book.standingAt(day), own });
  if (outPaise > 0n) {
    const cause = isSale(run) ? ('closing' as const) : ('returned' as const);
    await store.insertFlow(tx, { owned_basket_id: owned.id, day, amount_paise: -outPaise, cause, at });
  }
  const status = isClosed ? ('closed' as const) : ('open' as const);
  const isBalanced = run.kind === 'rebalance' && decision.state === 'done';
  await store.setOwned(tx, owned.id, {
    status,
    ...(isClosed ? { closed_at: at } : {}),
    ...(isBalanced ? { basket_version_id: run.basket_version_id } : {}),
  });
  const note = endNote(decision, own, outPaise);
  await store.setRun(tx, run.id, { state: decision.state, note: note ?? null, ended_at: at });
  const filled = own.filter((order) => order.filled_quantity > 0).length;
  const left = isClosed ? `${formatPaise(outPaise)} came out.` : `${formatPaise(cashPaise)} are left as cash.`;
  await tellEnd(tx, {
    owned: { ...owned, status },
    run,
    title: titleOf(run, owned.name, decision.state),
    body: note ?? `${filled} ${filled === 1 ? 'order was' : 'orders were'} filled. ${left}`,
    isTrouble: decision.state === 'given_up',
  });
}

function isSale({ kind }: Pick<store.RunRow, 'kind'>): boolean {
  return kind === 'close' || kind === 'reverse';
}

/** What an ending follows from. */
export interface EndFacts {
  readonly run: Pick<store.RunRow, 'kind' | 'amount_paise'>;
  readonly decision: Pick<Ending['decision'], 'state'>;
  readonly standing: Pick<Standing, 'held' | 'cashPaise'>;
  /** Of the run. */
  readonly own: readonly Pick<store.OrderRow, 'side' | 'filled_value_paise' | 'charges_paise'>[];
}

/** What goes out at the end of a run, and whether the holding is over with it. */
export function outcomeOf({ run, decision, standing, own }: EndFacts) {
  const { held, cashPaise } = standing;
  const isGivenUp = decision.state === 'given_up';
  const isClosed = held.size === 0 && (isSale(run) || isGivenUp);
  const outPaise = isClosed ? cashPaise : isGivenUp ? unspentOf(run, own, cashPaise) : 0n;
  return { outPaise, isClosed, cashPaise };
}

function titleOf({ kind }: store.RunRow, name: string, state: 'done' | 'given_up'): string {
  return state === 'done' ? `${RUN_WORDS[kind]} of ${name} is done` : `${RUN_WORDS[kind]} of ${name} was left halfway`;
}

/** Of what came in with a run, what its purchases did not take. Never more than is there. */
function unspentOf(run: EndFacts['run'], orders: EndFacts['own'], cashPaise: bigint): bigint {
  const spent = orders
    .filter(({ side }) => side === 'buy')
    .reduce((sum, order) => sum + order.filled_value_paise + order.charges_paise, 0n);
  const unspent = (run.amount_paise ?? 0n) - spent;
  if (unspent <= 0n) return 0n;
  return unspent < cashPaise ? unspent : cashPaise;
}

/** Ends what is under way by its owner's word: what was bought stays, what was not spent is theirs again. */
export async function stopRun(tx: Tx, { book, run, today }: Omit<Ending, 'decision'>): Promise<void> {
  const { day, at } = today;
  const { held, cashPaise } = book.standingAt(day);
  const own = book.orders.filter((order) => order.basket_run_id === run.id);
  const unspent = held.size === 0 ? cashPaise : unspentOf(run, own, cashPaise);
  if (unspent > 0n) {
    await store.insertFlow(tx, {
      ...{ owned_basket_id: book.owned.id, day, amount_paise: -unspent, cause: 'returned', at },
    });
  }
  const isClosed = held.size === 0;
  await store.setOwned(tx, book.owned.id, isClosed ? { status: 'closed', closed_at: at } : { status: 'open' });
  await store.setRun(tx, run.id, { state: 'stopped', note: 'Stopped by its owner.', ended_at: at });
}
