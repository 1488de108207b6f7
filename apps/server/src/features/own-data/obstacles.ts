import type { ErasureObstacle, KeptRecord } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { formatPaise } from '@trickdesk/domain';
import * as store from './obstacles-store.ts';

export interface Obstacle {
  readonly code: ErasureObstacle;
  readonly count: number;
  readonly sentence: string;
  /** Absent where its owner cannot mend it. */
  readonly link: string | undefined;
}

interface ObstacleReader {
  readonly code: ErasureObstacle;
  /** How many stand in the way, or how much; 0 where nothing does. */
  readonly read: (db: Queryable, asked: store.ObstacleAsked) => Promise<number>;
  readonly words: (count: number) => string;
  readonly link?: string;
}

/** “One trick runs”, “3 tricks run”. */
const many = (count: number, one: string, more: string): string => (count === 1 ? `One ${one}` : `${count} ${more}`);

/** Whatever stands against the deletion of an account, in the order in which it is best mended. One more is one line. */
const READERS: readonly ObstacleReader[] = [
  {
    code: 'TRICKS_RUNNING',
    read: store.countRunning,
    words: (count) =>
      `${many(count, 'trick runs or has', 'tricks run or have')} something left to do. Stop what runs and let it end.`,
    link: '/my-tricks',
  },
  {
    code: 'POSITIONS_OPEN',
    read: store.countOpenPositions,
    words: (count) => `${many(count, 'position is', 'positions are')} open. Close what you hold through Trickdesk.`,
    link: '/positions',
  },
  {
    code: 'BASKETS_HELD',
    read: store.countHeldBaskets,
    words: (count) =>
      `${many(count, 'basket is', 'baskets are')} not closed. Close what you hold, in test mode as well.`,
    link: '/baskets',
  },
  {
    code: 'ORDERS_UNDER_WAY',
    read: store.countLiveOrders,
    words: (count) =>
      `${many(count, 'order is', 'orders are')} under way at your broker. Cancel what rests, or wait until all have ended.`,
    link: '/orders',
  },
  {
    code: 'BROKER_POSITIONS',
    read: store.countHandPositions,
    words: (count) =>
      `${many(count, 'position was', 'positions were')} opened by hand at your linked broker today. Close what is open, or wait for the end of the day.`,
    link: '/positions',
  },
  {
    code: 'WALLET_HOLDS_MONEY',
    read: store.sumWallets,
    words: (paise) =>
      `Your wallet holds ${formatPaise(BigInt(paise))}. Spend it on a plan or have it paid out first: it cannot be sent to nobody.`,
    link: '/wallet',
  },
  {
    code: 'PAYMENT_UNDER_WAY',
    read: store.countOpenPayments,
    words: (count) =>
      `${many(count, 'payment is', 'payments are')} not settled. What nobody pays is closed within a day.`,
    link: '/subscription',
  },
  {
    code: 'REFUND_UNDER_WAY',
    read: store.countOpenRefunds,
    words: (count) => `${many(count, 'refund is', 'refunds are')} on the way to you. Wait until the money has arrived.`,
    link: '/subscription/transactions',
  },
  {
    code: 'WITHDRAWAL_UNDER_WAY',
    read: store.countWithdrawals,
    words: (count) =>
      `${many(count, 'withdrawal is', 'withdrawals are')} on the way to your bank. Wait until the money has arrived.`,
    link: '/wallet/bank',
  },
  {
    code: 'LEGAL_HOLD',
    read: store.countLegalHolds,
    words: () => 'Law asks us to keep your data as it is for now. Write to support to learn more.',
  },
];

/** All of them at once. */
export async function readObstacles(db: Queryable, asked: store.ObstacleAsked): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  for (const { code, read, words, link } of READERS) {
    const count = await read(db, asked);
    if (count > 0) found.push({ code, count, sentence: words(count), link });
  }
  return found;
}

/** How many rows of each record would stay. */
export async function readKept(db: Queryable, accountId: number): Promise<Readonly<Record<KeptRecord, number>>> {
  const { invoices, orders, identity, log } = await store.countKept(db, accountId);
  return { invoices: Number(invoices), orders: Number(orders), identity: Number(identity), log: Number(log) };
}
