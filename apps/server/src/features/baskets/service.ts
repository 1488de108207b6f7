import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { badgeOf } from '../orders/index.ts';
import { type BrokerHoldingsParts, readBrokerHoldings, totalsOf } from './broker-holdings.ts';
import { addOwnBasket, type OwnBasket } from './own-baskets.ts';
import type { OwnedFilter } from './owned-store.ts';
import { previewsOf } from './previews.ts';
import { createBasketReader } from './read-catalogue.ts';
import { readMyBasket, readMyBaskets } from './read-owned.ts';
import type { SaleParts } from './sale-notes.ts';
import { type SipWish, setSip } from './sip.ts';
import {
  type ChangeRequest,
  closeBasket,
  type OpenRequest,
  openBasket,
  rebalanceBasket,
  repairBasket,
  type StartParts,
  topUpBasket,
  type Who,
} from './start-run.ts';
import { type BasketFilter, retireOwn } from './store.ts';

export interface BasketsParts extends StartParts, BrokerHoldingsParts, SaleParts {
  readonly compliance: boolean;
}

export type BasketsService = ReturnType<typeof createBasketsService>;

/** Paise, after charges. */
export interface BasketTotals {
  readonly held: number;
  readonly investedPaise: number;
  readonly valuePaise: number;
  readonly pnlPaise: number;
  /** Due for a rebalance, with nothing under way. */
  readonly due: number;
}

function heldTotals(baskets: Awaited<ReturnType<typeof readMyBaskets>>): BasketTotals {
  const sum = (pick: (one: (typeof baskets)[number]) => number): number =>
    baskets.reduce((total, one) => total + pick(one), 0);
  return {
    held: baskets.length,
    investedPaise: sum((one) => one.investedPaise),
    valuePaise: sum((one) => one.valuePaise),
    pnlPaise: sum((one) => one.pnlPaise),
    due: baskets.filter(({ rebalanceDue, run }) => rebalanceDue && !run).length,
  };
}

/** Baskets: the catalogue, a person's own, and those that are held. */
export function createBasketsService(parts: BasketsParts) {
  const { database, marketData } = parts;
  const reader = createBasketReader(parts);
  return {
    badgeOf: (mode: 'paper' | 'live') => badgeOf(mode, marketData.simulated),
    list: (filter: BasketFilter) => reader.list(filter),
    details: (accountId: number, basketId: number) => reader.details(accountId, basketId),
    add: (who: Who, wish: OwnBasket) => addOwnBasket(parts, who, wish),
    remove: async ({ accountId, origin }: Who, basketId: number): Promise<void> => {
      const at = new Date(parts.clock.now());
      await database.transaction(async (tx) => {
        if (!(await retireOwn(tx, { accountId, basketId, at }))) throw new Refusal('NOT_FOUND');
        const sentence = 'Deleted a basket of their own.';
        await recordActivity(tx, { accountId, kind: 'settings', sentence, origin, facts: { basketId }, at });
      });
    },
    ...previewsOf(parts),
    open: (who: Who, asked: OpenRequest) => openBasket(parts, who, asked),
    topUp: (who: Who, asked: Parameters<typeof topUpBasket>[2]) => topUpBasket(parts, who, asked),
    rebalance: (who: Who, asked: Parameters<typeof rebalanceBasket>[2]) => rebalanceBasket(parts, who, asked),
    close: (who: Who, asked: ChangeRequest) => closeBasket(parts, who, asked),
    repair: (who: Who, asked: Parameters<typeof repairBasket>[2]) => repairBasket(parts, who, asked),
    setSip: (who: Who, wish: SipWish) => setSip(parts, who, wish),
    /** What is held in one mode, paise, and how many of them wait for their owner. */
    totalsOf: async (accountId: number, mode: 'paper' | 'live'): Promise<BasketTotals> =>
      heldTotals(await readMyBaskets(parts, { accountId, mode, status: 'held', search: undefined })),
    mine: (filter: Omit<OwnedFilter, 'dataset'>) => readMyBaskets(parts, filter),
    myDetails: (accountId: number, myBasketId: number) => readMyBasket(parts, { accountId, myBasketId }),
    holdingsOf: async (accountId: number, myBasketId: number) => {
      const { holdings, my_basket: basket } = await readMyBasket(parts, { accountId, myBasketId });
      return { ...totalsOf(holdings), badge: basket.badge, linked: basket.brokerId !== undefined };
    },
    brokerHoldings: (accountId: number, brokerId: number | undefined) =>
      readBrokerHoldings(parts, { accountId, brokerId }),
  };
}
