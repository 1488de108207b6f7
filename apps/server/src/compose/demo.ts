import { setTimeout as sleep } from 'node:timers/promises';
import { totpAt } from '@trickdesk/brokers/smartapi';
import type { Bus } from '@trickdesk/db';
import { type EpochMs, type MarketCalendar, MINUTE_MS } from '@trickdesk/domain';
import { accountIdOf, DEMO_INVESTOR, markKycVerified, markTradeActivated } from '../features/accounts/index.ts';
import type { BrokerLinksService } from '../features/broker-links/index.ts';
import {
  clonedStrategies,
  type DeploymentsService,
  deploymentOf,
  hasBeenLive,
  replayStored,
} from '../features/deployments/index.ts';
import { forgetDemoProgress, putDemoProgress } from '../features/home/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { createNotificationsService } from '../features/notifications/index.ts';
import type { ResearchDesk } from '../features/research/index.ts';
import { idsBySlug } from '../features/strategies/index.ts';
import { collectGarbage } from '../platform/spare-heap.ts';
import { type DemoMoneyParts, makeDemoMoney } from './demo-money.ts';
import { makeDemoResearch } from './demo-research.ts';
import { type DemoTicketParts, makeDemoTicket } from './demo-ticket.ts';
import type { Foundation } from './foundation.ts';

/** What the demo investor runs: intraday and positional, active and calm. */
const DEMO_STRATEGIES = [
  'quick-cross-sbin',
  'ema-trend-banks',
  'opening-range-15',
  'vwap-reclaim',
  'rsi-dip-intraday',
  'donchian-20-daily',
];
/** The one of them that trades live once its past is made. */
const DEMO_LIVE_STRATEGY = 'ema-trend-banks';
const DEMO_SESSIONS = 10;
/** After each strategy: the memory that its past took is given back before the next one takes some. */
const REST_MS = 500;
/** What is told of its making: prices come first and take longest, then each strategy's past, then the live one. */
const PRICE_STEPS = 30;
export const DEMO_STEPS = PRICE_STEPS + DEMO_STRATEGIES.length + 1;
/** One of the simulated broker's accounts; its fixed credentials stand in the README. */
const DEMO_BROKER_ACCOUNT = { clientCode: 'S100001', apiKey: 'sim-api-key', pin: '1234' };
const DEMO_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';

export interface DemoParts {
  readonly foundation: Foundation;
  readonly bus: Bus;
  readonly marketData: MarketDataService;
  readonly brokerLinks: BrokerLinksService;
  readonly deployments: DeploymentsService;
  readonly money: Omit<DemoMoneyParts, 'foundation'>;
  readonly support: Omit<DemoTicketParts, 'foundation'>;
  readonly research: { readonly researchDesk: ResearchDesk };
}

/**
 * Gives the demo investor a past by using the product: links an account, copies strategies, starts them ten sessions
 * ago and runs them over the stored minutes; then takes one live. Safe to repeat; goes on where it was cut off.
 *
 * @returns false while something that it needs (prices, the catalogue, the account) is not there yet
 */
export async function makeDemoHistory(parts: DemoParts): Promise<boolean> {
  const { foundation, marketData } = parts;
  const { database } = foundation;
  const accountId = await accountIdOf(database.kysely, DEMO_INVESTOR);
  const history = await marketData.historyProgress();
  const { now } = await marketData.marketState();
  const ids = await idsBySlug(database.kysely, DEMO_STRATEGIES);
  const tell = async (done: number): Promise<void> => {
    if (accountId !== undefined) await putDemoProgress(database.kysely, accountId, { done, total: DEMO_STEPS });
  };
  await tell(history.total > 0 ? Math.floor((PRICE_STEPS * history.done) / history.total) : 0);
  const ready = accountId !== undefined && now !== undefined && history.total > 0 && history.done >= history.total;
  if (!ready || ids.size < DEMO_STRATEGIES.length) return false;
  await linkDemoBroker(parts, accountId);
  await makeMoney(parts);
  const granted = { accountId, forDemo: true };
  await markKycVerified(foundation, granted);
  await markTradeActivated(foundation, granted);
  const startAt = sessionsBefore(marketData.calendar, now, DEMO_SESSIONS);
  const cloned = await clonedStrategies(database.kysely, accountId);
  const missing = DEMO_STRATEGIES.filter((slug) => !cloned.has(slug));
  for (const slug of missing) {
    const strategyId = ids.get(slug);
    if (strategyId !== undefined) await runInThePast(parts, { accountId, strategyId, startAt });
    collectGarbage();
    await sleep(REST_MS);
    await tell(PRICE_STEPS + DEMO_STRATEGIES.length - missing.length + missing.indexOf(slug) + 1);
  }
  // A past of ten sessions is no news.
  const alerts = createNotificationsService({ database, bus: parts.bus, clock: foundation.clock });
  if (missing.length > 0) await alerts.readAll(accountId, undefined);
  await makeDemoTicket({ foundation, ...parts.support });
  await makeDemoResearch({ foundation, marketData, ...parts.research }, now);
  await takeOneLive(parts, accountId);
  await tell(DEMO_STEPS);
  return true;
}

/** A demo whose owner changed something on the way, a password above all, has no more of it. */
async function makeMoney({ foundation, money }: DemoParts): Promise<void> {
  try {
    await makeDemoMoney({ foundation, ...money });
  } catch (error) {
    foundation.log.warn({ error }, 'the demo investor’s wallet and team could not be filled');
  }
}

/** Once: an investor who took it back to test keeps it there. */
async function takeOneLive({ foundation, deployments }: DemoParts, accountId: number): Promise<void> {
  const { database, log } = foundation;
  if (await hasBeenLive(database.kysely, accountId)) return;
  const deploymentId = await deploymentOf(database.kysely, accountId, DEMO_LIVE_STRATEGY);
  if (deploymentId === undefined) return;
  try {
    await deployments.goLive({ owner: { accountId, deploymentId }, idempotencyKey: `demo-live-${deploymentId}` });
  } catch (error) {
    // A session at the broker that ran out meanwhile is its owner's to renew, as for everybody.
    log.warn({ error }, 'the demo investor could not be taken live');
  }
}

async function linkDemoBroker({ foundation, brokerLinks }: DemoParts, accountId: number): Promise<void> {
  if ((await brokerLinks.statusOf(accountId)).status !== 'none') return;
  const origin = { requestId: 'demo', address: '127.0.0.1', device: 'demo' };
  const totp = totpAt(DEMO_TOTP_SECRET, foundation.clock.now());
  await brokerLinks.link(
    { accountId, sessionId: 'demo', ability: [], origin },
    { ...DEMO_BROKER_ACCOUNT, totp, storeCredentials: false },
  );
}

async function runInThePast(
  { foundation, bus, marketData, deployments }: DemoParts,
  copy: { readonly accountId: number; readonly strategyId: number; readonly startAt: EpochMs },
): Promise<void> {
  const { database, clock, log, settings } = foundation;
  const { id } = await deployments.clone(copy.accountId, copy.strategyId, undefined);
  const owner = { accountId: copy.accountId, deploymentId: id };
  const parts = { database, bus, marketData, clock, log, slippageBps: settings.paperSlippageBps };
  const begin = () => deployments.start(owner, `demo-${id}`, { startAt: copy.startAt });
  await replayStored(parts, { deploymentId: id, startAt: copy.startAt, begin });
}

/** A minute after the opening of the session so many sessions ago. */
function sessionsBefore(calendar: MarketCalendar, now: EpochMs, sessions: number): EpochMs {
  let at = now;
  for (let i = 0; i < sessions; i += 1) {
    const previous = calendar.previousSession(at - MINUTE_MS);
    if (!previous) break;
    at = previous.openAt;
  }
  return at;
}

const TRY_EVERY_MS = 3_000;

/** Tries until the history is made; one process of all does it. Stops between two strategies when asked. */
export function startDemoHistory(parts: DemoParts): { readonly stop: () => Promise<void> } {
  const { database, log } = parts.foundation;
  const stop = new AbortController();
  const work = async (): Promise<void> => {
    const lease = await database.acquireLease('demo history', {});
    if (!lease) return;
    try {
      while (!stop.signal.aborted && !(await makeDemoHistory(parts))) {
        await sleep(TRY_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    } finally {
      await lease.release();
    }
  };
  const done = work().catch(async (error: unknown) => {
    log.error({ error }, 'the demo history could not be made');
    await forgetDemoProgress(database.kysely).catch((failure: unknown) =>
      log.error({ error: failure }, 'the progress of the demo history could not be taken back'),
    );
  });
  return {
    stop: async () => {
      stop.abort();
      await done;
    },
  };
}
