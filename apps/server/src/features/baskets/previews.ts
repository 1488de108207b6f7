import type { BasketPlan } from '@trickdesk/contract';
import { Refusal } from '../../http/refusal.ts';
import { latestVersion } from './latest-version.ts';
import { findOwned } from './owned-store.ts';
import type { BasketParts } from './parts.ts';
import { readBook } from './read-book.ts';
import { readPlan } from './read-plan.ts';
import { type SaleParts, withSaleNotes } from './sale-notes.ts';
import { todayOf } from './start-run.ts';

const NOTHING = { held: new Map<string, number>(), lots: [], cashPaise: 0n };

/** What would be done at the last prices; nothing is kept. */
export function previewsOf(parts: BasketParts & SaleParts) {
  const { database, marketData } = parts;
  const db = database.kysely;
  return {
    /** What an amount would buy of a basket that is not held yet. */
    previewOpening: async (accountId: number, basketId: number, amountPaise: number): Promise<BasketPlan> => {
      const { targets } = await latestVersion(db, marketData, { accountId, basketId });
      const { day } = await todayOf(parts);
      return readPlan(marketData, { aim: 'spend', targets, standing: NOTHING, amountPaise, day });
    },
    previewTopUp: async (accountId: number, myBasketId: number, amountPaise: number): Promise<BasketPlan> => {
      const { targets, ...held } = await heldOf(accountId, myBasketId);
      return readPlan(marketData, { aim: 'spend', targets, amountPaise, ...held });
    },
    previewClosing: async (accountId: number, myBasketId: number): Promise<BasketPlan> => {
      const { brokerLinkId, targets, ...held } = await heldOf(accountId, myBasketId);
      const plan = await readPlan(marketData, { aim: 'sell', targets, amountPaise: 0, ...held });
      return withSaleNotes(parts, plan, brokerLinkId);
    },
    previewRebalance: async (accountId: number, myBasketId: number): Promise<BasketPlan> => {
      const { basketId, brokerLinkId, ...held } = await heldOf(accountId, myBasketId);
      const { targets } = await latestVersion(db, marketData, { accountId, basketId });
      const plan = await readPlan(marketData, { aim: 'balance', amountPaise: 0, ...held, targets });
      return withSaleNotes(parts, plan, brokerLinkId);
    },
  };

  /** @throws Refusal where it is not the person's, or closed */
  async function heldOf(accountId: number, myBasketId: number) {
    const owned = await findOwned(db, accountId, myBasketId);
    if (!owned || owned.dataset !== marketData.dataset) throw new Refusal('NOT_FOUND');
    if (owned.status === 'closed') throw new Refusal('BASKET_CLOSED');
    const book = await readBook(db, marketData, myBasketId);
    const { day } = await todayOf(parts);
    const targets = book.weightsOf(owned.basket_version_id);
    const { basket_id: basketId, broker_link_id: brokerLinkId } = owned;
    return { basketId, brokerLinkId, targets, standing: book.standingAt(day), day };
  }
}
