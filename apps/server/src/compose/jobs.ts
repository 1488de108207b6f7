import { setTimeout as sleep } from 'node:timers/promises';
import { totpAt } from '@trickdesk/brokers/smartapi';
import { type Bus, createBus } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import { linkNew } from '../features/audit/index.ts';
import { startBacktestQueue } from '../features/backtests/index.ts';
import { createFundsKeeper, expireLinks, signInByItself } from '../features/broker-links/index.ts';
import { BROKER_ACCOUNTS_CHANNEL } from '../features/deployments/index.ts';
import { checkLedger } from '../features/ledger/index.ts';
import { type MarketDataService, seedCalendar } from '../features/market-data/index.ts';
import { tellCalendarEnd } from '../features/operations/index.ts';
import { continueErasures } from '../features/own-data/index.ts';
import { createReadinessService, followBrokerAccounts, tellReadiness } from '../features/readiness/index.ts';
import { watchDailyLoss } from '../features/risk/index.ts';
import { createReports, seedCatalogue } from '../features/strategies/index.ts';
import { startJobs } from '../platform/jobs/index.ts';
import { repeatAlerts } from './alerts.ts';
import { openBacktestThreads } from './backtests.ts';
import { repeatLiveBaskets, repeatReviews } from './baskets.ts';
import { openBrokerAccess } from './broker-access.ts';
import { watchEndOfDay } from './end-of-day.ts';
import type { Foundation, Running } from './foundation.ts';
import { repeatMail } from './mail.ts';
import { deletePast } from './maintenance.ts';
import { createMarket } from './market.ts';
import { readinessPartsOf } from './readiness-board.ts';
import { type Repetition, repeat } from './repeat.ts';
import { repeatBilling } from './repeat-billing.ts';
import { repeatOutcomes } from './research.ts';
import { repeatRoboReviews } from './robo.ts';
import { openReleases } from './sale-releases.ts';

/** How often it is asked which reports are missing; a question of milliseconds once they are there. */
const PLAN_EVERY_MS = 10_000;
const EXPIRE_EVERY_MS = 60_000;
/** How soon after the end of a session the automatic sign-in is tried. */
const SIGN_IN_EVERY_MS = 10_000;
const READINESS_EVERY_MS = 60_000;
/** How old the broker's funds may be that limits and readiness weigh. */
const FUNDS_EVERY_MS = 30_000;
/** By the exchange's clock: readiness is looked at before a session opens. */
const FUNDS_BEFORE_OPEN_MS = 60 * 60_000;
/** How late a loss at its limit is noticed where no entry asks. */
const WATCH_LOSS_EVERY_MS = 1_000;
const DELETE_EVERY_MS = 10 * 60_000;
/** How soon after the exchange's midnight operators are told that a year of its calendar is missing. */
const TELL_CALENDAR_EVERY_MS = 60_000;
/** How long what was done is in no entry of the audit chain. */
const LINK_EVERY_MS = 2_000;
/** How soon after an account was deleted the bulk of its data follows. */
const ERASE_EVERY_MS = 5_000;
/** How soon after midnight the ledger is added up; a question for one row on all other turns. */
const CHECK_LEDGER_EVERY_MS = 10 * 60_000;

/** Work that may wait: the catalogue, the back-tests behind its figures, and rows that have had their time. */
export async function startJobsRole(foundation: Foundation): Promise<Running> {
  const { settings, database, clock, log } = foundation;
  await seedCatalogue(database, new Date(clock.now()));
  await seedCalendar(database);
  const marketData = createMarket(foundation);
  await marketData.start();
  const jobs = await startJobs(settings.databaseUrl, log);
  const reports = createReports({ database, clock, log, marketData, jobs, slippageBps: settings.paperSlippageBps });
  await reports.start();
  const planning = repeat(PLAN_EVERY_MS, reports.plan, (error) =>
    log.error({ error }, 'catalogue back-tests could not be planned'),
  );
  const bus = await createBus(settings.databaseUrl, {
    onError: (error) => log.warn({ error }, 'the jobs met trouble on the bus'),
  });
  const delivering = await repeatAlerts(foundation, bus);
  const expiring = repeat(
    EXPIRE_EVERY_MS,
    () => expireLinks(foundation),
    (error) => log.error({ error }, 'broker sessions that have ended could not be looked for'),
  );
  const signingIn = repeatSignIn(foundation, bus);
  const asking = repeatFunds(foundation, marketData);
  const board = await watchReadiness(foundation, bus, marketData);
  const watching = repeat(
    WATCH_LOSS_EVERY_MS,
    async () => void (await watchDailyLoss({ database, clock, marketData })),
    (error) => log.error({ error }, 'daily losses could not be looked at'),
  );
  const backtests = await startBacktestQueue({
    ...foundation,
    bus,
    threads: openBacktestThreads(settings),
  });
  const ending = watchEndOfDay(foundation, bus, marketData);
  const keeping = keepHouse(foundation, marketData);
  const mailing = await repeatMail(foundation);
  const billing = repeatBilling(foundation, bus, marketData);
  const baskets = repeatLiveBaskets(foundation, { bus, marketData });
  const reviewing = await repeatReviews(foundation, { marketData });
  const outcomes = repeatOutcomes(foundation, marketData);
  const roboReviews = repeatRoboReviews(foundation);
  return {
    stop: async () => {
      await Promise.all([
        planning.stop(),
        delivering.stop(),
        expiring.stop(),
        signingIn.stop(),
        asking.stop(),
        watching.stop(),
        ending.stop(),
        keeping.stop(),
        mailing.stop(),
        ...[billing, baskets, reviewing, outcomes, roboReviews].map((one) => one.stop()),
      ]);
      await backtests.stop();
      await board.stop();
      await bus.close();
      await jobs.stop();
    },
  };
}

function keepHouse(foundation: Foundation, marketData: MarketDataService): Repetition {
  const { log } = foundation;
  const deleting = repeat(
    DELETE_EVERY_MS,
    () => deletePast(foundation),
    (error) => log.error({ error }, 'rows that have had their time could not be deleted'),
  );
  const checking = repeat(
    CHECK_LEDGER_EVERY_MS,
    () => checkLedger(foundation),
    (error) => log.error({ error }, 'the ledger could not be added up'),
  );
  const linking = repeat(
    LINK_EVERY_MS,
    async () => void (await linkNew(foundation)),
    (error) => log.error({ error }, 'the audit chain could not be added to'),
  );
  const erasing = repeat(
    ERASE_EVERY_MS,
    async () => void (await continueErasures(foundation)),
    (error) => log.error({ error }, 'what is left of erased accounts could not be deleted'),
  );
  const warning = repeat(
    TELL_CALENDAR_EVERY_MS,
    () => tellCalendarEnd({ ...foundation, marketData }),
    (error) => log.error({ error }, 'the end of the calendar could not be told'),
  );
  const all = [deleting, checking, linking, erasing, warning];
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) };
}

function repeatFunds(foundation: Foundation, marketData: MarketDataService): Repetition {
  const { settings, log } = foundation;
  const { smartApi, ...rest } = openBrokerAccess(foundation);
  const environment = settings.market === 'angelone' ? ('live' as const) : ('simulator' as const);
  const keepFunds = createFundsKeeper({ ...rest, broker: smartApi.sessions, environment });
  return repeat(
    FUNDS_EVERY_MS,
    async () => {
      const { now } = await marketData.marketState();
      const session = now === undefined ? undefined : marketData.calendar.sessionOn(indiaDateOf(now));
      if (now === undefined || !session) return;
      if (now >= session.openAt - FUNDS_BEFORE_OPEN_MS && now < session.closeAt) await keepFunds();
    },
    (error) => log.error({ error }, 'the funds of accounts could not be looked at'),
  );
}

/** Only for those who agreed to it, and nowhere where credentials may not be stored. */
function repeatSignIn(foundation: Foundation, bus: Bus): Repetition {
  const { settings, log } = foundation;
  const { smartApi, ...rest } = openBrokerAccess(foundation);
  const parts = {
    ...rest,
    broker: smartApi.sessions,
    environment: settings.market === 'angelone' ? ('live' as const) : ('simulator' as const),
    mayStoreCredentials: settings.storeBrokerCredentials,
    totpAt,
    pause: (ms: number) => sleep(ms),
    onSession: (linkId: number) => bus.publish(BROKER_ACCOUNTS_CHANNEL, String(linkId)),
  };
  return repeat(
    SIGN_IN_EVERY_MS,
    () => signInByItself(parts),
    (error) => log.error({ error }, 'automatic sign-ins could not be looked for'),
  );
}

async function watchReadiness(foundation: Foundation, bus: Bus, marketData: MarketDataService): Promise<Repetition> {
  const { database, log } = foundation;
  const { reader: releases } = openReleases(openBrokerAccess(foundation));
  const boardParts = readinessPartsOf(foundation, marketData, releases);
  const parts = { database, bus, log, board: createReadinessService(boardParts) };
  const following = await followBrokerAccounts(parts);
  const telling = repeat(
    READINESS_EVERY_MS,
    () => tellReadiness(parts),
    (error) => log.error({ error }, 'the readiness of tricks could not be told'),
  );
  return {
    stop: async () => {
      await following.unsubscribe();
      await telling.stop();
    },
  };
}
