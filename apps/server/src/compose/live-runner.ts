import { type Bus, createBus, type Tx } from '@trickdesk/db';
import { createOrderAccess } from '../features/broker-links/index.ts';
import { nameHalted, Runner } from '../features/deployments/index.ts';
import { type Alarm, bandReader, createLiveDesks, DESK_DEFAULTS, type DeskParts } from '../features/desk/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { notify } from '../features/notifications/index.ts';
import { createEntryMemory, createRiskGate } from '../features/risk/index.ts';
import { wakeUserStreams } from '../platform/user-events/index.ts';
import { type BrokerFoundation, openBrokerAccess } from './broker-access.ts';
import { type Foundation, openDatabase, type Running } from './foundation.ts';
import { mayTrade } from './live-parts.ts';
import { createMarket } from './market.ts';
import { newOrderTag } from './order-tag.ts';

/** Orders of several accounts at once; those of one account leave one after another. */
const ORDER_CONNECTIONS = 8;

/** The runner of live mode: the same runner, with desks that send orders to brokers. */
export async function startLiveRunner(foundation: Foundation): Promise<Running> {
  const { settings, database, clock, log } = foundation;
  if (!mayTrade(settings)) {
    // Real orders wait for the setting that says under which rules this installation may place them.
    log.warn({ mode: settings.operatingMode }, 'the live runner stands still: OPERATING_MODE lets no order leave');
    return { stop: async () => undefined };
  }
  const bus = await createBus(settings.databaseUrl, {
    onError: (error) => log.warn({ error }, 'the live runner met trouble on the bus'),
  });
  const marketData = createMarket(foundation);
  await marketData.start();
  let runner: Runner | undefined;
  const mayAct = (): boolean => runner?.mayAct() === true;
  const desks = createLiveDesks(deskParts(openBrokerAccess(foundation), { bus, marketData, mayAct }));
  const orderWrites = openDatabase(foundation, {
    name: database.name,
    maxConnections: ORDER_CONNECTIONS,
    keepConnections: true,
  });
  runner = new Runner({ database, orderWrites, bus, marketData, clock, log, slippageBps: 0, desks });
  await runner.start();
  return {
    stop: async () => {
      await runner.stop();
      await orderWrites.close();
      await bus.close();
    },
  };
}

function deskParts(
  { database, clock, log, secrets, smartApi, ids }: BrokerFoundation,
  parts: { readonly bus: Bus; readonly marketData: MarketDataService; readonly mayAct: () => boolean },
): DeskParts {
  const { bus, marketData, mayAct } = parts;
  const { accessOf, sessionEnded } = createOrderAccess({ database, clock, secrets });
  return {
    database,
    clock,
    log,
    marketData,
    calendar: marketData.calendar,
    broker: smartApi,
    accessOf,
    bandsOf: bandReader({ accessOf, marketData: (access) => smartApi.marketData(access, 'desk') }),
    gate: createRiskGate({ clock, marketData }),
    memory: createEntryMemory({ database, clock, log, marketData }),
    tellAlarm,
    onStored: (accountId) => wakeUserStreams(bus, accountId),
    onSessionEnded: (brokerLinkId, access) => {
      sessionEnded(brokerLinkId, access).catch((error: unknown) => {
        log.error({ error, brokerLinkId }, 'the end of a broker session could not be stored');
      });
    },
    mayAct,
    newTag: () => newOrderTag(ids),
    settings: DESK_DEFAULTS,
  };
}

async function tellAlarm(tx: Tx, accountId: number, alarm: Alarm): Promise<void> {
  const { key, severity, deploymentId } = alarm;
  // It stands in for the alert of the halt, which says whose.
  const isNamed = alarm.haltsTrick && deploymentId !== undefined;
  const { title, body } = isNamed ? await nameHalted(tx, deploymentId, alarm) : alarm;
  const link = alarm.link ?? (deploymentId === undefined ? undefined : `/my-tricks/${deploymentId}`);
  await notify(tx, {
    accountId,
    category: 'trades',
    dedupeKey: `desk:${key}`,
    title,
    body,
    severity,
    ...(link === undefined ? {} : { link }),
  });
}
