import type { Badge } from '@trickdesk/contract';
import type { Database, Queryable } from '@trickdesk/db';
import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { type BasketFigure, explainBasket, explainBaskets, type RateFigure } from '../baskets/index.ts';
import { statusOfNumber } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { badgeOf } from '../orders/index.ts';
import { type Opened, openedOf, type Page } from './part.ts';
import { openProfit, type ProfitFigure } from './profit-parts.ts';
import { type DayFilter, isOwnLink, type Mode } from './store.ts';
import { openAccount, openTrick, openTricks, type TrickFigure, type TrickFilter } from './trick-parts.ts';
import { openFree, openHeld, type WalletAsked } from './wallet-parts.ts';

export type FiguresService = ReturnType<typeof createFiguresService>;

interface Parts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  readonly clock: Clock;
}

/** What was opened, and of which moment all of it is. */
export interface Explanation extends Opened {
  /** Absent of money that has no mode. */
  readonly badge?: Badge;
  readonly asOf: EpochMs;
}

interface Tricks extends Omit<TrickFilter, 'status'> {
  readonly figure: TrickFigure;
  readonly statusNumber: number;
}
interface Baskets {
  readonly accountId: number;
  readonly figure: BasketFigure;
  readonly mode: Mode;
  readonly status: 'held' | 'closed';
  readonly search: string | undefined;
}

/**
 * What figures come from. Parts are read where trades, postings, flows and holdings stand, not where the figures are, and
 * are of one mode.
 */
export function createFiguresService(parts: Parts) {
  const { database, marketData, clock } = parts;

  /** All statements of one explanation see the same moment. */
  async function explain(read: (db: Queryable) => Promise<(Opened & { badge?: Badge }) | undefined>) {
    const { now } = await marketData.marketState();
    const opened = await database.transaction(read, { isolation: 'repeatable read' });
    if (!opened) throw new Refusal('NOT_FOUND');
    // Money that has no mode moves by the clock on the wall, which a simulated exchange does not follow.
    return { ...opened, asOf: opened.badge === undefined ? clock.now() : (now ?? clock.now()) } satisfies Explanation;
  }

  const badge = (mode: Mode) => badgeOf(mode, marketData.simulated);

  async function mustBeOwn(db: Queryable, accountId: number, linkId: number | undefined): Promise<void> {
    if (linkId !== undefined && !(await isOwnLink(db, accountId, linkId))) throw new Refusal('NOT_FOUND');
  }

  return {
    /** @throws Refusal `NOT_FOUND` for a broker that is not the caller's */
    tricks: ({ figure, statusNumber, ...filter }: Tricks, page: Page) =>
      explain(async (db) => {
        await mustBeOwn(db, filter.accountId, filter.brokerLinkId);
        const status = statusOfNumber(statusNumber);
        const opened = await openTricks(db, marketData, { filter: { ...filter, status }, figure, page });
        return { badge: badge(filter.mode), ...opened };
      }),
    /** All that an account has done in a mode, also by tricks that are in the other one now. */
    account: (
      whose: { readonly accountId: number; readonly mode: Mode },
      asked: { readonly figure: TrickFigure; readonly page: Page },
    ) =>
      explain(async (db) => ({
        badge: badge(whose.mode),
        ...(await openAccount(db, marketData, { ...whose, ...asked })),
      })),
    /** @throws Refusal `NOT_FOUND`, also for somebody else's */
    trick: (accountId: number, deploymentId: number, asked: { readonly figure: TrickFigure; readonly page: Page }) =>
      explain((db) => openTrick(db, marketData, { accountId, deploymentId, ...asked })),
    /** @throws Refusal `NOT_FOUND` for a broker that is not the caller's */
    profit: (filter: DayFilter, asked: { readonly figure: ProfitFigure; readonly page: Page }) =>
      explain(async (db) => {
        await mustBeOwn(db, filter.accountId, filter.brokerLinkId);
        const { now } = await marketData.marketState();
        const today = now === undefined ? undefined : indiaDateOf(now);
        const opened = await openProfit(db, { filter, today, dataset: marketData.dataset, ...asked });
        return { badge: badge(filter.mode), ...opened };
      }),
    walletFree: (asked: WalletAsked) => explain((db) => openFree(db, asked)),
    walletHeld: (asked: WalletAsked) => explain((db) => openHeld(db, asked)),
    baskets: (asked: Baskets, page: Page) =>
      explain(async (db) => ({
        badge: badge(asked.mode),
        ...openedOf(await explainBaskets(parts, db, asked), page),
      })),
    /** @throws Refusal `NOT_FOUND`, also for somebody else's */
    basket: (
      accountId: number,
      myBasketId: number,
      { figure, page }: { readonly figure: BasketFigure | RateFigure; readonly page: Page },
    ) =>
      explain(async (db) => {
        const explained = await explainBasket(parts, db, { accountId, myBasketId, figure });
        if (!explained) return undefined;
        const { parts: all, ...rest } = explained;
        return { ...rest, ...openedOf(all, page) };
      }),
  };
}
