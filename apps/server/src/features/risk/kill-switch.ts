import type { Tx } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import { recordActivity } from '../activity/index.ts';
import { stopLiveRuns } from '../baskets/index.ts';
import {
  BROKER_ACCOUNTS_CHANNEL,
  DEPLOYMENTS_CHANNEL,
  type DeploymentsFacts,
  sellIfRunning,
  stopIfRunning,
  wakeRunner,
} from '../deployments/index.ts';
import { notify } from '../notifications/index.ts';
import { readAccount } from './account-row.ts';
import { lockWords } from './change-settings.ts';
import {
  countRestingForeign,
  deleteKillSwitch,
  listActive,
  listLinkIds,
  listOpenPositions,
  listRestingOwn,
  putKillSwitch,
  requestCancels,
} from './change-store.ts';
import { readHandFigures } from './hand-plan.ts';
import { liftHandExits, putHandExits } from './hand-store.ts';
import type { RiskParts } from './parts.ts';
import { fatesOf, fateWords, type PositionFates } from './position-fates.ts';
import { dayOf } from './read-facts.ts';
import { listKeptStops } from './resting-by-hand.ts';
import { lockRisk } from './store.ts';

/** What the kill switch has done, in figures. */
export interface KillReport {
  /** ISO 8601; it survives as JSON. */
  readonly setAt: string;
  readonly flatten: boolean;
  readonly tricks: number;
  readonly ended: number;
  /** Positions of tricks that are being sold, with or without the switch. */
  readonly exits: number;
  /** Positions opened by hand that are being closed; absent from what an earlier release has answered. */
  readonly handExits?: number;
  /** Positions of tricks that stay … */
  readonly kept: number;
  /** … and how many of these have no stop; absent from what an earlier release has answered. */
  readonly withoutStop?: number;
  /** Positions of tricks that are being handed over to their owner; absent from what an earlier release has answered. */
  readonly handedOver?: number;
  readonly cancelled: number;
  /** Stops by hand that only close something, and stay; absent from what an earlier release has answered. */
  readonly keptStops?: number;
  readonly foreignOrders: number;
  /** Live baskets that were being bought or sold, and end halfway; absent from what an earlier release has answered. */
  readonly basketRuns?: number;
  /** SIPs of live baskets that pause; absent from what an earlier release has answered. */
  readonly basketSips?: number;
}

export interface KillRequest {
  readonly flatten: boolean;
  readonly idempotencyKey: string;
}

/** Sets the account's kill switch and carries it out: all of it in one transaction, or nothing. */
export async function throwKillSwitch(
  parts: RiskParts,
  caller: Caller,
  { flatten, idempotencyKey: key }: KillRequest,
): Promise<KillReport> {
  const { accountId } = caller;
  const now = new Date(parts.clock.now());
  const day = dayOf((await parts.marketData.marketState()).now, now.getTime());
  const touched: number[] = [];
  const answer = await parts.database.transaction((tx) => {
    touched.length = 0;
    const request = { accountId, call: 'killswitch', key, body: { flatten }, now };
    return answerOnce(tx, request, () => kill(tx, parts, { caller, flatten, now, day, touched }));
  });
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  await wake(parts, accountId, touched);
  return answer.answer;
}

interface Killing {
  readonly caller: Caller;
  readonly flatten: boolean;
  readonly now: Date;
  /** The exchange's. */
  readonly day: IndiaDate;
  /** Deployments that were told something. */
  readonly touched: number[];
}

/** Of a basket's run, for its owner. */
const KILLED = 'The kill switch was set: what was left was not traded, and nothing goes on by itself.';

async function kill(tx: Tx, parts: RiskParts, killing: Killing): Promise<KillReport> {
  const { caller, flatten, now } = killing;
  const { accountId } = caller;
  // First the tricks, then the lock: a run that enters holds its own row before it asks the gate.
  const { origin } = caller;
  const { ended, exits } = await stopAll(tx, parts, { accountId, origin, flatten, touched: killing.touched });
  await lockRisk(tx, accountId);
  await putKillSwitch(tx, accountId, { setBy: 'owner', reason: 'Set by its owner.', at: now });
  const baskets = await stopLiveRuns(tx, { accountId, reason: KILLED, at: now });
  const { dataset } = parts.marketData;
  // With `flatten` what they guard is closed.
  const stops = flatten ? [] : await listKeptStops(tx, { accountId, dataset });
  const own = (await listRestingOwn(tx, accountId)).map(({ id }) => id).filter((id) => !stops.includes(id));
  await requestCancels(tx, own, now);
  const fates = fatesOf(await listOpenPositions(tx, accountId));
  const report: KillReport = {
    setAt: now.toISOString(),
    flatten,
    tricks: killing.touched.length,
    ended,
    exits: flatten ? exits : fates.beingSold,
    handExits: flatten ? await closeByHand(tx, parts, killing) : 0,
    kept: flatten ? fates.live + fates.test - exits : fates.keptLive + fates.keptTest,
    withoutStop: flatten ? 0 : fates.withoutStop,
    handedOver: flatten ? 0 : fates.handedOver,
    cancelled: own.length,
    keptStops: stops.length,
    foreignOrders: await countRestingForeign(tx, accountId),
    basketRuns: baskets.runs,
    basketSips: baskets.sips,
  };
  await tell(tx, caller, { report, fates });
  return report;
}

/** Asks the desks for it: only they know what the broker still has. @returns positions, by our own records */
async function closeByHand(tx: Tx, parts: RiskParts, { caller, now, day }: Killing): Promise<number> {
  const { accountId } = caller;
  await putHandExits(tx, accountId, { day, at: now });
  return (await readHandFigures(tx, { accountId, dataset: parts.marketData.dataset, day })).positions;
}

interface Stopping {
  readonly accountId: number;
  /** Absent where an operator does it. */
  readonly origin: Caller['origin'] | undefined;
  readonly flatten: boolean;
  readonly touched: number[];
}

/** Stops, or sells, every trick of an account that still runs. */
export async function stopAll(
  tx: Tx,
  parts: Omit<RiskParts, 'accounts'>,
  { accountId, origin, flatten, touched }: Stopping,
): Promise<{ readonly ended: number; readonly exits: number }> {
  const facts: DeploymentsFacts = { ...parts, origin };
  let [ended, exits] = [0, 0];
  for (const { id } of await listActive(tx, accountId)) {
    const owner = { accountId, deploymentId: id };
    // The list was read without a lock: what has ended since needs no stop, and is no reason to leave the switch unset.
    const life = flatten
      ? await sellIfRunning(tx, facts, owner)
      : await stopIfRunning(tx, facts, owner, 'stop_entries');
    if (!life) continue;
    if (life.phase === 'idle') ended += 1;
    if ('exits' in life) exits += life.exits;
    touched.push(id);
  }
  return { ended, exits };
}

async function tell(
  tx: Tx,
  { accountId, origin }: Caller,
  { report, fates }: { readonly report: KillReport; readonly fates: PositionFates },
): Promise<void> {
  const verb = report.flatten ? 'told to sell and stop' : 'told to stop entries';
  const rest = report.flatten
    ? `${report.exits} positions of tricks are being sold, ${report.handExits ?? 0} opened by hand are being closed.`
    : fateWords(fates);
  const kept = report.keptStops ? ` Stops by hand that stay: ${report.keptStops}.` : '';
  const sentence = `Kill switch set: ${report.tricks} tricks ${verb}, ${report.cancelled} resting orders cancelled. ${rest}${kept}${basketWords(report)}`;
  const at = new Date(report.setAt);
  await recordActivity(tx, { accountId, kind: 'security', sentence, origin, facts: report, at });
  await notify(tx, {
    accountId,
    category: 'tricks',
    dedupeKey: `risk:kill_switch:${report.setAt}`,
    title: 'Kill switch set',
    body: `${sentence} No live entry goes out until you lift it on the risk page.`,
    link: '/risk',
    severity: 'urgent',
  });
}

function basketWords({ basketRuns = 0, basketSips = 0 }: KillReport): string {
  const runs = basketRuns > 0 ? ` Baskets that end halfway: ${basketRuns}.` : '';
  const sips = basketSips > 0 ? ` SIPs that pause: ${basketSips}.` : '';
  return `${runs}${sips}`;
}

/** After the commit. */
export async function wake(
  parts: Omit<RiskParts, 'accounts'>,
  accountId: number,
  deploymentIds: readonly number[],
): Promise<void> {
  for (const deploymentId of deploymentIds) wakeRunner(parts, { accountId, deploymentId });
  for (const { id } of await listLinkIds(parts.database.kysely, accountId)) {
    parts.bus.publish(BROKER_ACCOUNTS_CHANNEL, String(id));
  }
  // Where no desk of the account is open yet, the runner that hears this opens one.
  parts.bus.publish(DEPLOYMENTS_CHANNEL, '');
  wakeUserStreams(parts.bus, accountId);
}

/**
 * Lifts the account's kill switch; nothing starts by itself.
 *
 * @throws Refusal while a risk lock holds, for a wrong password, and where none is set
 */
export async function liftKillSwitch(parts: RiskParts, caller: Caller, password: string): Promise<void> {
  const { accountId, origin } = caller;
  await parts.accounts.assertPassword(accountId, password, origin);
  const wallNow = parts.clock.now();
  const day = dayOf(undefined, wallNow);
  await parts.database.transaction(async (tx) => {
    await lockRisk(tx, accountId);
    const row = await readAccount(tx, { accountId, dataset: parts.marketData.dataset, day, wallNow });
    if (row.lockedUntil !== undefined && row.lockedUntil > wallNow) throw new Refusal('RISK_LOCKED', lockWords(row));
    if (!(await deleteKillSwitch(tx, accountId))) throw new Refusal('KILL_SWITCH_NOT_SET');
    const at = new Date(wallNow);
    const { lifted, orders } = await liftHandExits(tx, accountId, at);
    await requestCancels(tx, orders, at);
    if (lifted) await recordUserEvent(tx, accountId, { name: 'handexit', payload: { outcome: 'lifted' } });
    const byHand = lifted ? ' Nothing more of what was opened by hand is closed.' : '';
    const sentence = `Lifted the kill switch. Tricks stay as they are until they are started.${byHand}`;
    await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
  });
  await wake(parts, accountId, []);
}
