import { totpAt } from '@trickdesk/brokers/smartapi';
import {
  accountCalls,
  authenticationCalls,
  brokerLinkCalls,
  deploymentCalls,
  homeCalls,
  marketDataCalls as marketDataContract,
  orderCalls,
  strategyCalls,
} from '@trickdesk/contract';
import { createBus } from '@trickdesk/db';
import type { FastifyInstance } from 'fastify';
import {
  type AccountsService,
  accountHandlers,
  authenticationHandlers,
  createAccounts,
  demoSignInsExist,
  isFamilyLive,
  seedDemoAccounts,
} from '../features/accounts/index.ts';
import { brokerLinkHandlers, createBrokerLinksService } from '../features/broker-links/index.ts';
import {
  createDeploymentsReader,
  createDeploymentsService,
  deploymentHandlers,
} from '../features/deployments/index.ts';
import { createHomeService, homeHandlers } from '../features/home/index.ts';
import { createPriceReader, marketDataCalls } from '../features/market-data/index.ts';
import { createOrdersService, orderHandlers } from '../features/orders/index.ts';
import { createCatalogueReader, strategyHandlers } from '../features/strategies/index.ts';
import { type AccessTokens, createAccessTokens } from '../http/access-token.ts';
import { bind, bindVisitor, type CallBinding } from '../http/binding.ts';
import { createCallLimit } from '../http/call-limit.ts';
import { listen } from '../http/listen.ts';
import { createServer } from '../http/server.ts';
import { createSessionGate, type SessionGate } from '../http/session-gate.ts';
import { createAttempts } from '../platform/attempts.ts';
import { loadCertificate } from '../platform/certificate.ts';
import { isLoopbackHost, SettingsError } from '../platform/settings.ts';
import { type BrokerFoundation, openBrokerAccess } from './broker-access.ts';
import { type DemoParts, startDemoHistory } from './demo.ts';
import type { Foundation, Running } from './foundation.ts';
import { createMarket } from './market.ts';
import { databaseGauges, readinessChecks } from './readiness.ts';
import { openEventStream } from './stream.ts';

export interface Api {
  readonly server: FastifyInstance;
  readonly accounts: AccountsService;
  readonly tokens: AccessTokens;
  readonly gate: SessionGate;
  readonly bindings: readonly CallBinding[];
  /** Ends what `buildApi` opened; the foundation stays. */
  readonly close: () => Promise<void>;
  /** What the demo's history uses: the same services as everybody. */
  readonly services: Pick<DemoParts, 'bus' | 'marketData' | 'brokerLinks' | 'deployments'>;
}

/** The api without a port: what `startApi` serves and what tests ask with `inject`. */
export async function buildApi(foundation: BrokerFoundation): Promise<Api> {
  const { settings, database, clock, secrets, log } = foundation;
  const tokens = createAccessTokens(secrets.deriveKey('access tokens'), clock.now);
  const gate = createSessionGate({
    tokens,
    isSessionLive: (sessionId) => isFamilyLive(database.kysely, sessionId),
    now: clock.now,
  });
  const { registrationsPerHour } = settings;
  const attempts = createAttempts(database, clock);
  const accounts = await createAccounts({ ...foundation, attempts, tokens, gate, registrationsPerHour });
  const brokerLinks = createBrokerLinksService({
    ...foundation,
    accounts,
    attempts,
    broker: foundation.smartApi.sessions,
    environment: settings.market === 'angelone' ? 'live' : 'simulator',
    mayStoreCredentials: settings.storeBrokerCredentials,
    totpAt,
  });

  const bus = await createBus(settings.databaseUrl, {
    onError: (error) => log.warn({ error }, 'the api met trouble on the bus'),
  });
  const marketData = createMarket(foundation);
  await marketData.start();
  const orders = createOrdersService({ database, dataset: marketData.dataset, simulated: marketData.simulated });
  const deployments = createDeploymentsService({ database, bus, clock, marketData });
  const catalogue = createCatalogueReader({ database, marketData, compliance: settings.compliance });
  const home = createHomeService({ database, marketData, orders, catalogue, brokerOf: brokerLinks.statusOf });

  const stream = await openEventStream(foundation, { bus, market: marketData, gate });

  // Every feature's calls are plugged in here.
  const bindings: CallBinding[] = [
    ...bindVisitor(authenticationCalls, authenticationHandlers(accounts)),
    ...bind(accountCalls, accountHandlers(accounts)),
    ...bind(brokerLinkCalls, brokerLinkHandlers(brokerLinks)),
    ...bind(marketDataContract, marketDataCalls(createPriceReader(marketData, database))),
    ...bind(strategyCalls, strategyHandlers(catalogue)),
    ...bind(deploymentCalls, deploymentHandlers(deployments, createDeploymentsReader({ database, marketData }))),
    ...bind(orderCalls, orderHandlers(orders)),
    ...bind(homeCalls, homeHandlers(home)),
  ];

  const server = await createServer({
    bindings,
    routing: {
      gate,
      limit: createCallLimit(settings.callsPerMinute, clock.now),
      clientToken: settings.clientToken,
      checkAnswers: settings.checkAnswers,
    },
    checks: readinessChecks(foundation),
    gauges: [databaseGauges(foundation)],
    log,
    bodyLimitBytes: settings.bodyLimitBytes,
    trustProxy: settings.trustProxy,
    webDir: settings.webDir,
    // Routes that are no calls.
    routes: [stream.addRoute],
  });
  const close = async (): Promise<void> => {
    await server.close();
    await stream.close();
    await bus.close();
  };
  return { server, accounts, tokens, gate, bindings, close, services: { bus, marketData, brokerLinks, deployments } };
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
  if (settings.demo) await seedDemoAccounts(api.accounts);
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
