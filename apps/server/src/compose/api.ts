import { setTimeout as sleep } from 'node:timers/promises';
import { totpAt } from '@trickdesk/brokers/smartapi';
import { TEAM_LEVELS } from '@trickdesk/contract';
import { type Bus, createBus, isUnavailable } from '@trickdesk/db';
import type { FastifyInstance } from 'fastify';
import {
  type Accounts,
  type AccountsService,
  createAccounts,
  demoSignInsExist,
  isFamilyLive,
  seedDemoAccounts,
} from '../features/accounts/index.ts';
import { createActivityService } from '../features/activity/index.ts';
import { createBacktestsService } from '../features/backtests/index.ts';
import { backtestPlans } from '../features/billing/index.ts';
import { createBrokerLinksService, createOrderAccess } from '../features/broker-links/index.ts';
import {
  BROKER_ACCOUNTS_CHANNEL,
  createDeploymentsReader,
  createDeploymentsService,
} from '../features/deployments/index.ts';
import { createFiguresService } from '../features/figures/index.ts';
import { createPriceReader, type MarketDataService } from '../features/market-data/index.ts';
import { createNotificationsService } from '../features/notifications/index.ts';
import { createOrdersService, createOwnOrdersService, type OrdersService } from '../features/orders/index.ts';
import { createParityService, parityDayToWire } from '../features/parity/index.ts';
import { createPortfolioService } from '../features/portfolio/index.ts';
import { createProfitService } from '../features/profit/index.ts';
import { createReadinessService } from '../features/readiness/index.ts';
import { createReconciliationDesk, createReconciliationService } from '../features/reconciliation/index.ts';
import { createReplayService } from '../features/replay/index.ts';
import { createRiskService } from '../features/risk/index.ts';
import { createCatalogueReader, createOwnStrategies, type OwnStrategiesFor } from '../features/strategies/index.ts';
import { createTeamService } from '../features/team/index.ts';
import { createWalletService } from '../features/wallet/index.ts';
import { type AccessTokens, createAccessTokens } from '../http/access-token.ts';
import type { CallBinding } from '../http/binding.ts';
import { createCallLimit } from '../http/call-limit.ts';
import { listen } from '../http/listen.ts';
import { createServer, type ServerParts } from '../http/server.ts';
import { createSessionGate, type SessionGate } from '../http/session-gate.ts';
import { type Attempts, createAttempts } from '../platform/attempts.ts';
import { loadCertificate } from '../platform/certificate.ts';
import { createFingerprints } from '../platform/fingerprints.ts';
import { isLoopbackHost, SettingsError } from '../platform/settings.ts';
import { openPreferences } from './alerts.ts';
import { openBasketDesk, openBaskets } from './baskets.ts';
import { openBilling } from './billing-routes.ts';
import { bindCalls, type CalledParts } from './bound-calls.ts';
import { type BrokerFoundation, openBrokerAccess } from './broker-access.ts';
import { type DemoParts, startDemoHistory } from './demo.ts';
import type { Foundation, Running } from './foundation.ts';
import { demoProgressIn, openHome } from './home.ts';
import { openKyc } from './kyc.ts';
import { livePartsOf } from './live-parts.ts';
import { outboxOf, outboxRoutes, showsOutbox } from './mail.ts';
import { createMarket } from './market.ts';
import { openOperations } from './operations.ts';
import { openOwnData } from './own-data.ts';
import { ownOrderPartsOf } from './own-orders.ts';
import { openPublications } from './publications.ts';
import { databaseGauges, readinessChecks } from './readiness.ts';
import { readinessPartsOf } from './readiness-board.ts';
import { renderPdf } from './render-pdf.ts';
import { openResearch } from './research.ts';
import { openRobo } from './robo.ts';
import { openReleases } from './sale-releases.ts';
import { openEventStream } from './stream.ts';
import { openTickets } from './tickets.ts';

export interface Api {
  readonly server: FastifyInstance;
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  readonly gate: SessionGate;
  readonly bindings: readonly CallBinding[];
  /** Ends what `buildApi` opened; the foundation stays. */
  readonly close: () => Promise<void>;
  /** What the demo's history uses: the same services as everybody. */
  readonly services: Omit<DemoParts, 'foundation'>;
}

/** The api without a port: what `startApi` serves and what tests ask with `inject`. */
export async function buildApi(foundation: BrokerFoundation): Promise<Api> {
  const { settings, database, clock, log } = foundation;
  const { tokens, gate, attempts, accounts } = await openAccounts(foundation);
  const bus = await createBus(settings.databaseUrl, {
    onError: (error) => log.warn({ error }, 'the api met trouble on the bus'),
  });
  const brokerLinks = createLinks(foundation, { accounts, attempts, bus });

  const marketData = createMarket(foundation);
  await marketData.start();
  const orders = createOrders(foundation, marketData);
  const { board, saleReleases, releases } = openBoard(foundation, marketData);
  const handParts = ownOrderPartsOf(foundation, { bus, marketData, releases });
  const owners = { database, bus, clock, marketData, live: livePartsOf(settings), bandOf: handParts.bandOf };
  const catalogue = createCatalogueReader({ database, marketData, compliance: settings.compliance });
  const notifications = createNotificationsService({ database, bus, clock });
  const reading = readers(foundation, bus, marketData);
  const stream = await openEventStream(foundation, { bus, market: marketData, gate });

  const kyc = openKyc(foundation, { accounts, attempts });
  const billing = openBilling(foundation);
  const cases = { bus, marketData, gate, ...billing.called, ...kyc.called };
  const operating = openOperations(foundation, accounts, cases);
  const ownData = openOwnData(foundation, { accounts, brokerLinks, gate, marketData });
  const ownOrders = createOwnOrdersService(handParts);
  const tickets = openTickets(foundation, { bus, gate, orders: ownOrders });
  const research = openResearch(foundation, { marketData, accounts });
  const baskets = openBaskets(foundation, { bus, marketData, ownOrders, releases });
  const home = openHome(foundation, {
    ...{ marketData, orders, catalogue, notifications, board, brokerLinks, baskets },
    ...{ wallet: reading.wallet, tickets: tickets.called.tickets },
  });
  const bindings = bindCalls({
    ...kyc.called,
    ...billing.called,
    ...operating,
    ...ownData.called,
    ...{ ...tickets.called, ...research, ...openPublications(foundation, accounts) },
    ...{ accounts, brokerLinks, saleReleases, catalogue, ownStrategiesFor: ownStrategiesOf(foundation) },
    deploymentsFor: (origin) => createDeploymentsService({ ...owners, origin }),
    ...{ orders, ownOrders, baskets },
    basketDesk: openBasketDesk(foundation, { marketData, accounts }),
    robo: openRobo(foundation, { catalogue, baskets }),
    ...{ home, board, notifications },
    preferences: openPreferences(foundation),
    activity: createActivityService({ database, simulated: marketData.simulated }),
    ...reading,
    risk: createRiskService({ database, bus, clock, marketData, accounts }),
  });

  // Routes that are no calls.
  const own = [...ownData.routes, ...tickets.routes];
  const routes = [stream.addRoute, ...kyc.routes, ...billing.routes, ...own, ...outboxRoutes(foundation)];
  const server = await openServer(foundation, { gate, bindings, routes });
  const close = async (): Promise<void> => {
    await server.close();
    await stream.close();
    await bus.close();
  };
  const money = { accounts, kyc: kyc.called.kyc, ...billing.called, withdrawals: operating.withdrawals };
  const support = { ...tickets.called, desk: operating.operations.tickets };
  const deployments = createDeploymentsService(owners);
  const services = { bus, marketData, brokerLinks, deployments, money, support, research };
  return { server, accounts, tokens, gate, bindings, close, services };
}

function openServer(
  foundation: BrokerFoundation,
  { gate, ...parts }: Pick<ServerParts, 'bindings' | 'routes'> & { readonly gate: SessionGate },
): Promise<FastifyInstance> {
  const { settings, clock, log } = foundation;
  const { clientToken, checkAnswers, bodyLimitBytes, trustProxy, webDir, compliance, registrations } = settings;
  return createServer({
    ...{ ...parts, log, isUnavailable, bodyLimitBytes, trustProxy, webDir, demoProgress: demoProgressIn(foundation) },
    ...(compliance ? { registrations } : {}),
    formsTo: foundation.smartApi.releaseFormUrl,
    routing: { gate, limit: createCallLimit(settings.callsPerMinute, clock.now), clientToken, checkAnswers },
    checks: readinessChecks(foundation),
    gauges: [databaseGauges(foundation)],
  });
}

/** The board asks the same reader as the calls that mend what it says: what was released is seen at once. */
function openBoard(foundation: BrokerFoundation, marketData: MarketDataService) {
  const { reader: releases, saleReleases } = openReleases(foundation);
  const board = createReadinessService(readinessPartsOf(foundation, marketData, releases));
  return { board, saleReleases, releases };
}

async function openAccounts(foundation: BrokerFoundation) {
  const { settings, database, clock, secrets } = foundation;
  const tokens = createAccessTokens(secrets.deriveKey('access tokens'), clock.now);
  const gate = createSessionGate({
    tokens,
    isSessionLive: (sessionId) => isFamilyLive(database.kysely, sessionId),
    now: clock.now,
  });
  const attempts = createAttempts(database, clock);
  const accounts = await createAccounts({
    ...{ ...foundation, ...settings, attempts, tokens, gate, outbox: outboxOf(foundation) },
    showsOutbox: showsOutbox(settings),
    recoveryCodes: createFingerprints({ ...foundation, purpose: 'recovery codes' }),
  });
  return { tokens, gate, attempts, accounts };
}

function createOrders({ database, clock }: BrokerFoundation, marketData: MarketDataService): OrdersService {
  const { dataset, simulated, calendar } = marketData;
  const now = async () => (await marketData.marketState()).now ?? clock.now();
  return createOrdersService({ database, dataset, simulated, calendar, now });
}

function ownStrategiesOf(foundation: Foundation): OwnStrategiesFor {
  const { disasterStopPercent } = livePartsOf(foundation.settings);
  return (origin) => createOwnStrategies({ ...foundation, disasterStopPercent, origin });
}

/** What tells how things are or were: prices, tricks, and what was done beside the broker's books and the back-test. */
function readers(
  foundation: BrokerFoundation,
  bus: Bus,
  marketData: MarketDataService,
): Pick<
  CalledParts,
  | 'prices'
  | 'deploymentsReader'
  | 'parity'
  | 'replay'
  | 'portfolio'
  | 'profit'
  | 'figures'
  | 'wallet'
  | 'team'
  | 'reconciliation'
  | 'reconciliationDesk'
  | 'backtests'
> {
  const parts = { ...foundation, bus, marketData };
  const parity = createParityService(parts);
  return {
    prices: createPriceReader(marketData, foundation.database),
    deploymentsReader: createDeploymentsReader({
      ...parts,
      parityOf: async (owner) => (await parity.recent(owner)).map((day) => parityDayToWire(day, parity.simulated)),
    }),
    parity,
    replay: createReplayService({ ...parts, paperSlippageBps: foundation.settings.paperSlippageBps }),
    portfolio: createPortfolioService({
      ...parts,
      environment: environmentOf(foundation),
      holdingsOf: async (linkId) => {
        const access = await createOrderAccess(foundation).accessOf(linkId);
        return access && foundation.smartApi.orders(access).holdings();
      },
    }),
    profit: createProfitService(parts),
    figures: createFiguresService(parts),
    wallet: createWalletService({
      ...parts,
      renderPdf,
      sandbox: foundation.settings.payments.razorpay === undefined,
    }),
    team: createTeamService({ ...parts, deepest: TEAM_LEVELS }),
    backtests: createBacktestsService({ ...parts, plans: backtestPlans, compliance: foundation.settings.compliance }),
    reconciliation: createReconciliationService({
      ...parts,
      access: createOrderAccess(foundation),
      broker: foundation.smartApi,
    }),
    reconciliationDesk: createReconciliationDesk(parts),
  };
}

const environmentOf = ({ settings }: BrokerFoundation): 'live' | 'simulator' =>
  settings.market === 'angelone' ? 'live' : 'simulator';

function createLinks(
  foundation: BrokerFoundation,
  parts: { readonly accounts: AccountsService; readonly attempts: Attempts; readonly bus: Bus },
): ReturnType<typeof createBrokerLinksService> {
  const { settings, smartApi } = foundation;
  const { accounts, attempts, bus } = parts;
  return createBrokerLinksService({
    ...foundation,
    accounts,
    attempts,
    broker: smartApi.sessions,
    environment: environmentOf(foundation),
    mayStoreCredentials: settings.storeBrokerCredentials,
    totpAt,
    pause: (ms) => sleep(ms),
    onSession: (linkId) => bus.publish(BROKER_ACCOUNTS_CHANNEL, String(linkId)),
  });
}

/** Within the ten seconds that a role has to stop, with room for what follows. */
const DRAIN_MS = 7_000;

export async function startApi(foundation: Foundation): Promise<Running> {
  const api = await buildApi(openBrokerAccess(foundation));
  try {
    return await serveApi(foundation, api);
  } catch (error) {
    // Its bus would keep a process alive that could not start.
    await api.close();
    throw error;
  }
}

async function serveApi(foundation: Foundation, api: Api): Promise<Running> {
  const { settings, log, clock } = foundation;
  if (settings.demo) await seedDemoAccounts(api.accounts, foundation);
  await refusePublicDemo(foundation, api.accounts);
  const listening = await listen(api.server, {
    host: settings.host,
    httpPort: settings.httpPort === 0 ? undefined : settings.httpPort,
    httpsPort: settings.httpsPort === 0 ? undefined : settings.httpsPort,
    certificate: () => loadCertificate(settings.tls, settings.dataDir, new Date(clock.now())),
  });
  log.info({ http: listening.httpUrl, https: listening.httpsUrl }, 'the api listens');
  const demo = settings.demo ? startDemoHistory({ foundation, ...api.services }) : undefined;
  return {
    stop: async () => {
      await listening.stop(DRAIN_MS);
      await demo?.stop();
      await api.close();
    },
  };
}

/** Whoever reaches the port could sign in with a password that stands in the README. */
async function refusePublicDemo({ settings }: Foundation, accounts: AccountsService): Promise<void> {
  if (settings.demoPublic || isLoopbackHost(settings.host)) return;
  if (!(await demoSignInsExist(accounts))) return;
  throw new SettingsError([
    `HOST=${settings.host} is reachable from other machines while the demo sign-ins exist in this database; ` +
      'use another database, or set DEMO_PUBLIC=1 if that is meant',
  ]);
}
