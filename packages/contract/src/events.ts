import { ORDER_STATES, TICKET_STATES } from '@trickdesk/domain';
import { z } from 'zod';
import { zBacktestProgress } from './backtests.ts';
import { zMyBasketStatus } from './basket-shapes.ts';
import { zMyTrick } from './deployments.ts';
import { zId, zMoment, zPaise, zRupees } from './fields.ts';
import { zAlertCounts, zNotification } from './notifications.ts';
import { zOrder, zPosition } from './orders.ts';
import { zReadinessSummary } from './readiness.ts';
import { zTicket, zTicketMessage } from './tickets.ts';
import { zWallet } from './wallet.ts';
import { zWithdrawal } from './withdrawals.ts';

const zResult = z.strictObject({ dayPnlPaise: zPaise, totalPnlPaise: zPaise });

/**
 * What `GET /userapi/stream?symbols=SBIN,INFY` sends (Server-Sent Events). An event carries the new value, so no screen
 * polls. All but `quote`, `bar`, `market` and `pnl` are stored and have an id; `Last-Event-ID` resumes after it.
 */
export const eventSchemas = {
  /** Batched, at most four a second for each instrument. */
  quote: z.strictObject({ quotes: z.array(z.strictObject({ symbol: z.string(), last: zRupees, at: zMoment })) }),
  bar: z.strictObject({
    symbol: z.string(),
    candle: z.tuple([z.int(), z.number(), z.number(), z.number(), z.number(), z.int()]),
  }),
  market: z.strictObject({
    now: zMoment,
    status: z.enum(['open', 'closed', 'pre_open', 'unknown']),
    feed: z.enum(['live', 'stale', 'down']),
  }),
  order: z.strictObject({ order: zOrder }),
  /** An order by hand, here or elsewhere, has come further: read it again where it is on screen. */
  ownorder: z.strictObject({ orderId: zId, status: z.enum(ORDER_STATES), filledQuantity: z.int() }),
  position: z.strictObject({ position: zPosition }),
  /** A trick's row changed, or it decided something: read its details again where they are on screen. */
  trick: z.strictObject({ trick: zMyTrick, sentence: z.string().optional() }),
  /** What tricks come to at the newest prices, after charges: once a second while one of them holds something. */
  pnl: z.strictObject({
    /** Those that hold something. */
    tricks: z.array(zResult.extend({ TricksId: zId })),
    /** All tricks of the account. */
    live: zResult,
    test: zResult,
  }),
  /** A new alert, or none where some were read; either way, what is unread now. */
  alert: z.strictObject({ alert: zNotification.optional(), counts: zAlertCounts }),
  /** Which tricks will trade today has changed: read the board again where it is on screen. */
  readiness: z.strictObject({ summary: zReadinessSummary }),
  /** Closing what was opened by hand has ended: read the switches and the positions again where they are on screen. */
  handexit: z.strictObject({ outcome: z.enum(['closed', 'nothing', 'session_over', 'lifted']) }),
  /** A back-test has come further or has ended: at most four a second of one that runs. */
  backtest: zBacktestProgress,
  /** Money moved: what is free and held now, and the withdrawal that moved it. */
  wallet: z.strictObject({ wallets: z.array(zWallet), withdrawal: zWithdrawal.optional() }),
  /** A basket of one's own has changed: read it again where it is on screen. */
  basket: z.strictObject({ myBasketId: zId, status: zMyBasketStatus, sentence: z.string().optional() }),
  /** A ticket of one’s own went on: how it stands now, and the message that was added, where one was. */
  ticket: z.strictObject({ ticket: zTicket, message: zTicketMessage.optional() }),
  /** The person has gone on in a ticket that the operator has taken on: read it again where it is on screen. */
  opsticket: z.strictObject({ ticketId: zId, state: z.enum(TICKET_STATES) }),
  session: z.strictObject({ ended: z.literal(true), reason: z.string() }),
} as const;
export type EventName = keyof typeof eventSchemas;
export type EventOf<Name extends EventName> = z.output<(typeof eventSchemas)[Name]>;

/** Where the stream is, and the headers it needs, since it is no POST call. */
export const STREAM_PATH = '/userapi/stream';
