import type { Queryable } from '@trickdesk/db';
import type { LiveDesks } from './live-desk.ts';
import { listUnfinishedAccounts, type RunnableRow } from './store.ts';

/** What a runner must hold before it runs a deployment. */
export interface Place {
  /** Of the lease. */
  readonly key: string;
  /** The broker account whose desk has to be open. */
  readonly brokerLinkId: number | undefined;
}

/** A deployment whose place was had. */
export interface Taken {
  readonly row: RunnableRow;
  readonly place: Place;
}

/** Everything that a runner does differently in test and live: this file alone asks which it is. */
export interface RunMode {
  readonly name: 'paper' | 'live';
  /** Who executes what a run intends. */
  readonly execution: 'simulated' | 'external';
  /** `undefined` where a deployment cannot be run: a live one without a broker account. */
  readonly placeOf: (row: Pick<RunnableRow, 'id' | 'broker_link_id'>) => Place | undefined;
  /** Places to hold although no deployment asks for them. */
  readonly otherPlaces: (db: Queryable, dataset: string) => Promise<readonly Place[]>;
}

const PAPER: RunMode = {
  name: 'paper',
  execution: 'simulated',
  placeOf: ({ id }) => ({ key: leaseKey(id), brokerLinkId: undefined }),
  otherPlaces: async () => [],
};

/** All deployments of one broker account are run by one process: they share its orders, its limits and its stops. */
const LIVE: RunMode = {
  name: 'live',
  execution: 'external',
  placeOf: ({ broker_link_id: linkId }) => (linkId === null ? undefined : accountPlace(linkId)),
  otherPlaces: async (db, dataset) => (await listUnfinishedAccounts(db, dataset)).map(accountPlace),
};

/** @param desks what sends orders to brokers; without it nothing can reach one */
export function modeOf(desks: LiveDesks | undefined): RunMode {
  return desks ? LIVE : PAPER;
}

/** Of a deployment in test mode. */
export function leaseKey(deploymentId: number): string {
  return `deployment run ${deploymentId}`;
}

/** Of all live deployments of a broker account. */
export function accountLeaseKey(brokerLinkId: number): string {
  return `live account ${brokerLinkId}`;
}

function accountPlace(brokerLinkId: number): Place {
  return { key: accountLeaseKey(brokerLinkId), brokerLinkId };
}
