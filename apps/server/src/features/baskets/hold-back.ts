import type { Tx } from '@trickdesk/db';
import { toIndiaIso } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import { lockBasket, setHeldBack } from './desk-store.ts';
import type { Who } from './start-run.ts';
import type { BasketRow } from './store.ts';

export interface Hold {
  readonly basketId: number;
  /** Everybody who looks at a basket that is held back reads it. */
  readonly reason: string;
}

/** In the words of the wire; empty where the basket is offered. */
export function heldBackOf(row: Pick<BasketRow, 'held_back_at' | 'held_back_reason'>) {
  const { held_back_at: since, held_back_reason: reason } = row;
  return since === null || reason === null ? {} : { heldBack: { since: toIndiaIso(since.getTime()), reason } };
}

interface Decided extends Hold {
  readonly operator: Who;
  readonly at: Date;
}

/** Nothing new goes into it from now on. @throws Refusal */
export async function holdBack(tx: Tx, { operator, basketId, reason, at }: Decided): Promise<void> {
  const row = await lockBasket(tx, basketId);
  if (!row) throw new Refusal('NOT_FOUND');
  if (row.held_back_at) throw new Refusal('BASKET_HELD_ALREADY');
  await setHeldBack(tx, basketId, { held_back_at: at, held_back_reason: reason });
  const what = { what: 'hold_basket', sentence: `Held the basket ${row.name} back: ${reason}` } as const;
  await recordAct(
    tx,
    actOn(basketId, { operator, at, ...what, before: wordsOf(row), after: { state: 'held_back', reason } }),
  );
}

/** Offers it again. @throws Refusal */
export async function offerAgain(tx: Tx, { operator, basketId, reason, at }: Decided): Promise<void> {
  const row = await lockBasket(tx, basketId);
  if (!row) throw new Refusal('NOT_FOUND');
  if (!row.held_back_at) throw new Refusal('BASKET_OFFERED_ALREADY');
  await setHeldBack(tx, basketId, { held_back_at: null, held_back_reason: null });
  const what = { what: 'offer_basket', sentence: `Offered the basket ${row.name} again: ${reason}` } as const;
  await recordAct(
    tx,
    actOn(basketId, { operator, at, ...what, before: wordsOf(row), after: { state: 'offered', reason } }),
  );
}

const wordsOf = ({ held_back_at: since, held_back_reason: reason }: BasketRow) =>
  since === null ? { state: 'offered' } : { state: 'held_back', reason };

const actOn = (basketId: number, act: Omit<OperatorAct, 'subject' | 'subjectId'>): OperatorAct => ({
  ...act,
  subject: 'basket',
  subjectId: String(basketId),
});
