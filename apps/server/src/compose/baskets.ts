import type { BrokerPosition } from '@trickdesk/brokers';
import type { Bus } from '@trickdesk/db';
import type { Accounts } from '../features/accounts/index.ts';
import {
  type BasketDeskService,
  type BasketsService,
  createBasketDesk,
  createBasketsService,
  createLiveBasketDesk,
  createReviews,
  lookAtBaskets,
  seedBaskets,
  tellDue,
} from '../features/baskets/index.ts';
import { createOrderAccess, type ReleaseReader } from '../features/broker-links/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import {
  createOwnOrdersService,
  findPlaced,
  type OwnOrdersService,
  readOwnProgress,
} from '../features/orders/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { BrokerFoundation } from './broker-access.ts';
import { openBrokerAccess } from './broker-access.ts';
import type { Foundation } from './foundation.ts';
import { ownOrderPartsOf } from './own-orders.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How soon a basket goes on after a fill, at most. */
const ADVANCE_EVERY_MS = 1_000;
/** How soon a review is made once its day has come; a question of milliseconds on all other turns. */
const REVIEW_EVERY_MS = 30_000;
/** How late somebody hears that a basket is due: it reads every holding. */
const TELL_DUE_EVERY_MS = 5 * 60_000;

interface Parts {
  readonly bus: Bus;
  readonly marketData: MarketDataService;
}

/** Where operators look at the catalogue's baskets, and decide on them. */
export function openBasketDesk(
  { database, clock }: Foundation,
  { marketData, accounts }: Pick<Parts, 'marketData'> & { readonly accounts: Pick<Accounts, 'secondFactor'> },
): BasketDeskService {
  return createBasketDesk({ database, clock, marketData, secondFactor: accounts.secondFactor });
}

interface BasketSurroundings extends Parts {
  readonly ownOrders: OwnOrdersService;
  readonly releases: Pick<ReleaseReader, 'lately'>;
}

/** What the calls of baskets are answered by. */
export function openBaskets(
  foundation: BrokerFoundation,
  { bus, marketData, ownOrders, releases }: BasketSurroundings,
): BasketsService {
  const { database, clock, secrets, smartApi, settings } = foundation;
  const { accessOf } = createOrderAccess({ database, clock, secrets });
  return createBasketsService({
    ...{ database, clock, bus, marketData, compliance: settings.compliance },
    liveGate: ownOrders.usableLink,
    brokerHoldings: async (accountId, brokerId) => {
      const linkId = await linkToRead(ownOrders, accountId, brokerId);
      if (linkId === undefined) return 'not_linked';
      const access = await accessOf(linkId);
      return access && smartApi.orders(access).holdings();
    },
    releasesOf: releases.lately,
    boughtTodayOf: async (linkId) => {
      const access = await accessOf(linkId);
      const reply = access && (await smartApi.orders(access).positions());
      return reply?.kind === 'ok' ? deliveredToday(reply.value) : undefined;
    },
  });
}

/** Net units of the day for delivery, by share. The broker names a share with its series: `SBIN-EQ`. */
function deliveredToday(positions: readonly BrokerPosition[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { tradingSymbol, product, netQuantity } of positions) {
    const symbol = tradingSymbol.replace(/-EQ$/, '');
    if (product === 'delivery') units.set(symbol, (units.get(symbol) ?? 0) + netQuantity);
  }
  return units;
}

/** `undefined` where no broker account is linked; who has several says which. @throws Refusal */
async function linkToRead(
  { linkOf }: OwnOrdersService,
  accountId: number,
  brokerId: number | undefined,
): Promise<number | undefined> {
  try {
    return await linkOf(accountId, brokerId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'BROKER_NOT_LINKED') return undefined;
    throw error;
  }
}

/** Live: orders of baskets are kept here and sent by the desk of their account, as those by hand are. */
export function repeatLiveBaskets(foundation: Foundation, { bus, marketData }: Parts): Repetition {
  const access = openBrokerAccess(foundation);
  const { database, clock, log } = foundation;
  const orders = createOwnOrdersService(ownOrderPartsOf(access, { bus, marketData }));
  const desk = createLiveBasketDesk({ orders, database, findPlaced, progressOf: readOwnProgress });
  const parts = { database, clock, log, bus, marketData, desk };
  return repeat(
    ADVANCE_EVERY_MS,
    () => lookAtBaskets(parts),
    (error) => log.error({ error }, 'live baskets could not be looked at'),
  );
}

/** The catalogue, and its reviews as they fall due. */
export async function repeatReviews(
  foundation: Foundation,
  { marketData }: Pick<Parts, 'marketData'>,
): Promise<Repetition> {
  const { database, clock, log } = foundation;
  await seedBaskets(database, new Date(clock.now()));
  const review = createReviews({ database, clock, marketData });
  const reviewing = repeat(REVIEW_EVERY_MS, review, (error) => log.error({ error }, 'baskets could not be reviewed'));
  const telling = repeat(
    TELL_DUE_EVERY_MS,
    () => tellDue({ database, marketData }),
    (error) => log.error({ error }, 'baskets that are due could not be told of'),
  );
  return { stop: async () => void (await Promise.all([reviewing.stop(), telling.stop()])) };
}
