import { createSmartApi, type SmartApi, type SmartApiSettings } from '@trickdesk/brokers/smartapi';
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
export function openSecrets({ settings }: Foundation): Secrets {
  return createSecrets(loadMasterKeys(settings.masterKeyFile));
}

export function openBrokerAccess(foundation: Foundation): BrokerFoundation {
  const { settings, log } = foundation;
  return {
    ...foundation,
    secrets: openSecrets(foundation),
    smartApi: createSmartApi(brokerAddresses(settings), {
      log: ({ level, event, ...fields }) => log[level](fields, event),
    }),
  };
}

function brokerAddresses({ market, simulator }: Settings): SmartApiSettings {
  switch (market) {
    case 'angelone':
      return {};
    case 'simulator':
      return { baseUrl: simulator.url, feedUrl: simulator.feedUrl, masterUrl: simulator.masterUrl };
  }
}
