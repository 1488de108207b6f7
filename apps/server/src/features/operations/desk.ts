import { Refusal } from '../../http/refusal.ts';
import { accountLeaseKey, type DeploymentsFacts, leaseKey } from '../deployments/index.ts';
import { countResting, findKillSwitch, readDeskSwitch } from '../risk/index.ts';
import * as store from './desk-store.ts';
import { findCalendarEnd } from './tell-calendar.ts';

export interface DeskParts extends Omit<DeploymentsFacts, 'origin'> {
  /** A lease's key as the number of its lock. */
  readonly lockOf: (key: string) => string;
}

/** The row of the switch on everybody. */
const EVERYBODY = 0;
/** More tricks than one account has. */
const ALL_OF_ACCOUNT = { limit: 1_000, offset: 0, sort: '-time' } as const;

/** A trick with what it needs of runners. */
export interface DeskTrickReading extends store.DeskTrickRow {
  /** Absent where it needs none. */
  readonly hasRunner: boolean | undefined;
}

export type DeskReading = Awaited<ReturnType<typeof readDesk>>;
export type DeskAccountReading = Awaited<ReturnType<typeof readDeskAccount>>;

/** How trading goes, over all accounts, and a page of the tricks. */
export async function readDesk(parts: DeskParts, filter: store.TrickFilter, page: store.TrickPage) {
  const [state, tricks, total] = await Promise.all([
    readState(parts),
    store.listTricks(parts.database.kysely, filter, page),
    store.countTricks(parts.database.kysely, filter),
  ]);
  return {
    ...state,
    tricks: tricks.map((trick) => withRunner(trick, state.held.has(parts.lockOf(keyOf(trick))))),
    total,
  };
}

async function readState(parts: DeskParts) {
  const { database, clock, marketData, lockOf } = parts;
  const db = database.kysely;
  const now = new Date(clock.now());
  const environment = marketData.simulated ? 'simulator' : 'live';
  const [figures, needing, held, resting, ofProduct, switches, market, calendarEnd] = await Promise.all([
    store.readFigures(db, environment, now),
    store.listNeedingRunner(db),
    store.listHeldLocks(db),
    store.readResting(db),
    findKillSwitch(db, EVERYBODY),
    store.listSwitches(db),
    store.findClock(db, marketData.dataset),
    findCalendarEnd(parts),
  ]);
  const without = needing.filter((trick) => !held.has(lockOf(keyOf(trick)))).length;
  const runners = { wanted: needing.length, without };
  const { simulated, dataset } = marketData;
  return { ...{ now, simulated, dataset, figures, runners, resting, ofProduct, switches, market, calendarEnd, held } };
}

/** @throws Refusal `NOT_FOUND` */
export async function readDeskAccount({ database: { kysely: db }, marketData, lockOf }: DeskParts, userId: number) {
  const account = await store.findAccount(db, userId);
  if (!account) throw new Refusal('NOT_FOUND');
  const [deskSwitch, killSwitch, brokers, tricks, held, orders, positions, resting] = await Promise.all([
    readDeskSwitch(db, userId),
    findKillSwitch(db, userId),
    store.listBrokers(db, userId),
    store.listTricks(db, { state: 'all', mode: undefined, accountId: userId }, ALL_OF_ACCOUNT),
    store.listHeldLocks(db),
    store.listOrders(db, userId),
    store.listPositions(db, userId),
    countResting(db, userId),
  ]);
  return {
    ...{ account, deskSwitch, killSwitch, brokers, orders, positions, resting, simulated: marketData.simulated },
    tricks: tricks.map((trick) => withRunner(trick, held.has(lockOf(keyOf(trick))))),
  };
}

function withRunner(trick: store.DeskTrickRow, isHeld: boolean): DeskTrickReading {
  return { ...trick, hasRunner: trick.phase === 'idle' ? undefined : isHeld };
}

/** In live mode all tricks of a broker account are in one pair of hands. */
function keyOf({ id, mode, broker_link_id: linkId }: store.NeedsRunner): string {
  return mode === 'live' && linkId !== null ? accountLeaseKey(linkId) : leaseKey(id);
}
