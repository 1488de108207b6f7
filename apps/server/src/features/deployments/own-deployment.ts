import type { Bus, Database, Tx } from '@trickdesk/db';
import type { PriceBand } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import { recordActivity } from '../activity/index.ts';
import type { MarketDataService, StoredInstrument } from '../market-data/index.ts';
import { DEPLOYMENTS_CHANNEL } from './channel.ts';
import type { LiveParts } from './live-parts.ts';
import { readMyTrick } from './read-my-tricks.ts';
import { type LockedDeployment, lockDeployment, type Owner } from './store.ts';

/** What every use case of an owner stands on. */
export interface DeploymentsFacts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  /** Whose request it is; absent where the product acts by itself. */
  readonly origin?: RequestOrigin | undefined;
  /** Of live trading; absent where the broker is the simulated one. */
  readonly live?: LiveParts | undefined;
  /** The exchange's price band of the day; `undefined` where the broker does not tell it soon. Absent: no band is known. */
  readonly bandOf?: (brokerLinkId: number, instrument: StoredInstrument) => Promise<PriceBand | undefined>;
}

export function wallTime({ clock }: Pick<DeploymentsFacts, 'clock'>): Date {
  return new Date(clock.now());
}

/** @throws Refusal `NOT_FOUND`, also for somebody else's */
export async function lockOwn(tx: Tx, owner: Owner): Promise<LockedDeployment> {
  const deployment = await lockDeployment(tx, owner);
  if (!deployment) throw new Refusal('NOT_FOUND');
  return deployment;
}

/** Shows the owner's browsers what the transaction has made of a deployment, once it has ended. */
export async function tellOwner(tx: Tx, { marketData }: DeploymentsFacts, owner: Owner): Promise<void> {
  const trick = await readMyTrick(tx, marketData, owner.accountId, owner.deploymentId);
  if (trick) await recordUserEvent(tx, owner.accountId, { name: 'trick', payload: { trick } });
}

/** Writes what its owner did with a deployment into the account's log, in the transaction of the deed. */
export function logDeed(
  tx: Tx,
  facts: DeploymentsFacts,
  { owner, kind, sentence }: { readonly owner: Owner; readonly kind: 'trick' | 'settings'; readonly sentence: string },
): Promise<void> {
  const { accountId, deploymentId } = owner;
  const entry = { accountId, kind, sentence, origin: facts.origin, facts: { deploymentId }, at: wallTime(facts) };
  return recordActivity(tx, entry);
}

/** After the commit: a runner that looked earlier would see the row as it was. */
export function wakeRunner({ bus }: DeploymentsFacts, owner: Owner): void {
  bus.publish(DEPLOYMENTS_CHANNEL, String(owner.deploymentId));
  wakeUserStreams(bus, owner.accountId);
}
