import {
  addDays,
  DAY_MS,
  type EpochMs,
  indiaDateOf,
  MINUTE_MS,
  paiseToRupees,
  type ResearchSide,
} from '@trickdesk/domain';
import { accountIdOf, DEMO_OPERATOR } from '../features/accounts/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import type { ResearchDesk } from '../features/research/index.ts';
import type { Foundation } from './foundation.ts';

const ORIGIN = { requestId: 'demo', address: '127.0.0.1', device: 'demo' };

interface DemoCall {
  readonly symbol: string;
  readonly side: ResearchSide;
  /** How many sessions before the one under way, or the last one, it was published. */
  readonly sessionsAgo: number;
  /** Of the last price then, in hundredths of a percent, towards the gain; below zero: against it. */
  readonly entryBps: number;
  readonly stopBps: number;
  readonly targetsBps: readonly number[];
  /** Calendar days. */
  readonly goodForDays: number;
  readonly rationale: string;
}

/** By rule from what the price was: nobody chose them for what came afterwards. */
const CALLS: readonly DemoCall[] = [
  {
    ...{ symbol: 'SBIN', side: 'buy', sessionsAgo: 9, goodForDays: 3 },
    ...{ entryBps: 0, stopBps: -100, targetsBps: [100, 200] },
    rationale:
      'A demonstration on simulated prices. Bought at the price of the morning, with the loss of one percent against gains of one and two.',
  },
  {
    ...{ symbol: 'INFY', side: 'sell', sessionsAgo: 7, goodForDays: 2 },
    ...{ entryBps: 0, stopBps: -80, targetsBps: [80, 160] },
    rationale:
      'A demonstration on simulated prices. Sold at the price of the morning; the stop is as far away as the first target.',
  },
  {
    ...{ symbol: 'ICICIBANK', side: 'buy', sessionsAgo: 5, goodForDays: 2 },
    ...{ entryBps: -50, stopBps: -150, targetsBps: [50, 150] },
    rationale:
      'A demonstration on simulated prices. It waits for half a percent below the price of the morning, so it may never be entered.',
  },
  {
    ...{ symbol: 'RELIANCE', side: 'buy', sessionsAgo: 3, goodForDays: 4 },
    ...{ entryBps: 30, stopBps: -90, targetsBps: [150] },
    rationale: 'A demonstration on simulated prices. It is entered only once the price has risen a little by itself.',
  },
  {
    ...{ symbol: 'SBIN', side: 'sell', sessionsAgo: 0, goodForDays: 14 },
    ...{ entryBps: -150, stopBps: -400, targetsBps: [200, 400] },
    rationale:
      'A demonstration on simulated prices. It waits for a rise of one and a half percent to sell into, for two weeks at most.',
  },
];

export interface DemoResearchParts {
  readonly foundation: Pick<Foundation, 'database' | 'log'>;
  readonly marketData: MarketDataService;
  readonly researchDesk: ResearchDesk;
}

/** Publishes calls of the last sessions by using the product, each once however often it starts. */
export async function makeDemoResearch(parts: DemoResearchParts, now: EpochMs): Promise<void> {
  const accountId = await accountIdOf(parts.foundation.database.kysely, DEMO_OPERATOR);
  if (accountId === undefined) return;
  const operator = { accountId, origin: ORIGIN };
  const published = new Set(await parts.researchDesk.rationalesOf(operator));
  for (const call of CALLS.filter(({ rationale }) => !published.has(rationale))) {
    const moment = await momentOf(parts.marketData, call, now);
    if (!moment) continue;
    const draft = draftOf(parts.marketData, call, moment);
    const idempotencyKey = `demo-research-${CALLS.indexOf(call)}`;
    try {
      await parts.researchDesk.publishInThePast(operator, { draft, idempotencyKey }, moment);
    } catch (error) {
      parts.foundation.log.warn({ error }, 'a call of the demo could not be published');
    }
  }
}

/** A quarter of an hour after the opening, at the close of the last minute before it. */
async function momentOf(marketData: MarketDataService, { symbol, sessionsAgo }: DemoCall, now: EpochMs) {
  let session = marketData.calendar.previousSession(now - 20 * MINUTE_MS);
  for (let i = 0; i < sessionsAgo && session; i += 1) {
    session = marketData.calendar.previousSession(session.openAt - MINUTE_MS);
  }
  const instrument = await marketData.instrument('NSE', symbol);
  if (!session || !instrument) return undefined;
  const at = session.openAt + 15 * MINUTE_MS;
  const last = (await marketData.bars({ symbol, interval: '1m', from: session.openAt, to: at })).at(-1);
  return last && { now: at, referencePaise: last.close, tickPaise: instrument.tickPaise };
}

interface Moment {
  readonly now: EpochMs;
  readonly referencePaise: number;
  readonly tickPaise: number;
}

function draftOf({ calendar }: MarketDataService, call: DemoCall, { now, referencePaise, tickPaise }: Moment) {
  const sign = call.side === 'buy' ? 1 : -1;
  const priceAt = (bps: number): number => {
    const paise = (referencePaise * (10_000 + sign * bps)) / 10_000;
    return paiseToRupees(Math.round(paise / tickPaise) * tickPaise);
  };
  const last = calendar.previousSession(now + call.goodForDays * DAY_MS);
  return {
    ...{ symbol: call.symbol, side: call.side, rationale: call.rationale, holdsInterest: false, usesAi: false },
    entryPrice: priceAt(call.entryBps),
    stopPrice: priceAt(call.stopBps),
    targets: call.targetsBps.map(priceAt),
    validUntil: last?.date ?? addDays(indiaDateOf(now), call.goodForDays),
  };
}
