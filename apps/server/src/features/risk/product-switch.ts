import type { Bus, Database, Tx } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import { BROKER_ACCOUNTS_CHANNEL } from '../deployments/index.ts';
import { notify } from '../notifications/index.ts';
import {
  deleteKillSwitch,
  listLinkIds,
  listResting,
  listTradingAccounts,
  putKillSwitch,
  requestCancels,
} from './change-store.ts';
import { listWithLiveTricks } from './desk-switch-store.ts';
import { readRestingByHand } from './resting-by-hand.ts';
import { lockRisk } from './store.ts';

/** The row of the whole product. */
const PRODUCT = 0;

export interface ProductSwitchParts {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  /** Whose prices value what is held. */
  readonly dataset: string;
}

export interface ProductSwitching {
  readonly by: string;
  readonly reason: string;
  /** Written in the transaction that sets it. */
  readonly record?: (tx: Tx) => Promise<void>;
}

export interface ProductSwitchReport {
  /** Accounts that had something at rest. */
  readonly accounts: number;
  readonly withdrawn: number;
}

/**
 * Sets the switch of the whole product: every live entry of everybody is refused from now on, and those that rest are
 * taken back. Exits, stops and orders by hand that only close something stay. Setting it again takes back what is left.
 */
export async function throwProductKillSwitch(
  parts: ProductSwitchParts,
  { by: setBy, reason, record }: ProductSwitching,
): Promise<ProductSwitchReport> {
  const { database, clock } = parts;
  const at = new Date(clock.now());
  // Committed first: whoever asks the gate from now on sees it, and what was let through before is found below.
  await database.transaction(async (tx) => {
    await putKillSwitch(tx, PRODUCT, { setBy, reason, at });
    await record?.(tx);
  });
  const concerned = new Set(await listWithLiveTricks(database.kysely));
  let [accounts, withdrawn] = [0, 0];
  for (const accountId of await listTradingAccounts(database.kysely)) {
    const withdrawing = { accountId, reason, at, isConcerned: concerned.has(accountId) };
    const count = await database.transaction((tx) => withdrawEntries(tx, parts, withdrawing));
    accounts += count > 0 ? 1 : 0;
    withdrawn += count;
    // Also where nothing new was found: a run of this that died before it could say so is made good.
    await wakeAccountDesks(parts, accountId);
  }
  return { accounts, withdrawn };
}

/**
 * Lifts it; what was taken back does not come again by itself. Whoever has live tricks is told.
 *
 * @returns false where it was not set
 */
export function liftProductKillSwitch(
  { database, clock }: Pick<ProductSwitchParts, 'database' | 'clock'>,
  record?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const at = new Date(clock.now());
  return database.transaction(async (tx) => {
    if (!(await deleteKillSwitch(tx, PRODUCT))) return false;
    await record?.(tx);
    for (const accountId of await listWithLiveTricks(tx)) {
      await notify(tx, {
        ...{ accountId, category: 'tricks', severity: 'warning', link: '/risk' },
        dedupeKey: `risk:product_switch_lifted:${at.toISOString()}`,
        title: 'Live entries are possible again',
        body: 'The operators have lifted their stop of all live entries. Running live tricks enter again at their next signal. Orders that were taken back do not come again.',
      });
    }
    return true;
  });
}

/** The account's desks look at what was asked of them. After the commit. */
export async function wakeAccountDesks(
  { database, bus }: Pick<ProductSwitchParts, 'database' | 'bus'>,
  accountId: number,
): Promise<void> {
  for (const { id } of await listLinkIds(database.kysely, accountId)) {
    bus.publish(BROKER_ACCOUNTS_CHANNEL, String(id));
  }
}

interface Withdrawing {
  readonly accountId: number;
  readonly reason: string;
  readonly at: Date;
  /** Its live tricks are told of the switch, whatever rests. */
  readonly isConcerned: boolean;
}

async function withdrawEntries(
  tx: Tx,
  parts: ProductSwitchParts,
  { accountId, reason, at, isConcerned }: Withdrawing,
): Promise<number> {
  // An entry that was asked for before the switch commits before this, and later ones are refused.
  await lockRisk(tx, accountId);
  const withdrawn = await takeBackEntries(tx, parts, { accountId, at });
  if (withdrawn === 0 && !isConcerned) return 0;
  await notify(tx, {
    accountId,
    category: 'tricks',
    dedupeKey: `risk:product_switch:${at.toISOString()}`,
    title: withdrawn === 0 ? 'Live entries are stopped' : 'Entries withdrawn by the operators',
    body: `The operators have stopped all live entries: ${reason} Entry orders taken back: ${withdrawn}. Exits and stops go on.`,
    link: '/risk',
    severity: 'urgent',
  });
  return withdrawn;
}

/**
 * Asks for every entry of the account that rests to be taken back, of tricks and by hand. The caller has the account's
 * risk locked.
 *
 * @returns orders that are
 */
export async function takeBackEntries(
  tx: Tx,
  { dataset }: Pick<ProductSwitchParts, 'dataset'>,
  { accountId, at }: Pick<Withdrawing, 'accountId' | 'at'>,
): Promise<number> {
  const entries = (await listResting(tx, accountId, 'entry')).filter((entry) => !entry.is_cancelled);
  // What only closes something stays, as under every other limit.
  const { opening } = await readRestingByHand(tx, { accountId, dataset });
  const ids = [...entries, ...opening].map(({ id }) => id);
  await requestCancels(tx, ids, at);
  return ids.length;
}
