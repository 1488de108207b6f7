import type { BasketItem, basketCalls } from '@trickdesk/contract';
import { formatPaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { BasketsService } from './service.ts';
import { sorted } from './sort-baskets.ts';
import { sipToWire } from './wire.ts';

const FOLLOWS = 'Orders go while the market is open; what cannot be done today is done at the next session.';

export const basketHandlers = (baskets: BasketsService): Handlers<typeof basketCalls> => ({
  listBasket: async ({ accountId }, { pageNumber, pageSize, Search: search, theme, risk, sort }) => {
    const all = sorted(await baskets.list({ accountId, search, theme, risk }), sort);
    return { basket_list: pageOf<BasketItem>(all, { pageNumber, pageSize }), pageNumber, pageSize, total: all.length };
  },
  detailsBasket: async ({ accountId }, { basketId }) => ({
    basket_details: await baskets.details(accountId, basketId),
  }),
  addBasket: async (who, wish) => new Reply(await baskets.add(who, wish), 'Your basket was saved.'),
  deleteBasket: async (who, { basketId }) => {
    await baskets.remove(who, basketId);
    return new Reply({ basketId }, 'Your basket was deleted. What was invested in it stays as it is.');
  },
  previewBasketFetch: async ({ accountId }, asked) => {
    if ('basketId' in asked)
      return { preview: await baskets.previewOpening(accountId, asked.basketId, asked.amountPaise) };
    if ('closing' in asked) return { preview: await baskets.previewClosing(accountId, asked.myBasketId) };
    return { preview: await baskets.previewTopUp(accountId, asked.myBasketId, asked.amountPaise) };
  },
  openBasket: async (who, { amountPaise, is_live: isLive, ...rest }) => {
    const mode = isLive === 1 ? ('live' as const) : ('paper' as const);
    const { myBasketId } = await baskets.open(who, { ...rest, amountPaise: BigInt(amountPaise), mode });
    return new Reply({ myBasketId, status: 'opening' }, `${formatPaise(amountPaise)} are being invested. ${FOLLOWS}`);
  },
  addtobasket: async (who, { amountPaise, ...rest }) => {
    const begun = await baskets.topUp(who, { ...rest, amountPaise: BigInt(amountPaise) });
    return new Reply(begun, `${formatPaise(amountPaise)} more are being invested. ${FOLLOWS}`);
  },
  getMyBaskets: async ({ accountId }, { pageNumber, pageSize, Search: search, is_live: isLive, status }) => {
    const mode = isLive === 1 ? ('live' as const) : ('paper' as const);
    const all = await baskets.mine({ accountId, mode, status, search });
    const sum = (pick: (one: (typeof all)[number]) => number): number =>
      all.reduce((total, one) => total + pick(one), 0);
    return {
      my_basket_list: pageOf(all, { pageNumber, pageSize }),
      investedPaise: sum((one) => one.investedPaise),
      valuePaise: sum((one) => one.valuePaise),
      pnlPaise: sum((one) => one.pnlPaise),
      badge: baskets.badgeOf(mode),
      ...{ pageNumber, pageSize, total: all.length },
    };
  },
  mybasketdetails: ({ accountId }, { myBasketId }) => baskets.myDetails(accountId, myBasketId),
  rebalanceFetchbasket: async (who, asked) => {
    const { myBasketId } = asked;
    const plan = await baskets.previewRebalance(who.accountId, myBasketId);
    if (!asked.apply) return { plan };
    const { orderCount } = plan;
    const { idempotencyKey } = asked;
    const runId = await baskets.rebalance(who, { myBasketId, idempotencyKey, orderCount });
    return new Reply({ plan, runId }, `Your basket is being brought back to its weights. ${FOLLOWS}`);
  },
  closeBasket: async (who, asked) => {
    const status = await baskets.close(who, asked);
    return new Reply({ myBasketId: asked.myBasketId, status }, `Everything of it is being sold. ${FOLLOWS}`);
  },
  repairbasket: async (who, asked) => ({ myBasketId: asked.myBasketId, status: await baskets.repair(who, asked) }),
  fetchListHoldings: ({ accountId }, { myBasketId, brokerId }) =>
    myBasketId === undefined ? baskets.brokerHoldings(accountId, brokerId) : baskets.holdingsOf(accountId, myBasketId),
  fetchSetSipStatus: async (who, { amountPaise, ...wish }) => {
    const amount = amountPaise === undefined ? {} : { amountPaise: BigInt(amountPaise) };
    const sip = sipToWire(await baskets.setSip(who, { ...wish, ...amount }));
    return new Reply({ sip }, 'Settings successfully set');
  },
});

function pageOf<Row>(rows: readonly Row[], { pageNumber, pageSize }: { pageNumber: number; pageSize: number }): Row[] {
  return rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
}
