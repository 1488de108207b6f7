import { indiaDateOf } from '@trickdesk/domain';
import type { Accounts } from '../features/accounts/index.ts';
import type { BrokerLinksService } from '../features/broker-links/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { createCopyWriter, createOwnDataService, type OwnDataService } from '../features/own-data/index.ts';
import { serveDataCopies } from '../http/data-copy-route.ts';
import type { ServerParts } from '../http/server.ts';
import type { SessionGate } from '../http/session-gate.ts';
import type { BrokerFoundation } from './broker-access.ts';
import { outboxOf } from './mail.ts';

export interface OwnData {
  readonly called: { readonly ownData: OwnDataService };
  /** Where a copy is fetched. */
  readonly routes: NonNullable<ServerParts['routes']>;
}

/** A person's own data: a copy of it, and the end of the account. */
export function openOwnData(
  foundation: BrokerFoundation,
  parts: {
    readonly accounts: Accounts;
    readonly brokerLinks: BrokerLinksService;
    readonly gate: SessionGate;
    readonly marketData: MarketDataService;
  },
): OwnData {
  const { clock, log } = foundation;
  const today = async () => indiaDateOf((await parts.marketData.marketState()).now ?? clock.now());
  return {
    called: { ownData: createOwnDataService({ ...foundation, ...parts, today, outbox: outboxOf(foundation) }) },
    routes: [serveDataCopies({ gate: parts.gate, write: createCopyWriter(foundation), log })],
  };
}
