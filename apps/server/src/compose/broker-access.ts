import { setDefaultResultOrder } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { type ClientIdentity, createSmartApi, type SmartApi, type SmartApiSettings } from '@trickdesk/brokers/smartapi';
import { createSecrets, type Secrets } from '../platform/secrets.ts';
import { loadMasterKeys } from '../platform/secrets-file.ts';
import type { Settings } from '../platform/settings.ts';
import type { Foundation } from './foundation.ts';

/** What a role needs that signs in at the broker for people: never part of the runner of test mode. */
export interface BrokerFoundation extends Foundation {
  readonly secrets: Secrets;
  /** The broker, real or simulated; one for the process, since its rate limits hold for all users together. */
  readonly smartApi: SmartApi;
}

/** What seals secrets at rest; the key file is made at the first start. */
export function openSecrets({ settings }: Pick<Foundation, 'settings'>): Secrets {
  const load = () => loadMasterKeys(settings.masterKeyFile);
  return createSecrets(load(), load);
}

export function openBrokerAccess(foundation: Foundation): BrokerFoundation {
  const { settings, log } = foundation;
  // The broker compares where an order comes from with the registered IPv4 address.
  if (settings.market === 'angelone') setDefaultResultOrder('ipv4first');
  return {
    ...foundation,
    secrets: openSecrets(foundation),
    smartApi: createSmartApi(brokerAddresses(settings), {
      log: ({ level, event, ...fields }) => log[level](fields, event),
    }),
  };
}

/** The one place that says where the broker is, and who asks there. */
export function brokerAddresses({ market, simulator, angelOne }: Settings): SmartApiSettings {
  switch (market) {
    case 'angelone':
      return {
        ...(angelOne.url === undefined ? {} : { baseUrl: angelOne.url }),
        ...(angelOne.feedUrl === undefined ? {} : { feedUrl: angelOne.feedUrl }),
        ...(angelOne.orderFeedUrl === undefined ? {} : { orderFeedUrl: angelOne.orderFeedUrl }),
        ...(angelOne.masterUrl === undefined ? {} : { masterUrl: angelOne.masterUrl }),
        identity: identityOf(angelOne),
      };
    case 'simulator':
      return { baseUrl: simulator.url, feedUrl: simulator.feedUrl, masterUrl: simulator.masterUrl };
  }
}

function identityOf({ staticIp, localIp, macAddress }: Settings['angelOne']): ClientIdentity {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const local = localIp ?? own?.address ?? '127.0.0.1';
  return { localIp: local, publicIp: staticIp ?? local, macAddress: macAddress ?? own?.mac ?? '00:00:00:00:00:00' };
}
