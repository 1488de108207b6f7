import { setTimeout as sleep } from 'node:timers/promises';
import { type BrokerLogEntry, createSmartApi, totpAt } from '@trickdesk/brokers/smartapi';
import { acquireLease, type Bus, createBus } from '@trickdesk/db';
import {
  createTokenKeep,
  type FeedBroker,
  type FeedSettings,
  ListOutOfReach,
  runFeed,
  SignInRefused,
} from '../features/market-data/index.ts';
import { catalogueSymbols } from '../features/strategies/index.ts';
import { SettingsError } from '../platform/settings.ts';
import { SettingsReader } from '../platform/settings-reader.ts';
import { brokerAddresses, openSecrets } from './broker-access.ts';
import type { Foundation, Running } from './foundation.ts';
import { createMarketCalendar, type MarketSettings, readMarketSettings } from './market.ts';

/** What the simulated broker gives everybody; a real account has no default. */
const SIMULATED_ACCOUNT = {
  clientCode: 'S100999',
  apiKey: 'sim-api-key',
  pin: '1234',
  totpSecret: 'JBSWY3DPEHPK3PXP',
};
/** What the catalogue trades comes first: its back-tests and the demo wait for it. */
const FIRST = ['NIFTY', 'BANKNIFTY', ...catalogueSymbols()];
/** The published limits, which the simulated broker keeps to the letter; a real one is given more room. */
const SIMULATED_CANDLE_LIMITS = [
  { calls: 3, windowMs: 1_100 },
  { calls: 175, windowMs: 60_500 },
];
const RESTART_MS = 1_000;
/** After a refused sign-in: another attempt could lock the account, so a person has to look first. */
const REFUSED_MS = 15 * 60_000;

/** One feed works in the whole product; others stand by and take over within seconds of its end. */
export async function startFeed(foundation: Foundation): Promise<Running> {
  const calendar = createMarketCalendar(foundation);
  await calendar.refresh();
  const market = { ...readMarketSettings(foundation.settings), calendar };
  const settings = readFeedSettings(market, process.env);
  const bus = await createBus(foundation.database.target, {
    onError: (error) => foundation.log.warn({ error }, 'the bus had trouble'),
  });
  const stop = new AbortController();
  const work = takeTurns({ foundation, settings, broker: openBroker(market, foundation), bus, signal: stop.signal });
  return {
    stop: async () => {
      stop.abort();
      await work;
      await bus.close();
    },
  };
}

interface Turn {
  readonly foundation: Foundation;
  readonly settings: FeedSettings;
  readonly broker: FeedBroker;
  readonly bus: Bus;
  readonly signal: AbortSignal;
}

async function takeTurns(turn: Turn): Promise<void> {
  const { foundation, signal } = turn;
  while (!signal.aborted) {
    let waitMs = RESTART_MS;
    try {
      await takeTurn(turn);
    } catch (error) {
      // The simulated broker may start a moment later than we do, and a real one is away at times.
      if (error instanceof ListOutOfReach) foundation.log.warn({ cause: error.message }, 'the broker does not answer');
      else foundation.log.error({ error }, 'the feed stopped');
      if (error instanceof SignInRefused) waitMs = REFUSED_MS;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Works until the signal is given, the lease is lost or something fails; at once back where another feed works. */
async function takeTurn({ foundation, settings, broker, bus, signal }: Turn): Promise<void> {
  const { database, log, clock } = foundation;
  const lease = await acquireLease(database.target, `feed:${settings.dataset}`);
  if (!lease) return;
  log.info({ dataset: settings.dataset }, 'this process is the feed');
  const lost = new AbortController();
  void lease.lost.then((error) => lost.abort(error));
  try {
    await runFeed({
      db: database,
      bus,
      broker,
      settings,
      keep: createTokenKeep({
        db: database,
        secrets: openSecrets(foundation),
        dataset: settings.dataset,
        now: clock.now,
        log,
      }),
      now: clock.now,
      log,
      signal: AbortSignal.any([signal, lost.signal]),
    });
  } finally {
    await lease.release();
  }
}

/** A connection of its own: it is opened anew sooner than a person's calls would be repeated. */
function openBroker({ simulated }: MarketSettings, { settings, log }: Foundation): FeedBroker {
  const outside = { log: ({ level, event, ...fields }: BrokerLogEntry) => log[level](fields, event) };
  if (!simulated) return createSmartApi(brokerAddresses(settings), outside);
  return createSmartApi(
    {
      ...brokerAddresses(settings),
      // Before the opening nothing comes but answers to pings, so these come more often than silence is noticed.
      feed: { pingEveryMs: 1_500, staleAfterMs: 5_000, longestDelayMs: 2_000 },
      limits: { candles: SIMULATED_CANDLE_LIMITS },
    },
    outside,
  );
}

/** @throws SettingsError naming every variable that is wrong */
export function readFeedSettings(
  market: MarketSettings,
  environment: Readonly<Record<string, string | undefined>>,
): FeedSettings {
  const read = new SettingsReader(environment);
  const secret = (name: string, simulated: string): string =>
    market.simulated ? (read.text(name) ?? simulated) : read.required(name, 'the feed signs in to the broker with it');
  const totpSecret = secret('FEED_TOTP_SECRET', SIMULATED_ACCOUNT.totpSecret);
  const settings: FeedSettings = {
    dataset: market.dataset,
    simulated: market.simulated,
    speed: market.speed,
    calendar: market.calendar,
    account: {
      clientCode: secret('FEED_CLIENT_CODE', SIMULATED_ACCOUNT.clientCode),
      apiKey: secret('FEED_API_KEY', SIMULATED_ACCOUNT.apiKey),
      pin: secret('FEED_PIN', SIMULATED_ACCOUNT.pin),
      totpAt: (at) => totpAt(totpSecret, at),
    },
    latenessMs: read.integer('FEED_LATENESS_MS', 1_000, { min: 0, max: 60_000 }),
    gapMs: read.integer('FEED_GAP_MS', 15_000, { min: 1_000, max: 3_600_000 }),
    dailyDays: read.integer('FEED_DAILY_DAYS', 730, { min: 0, max: 10_000 }),
    minuteDays: read.integer('FEED_MINUTE_DAYS', 58, { min: 0, max: 2_000 }),
    first: FIRST,
  };
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  return settings;
}
