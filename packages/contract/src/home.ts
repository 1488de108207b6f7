import { z } from 'zod';
import { call } from './call.ts';
import { zMyTrick } from './deployments.ts';
import { zDate, zIdOrAll, zMoment, zPaise, zPercent, zRupees } from './fields.ts';
import { zTrade } from './orders.ts';
import { zReadinessSummary } from './readiness.ts';
import { gettopten } from './strategies.ts';

export const headerdata = call('headerdata', {
  summary: 'What the bar on top shows.',
  input: z.strictObject({}),
  output: z.strictObject({
    walletBalancePaise: zPaise,
    /** Unread alerts, as `usernotificationcount` counts them. */
    alertCount: z.int(),
    market: z.strictObject({
      status: z.enum(['open', 'closed', 'pre_open', 'unknown']),
      opensAt: zMoment.optional(),
      closesAt: zMoment.optional(),
      /** The feed's time: the exchange clock. Absent until the first price has come. */
      now: zMoment.optional(),
      /** Market seconds that pass in one second; 1 outside the simulator. */
      speed: z.number(),
      simulated: z.boolean(),
      feed: z.enum(['live', 'stale', 'down']),
    }),
    indices: z.array(z.strictObject({ symbol: z.string(), last: zRupees, changePercent: zPercent })),
    broker: z.strictObject({ status: z.enum(['none', 'linked', 'expired', 'error']), brokerId: zIdOrAll.optional() }),
    todayPnlPaise: z.strictObject({ live: zPaise, test: zPaise }),
  }),
});

const summary = z.strictObject({
  capitalPaise: zPaise,
  dayPnlPaise: zPaise,
  totalPnlPaise: zPaise,
  chargesPaise: zPaise,
  openPositions: z.int(),
  /** Of these, opened by hand or handed over by a trick: their results are in no figure here. */
  handPositions: z.int(),
  runningTricks: z.int(),
});
/** What is invested in baskets of one mode, after charges; it is in no figure of `summary`. */
const baskets = z.strictObject({ held: z.int(), investedPaise: zPaise, valuePaise: zPaise, pnlPaise: zPaise });
const equity = z.array(z.strictObject({ date: zDate, valuePaise: zPaise }));

export const home = call('home', {
  summary: 'The first page: summary and equity of both modes, top ten, recent trades, what needs you.',
  input: z.strictObject({}),
  output: z.strictObject({
    summary: z.strictObject({ live: summary, test: summary }),
    baskets: z.strictObject({ live: baskets, test: baskets }),
    equity: z.strictObject({ live: equity, test: equity }),
    topTen: gettopten.output,
    myTricks: z.array(zMyTrick),
    recentTrades: z.array(zTrade),
    recentDecisions: z.array(
      z.strictObject({ TricksId: z.int(), trickName: z.string(), at: zMoment, sentence: z.string(), is_live: z.int() }),
    ),
    alerts: z.array(
      z.strictObject({
        kind: z.enum([
          'broker_expired',
          'broker_missing',
          'feed_stale',
          'trick_halted',
          'basket_due',
          'ticket_answered',
        ]),
        text: z.string(),
        link: z.string(),
      }),
    ),
    checklist: z.array(
      z.strictObject({
        step: z.enum(['kyc', 'broker', 'plan', 'first_trick']),
        done: z.boolean(),
        available: z.boolean(),
      }),
    ),
    /** Catalogue back-tests that are still being computed after the first start. */
    preparation: z.strictObject({ done: z.int(), total: z.int() }),
    /** Steps towards the history of a demo account; absent once it is made, and for everybody else. */
    demoHistory: z.strictObject({ done: z.int(), total: z.int() }).optional(),
    readiness: zReadinessSummary,
  }),
});

export const homeCalls = { headerdata, home };
