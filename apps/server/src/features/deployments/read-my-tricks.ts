import type { MyTrick } from '@trickdesk/contract';
import type { Database, Queryable } from '@trickdesk/db';
import { INTERVALS, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import type { MarketDataService } from '../market-data/index.ts';
import {
  badgeOf,
  dayUnrealisedPaise,
  holdingOf,
  investedPaise,
  markOf,
  openPositionsOf,
  type PositionRecord,
  preparedOpenPositionsOf,
  unrealisedPaise,
} from '../orders/index.ts';
import { listMovedResults, type MovedResult } from './moved-store.ts';
import { STATUS_NUMBERS } from './rules.ts';
import type { Page, StoredSort } from './sort-store.ts';
import { isValued, sortByValue, type ValuedSort } from './sort-tricks.ts';
import {
  type DeploymentFilter,
  type DeploymentRecord,
  findDeployment,
  listDeployments,
  pageDeployments,
} from './store.ts';

type Market = Pick<MarketDataService, 'dataset' | 'simulated'>;

/** What a deployment holds, valued at the last prices. Paise, after charges. */
export interface Exposure {
  readonly count: number;
  readonly unrealised: bigint;
  readonly dayUnrealised: bigint;
  readonly invested: bigint;
  readonly charges: bigint;
}

const NOTHING: Exposure = { count: 0, unrealised: 0n, dayUnrealised: 0n, invested: 0n, charges: 0n };

export async function readMyTricks(
  db: Queryable,
  market: Market,
  filter: DeploymentFilter,
  page?: Page,
): Promise<MyTrick[]> {
  const records = await listDeployments(db, filter, market.dataset, page);
  return toMyTricks(records, await openPositionsOf(db, market.dataset, holdersOf(records)), market);
}

export type TrickSort = StoredSort | ValuedSort;

export interface TricksPage extends Omit<Page, 'sort'> {
  readonly sort?: TrickSort | undefined;
}

/** A page of them, and how many the filter lets through in all. */
export async function readMyTricksPage(
  database: Database,
  market: Market,
  filter: DeploymentFilter,
  { sort, ...window }: TricksPage,
): Promise<{ readonly items: readonly MyTrick[]; readonly total: number }> {
  if (isValued(sort)) {
    // What they are worth is known only when all are valued; an account has few, and their totals need the same.
    const all = sortByValue(await readMyTricks(database.kysely, market, filter), sort);
    return { items: all.slice(window.offset, window.offset + window.limit), total: all.length };
  }
  const page = { ...window, sort };
  const { records, total } = await pageDeployments(database, filter, market.dataset, page);
  const positions = await preparedOpenPositionsOf(database, market.dataset, holdersOf(records));
  return { items: toMyTricks(records, positions, market), total };
}

export async function readMyTrick(
  db: Queryable,
  market: Market,
  accountId: number,
  deploymentId: number,
): Promise<MyTrick | undefined> {
  const record = await findDeployment(db, { accountId, deploymentId }, market.dataset);
  if (!record) return undefined;
  return toMyTricks([record], await openPositionsOf(db, market.dataset, holdersOf([record])), market)[0];
}

/** Whose open positions must be read: where nothing is held, no statement is needed. */
export function holdersOf(records: readonly DeploymentRecord[]): number[] {
  return records.filter((record) => record.holds).map((record) => record.id);
}

function toMyTricks(
  records: readonly DeploymentRecord[],
  positions: readonly PositionRecord[],
  { simulated }: Market,
): MyTrick[] {
  const exposures = exposuresOf(records, positions);
  return records.map((record) => myTrickToWire(record, exposures.get(record.id) ?? NOTHING, simulated));
}

/** By deployment, where it holds something. */
export function exposuresOf(
  records: readonly DeploymentRecord[],
  positions: readonly PositionRecord[],
): ReadonlyMap<number, Exposure> {
  const exposures = new Map<number, Exposure>();
  const days = new Map(records.map((record) => [record.id, record.today]));
  for (const position of positions) {
    const today = days.get(position.deployment_id);
    if (today === undefined) throw new Error(`position ${position.id} was not asked for`);
    const before = exposures.get(position.deployment_id) ?? NOTHING;
    exposures.set(position.deployment_id, addPosition(before, position, today));
  }
  return exposures;
}

function addPosition(exposure: Exposure, position: PositionRecord, today: string): Exposure {
  const holding = holdingOf(position);
  const mark = markOf(position);
  return {
    count: exposure.count + 1,
    unrealised: exposure.unrealised + (mark ? unrealisedPaise(holding, mark) : 0n),
    dayUnrealised: exposure.dayUnrealised + (mark ? dayUnrealisedPaise(holding, mark, today) : 0n),
    invested: exposure.invested + investedPaise(holding),
    charges: exposure.charges + position.charges_paise,
  };
}

/** Of a trick, with what it holds. */
export function resultOf(record: DeploymentRecord, exposure: Exposure = NOTHING) {
  return {
    dayPnlPaise: toSafePaise(record.day_realised_paise + exposure.dayUnrealised),
    totalPnlPaise: toSafePaise(record.realised_paise + exposure.unrealised),
  };
}

function myTrickToWire(record: DeploymentRecord, exposure: Exposure, simulated: boolean): MyTrick {
  const interval = INTERVALS.find((known) => known === record.bar_interval);
  if (interval === undefined)
    throw new Error(`deployment ${record.id} has the unknown interval ${record.bar_interval}`);
  return {
    TricksId: record.id,
    name: record.name,
    strategyId: record.strategy_id,
    strategyName: record.strategy_name,
    mode: record.mode === 'live' ? 'Live' : 'Test',
    badge: badgeOf(record.mode, simulated),
    trickStatus: STATUS_NUMBERS[record.status],
    ...(record.status_reason === null ? {} : { statusReason: record.status_reason }),
    phase: record.phase,
    capitalPaise: toSafePaise(record.capital_paise),
    ...resultOf(record, exposure),
    openPositions: exposure.count,
    brokerId: record.broker_link_id ?? 0,
    roboPro: record.robo_pro,
    ...(record.started_at ? { startedAt: toIndiaIso(record.started_at.getTime()) } : {}),
    ...(record.last_decision_at ? { lastDecisionAt: toIndiaIso(record.last_decision_at.getTime()) } : {}),
    symbols: record.symbols,
    interval,
  };
}

/**
 * What all that an account has done in a mode comes to: its tricks of that mode, and what those that are in the other one
 * now have made in it. Live results are there after a trick went back to test, and go on counting.
 */
export async function readAccountTotals(
  db: Queryable,
  market: Market,
  whose: Pick<DeploymentFilter, 'accountId' | 'mode'>,
) {
  const totals = await readTotals(db, market, whose);
  const moved = await listMovedResults(db, whose, market.dataset);
  const sum = (amountOf: (result: MovedResult) => bigint): number =>
    toSafePaise(moved.reduce((all, result) => all + amountOf(result), 0n));
  return {
    ...totals,
    capitalPaise: totals.capitalPaise + sum((result) => result.capital_paise),
    dayPnlPaise: totals.dayPnlPaise + sum((result) => result.day_realised_paise),
    totalPnlPaise: totals.totalPnlPaise + sum((result) => result.realised_paise),
    chargesPaise: totals.chargesPaise + sum((result) => result.charges_paise),
  };
}

/** Totals over a whole filtered set, live and test never together since a filter names one mode. */
export async function readTotals(db: Queryable, market: Market, filter: DeploymentFilter) {
  const records = await listDeployments(db, filter, market.dataset);
  const exposures = exposuresOf(records, await openPositionsOf(db, market.dataset, holdersOf(records)));
  const sum = { capital: 0n, invested: 0n, day: 0n, total: 0n, charges: 0n };
  const count = { running: 0, stopped: 0, halted: 0 };
  let openPositions = 0;
  for (const record of records) {
    const exposure = exposures.get(record.id) ?? NOTHING;
    sum.capital += record.capital_paise;
    sum.invested += exposure.invested;
    sum.day += record.day_realised_paise + exposure.dayUnrealised;
    sum.total += record.realised_paise + exposure.unrealised;
    sum.charges += record.charges_paise + exposure.charges;
    openPositions += exposure.count;
    if (record.status === 'running') count.running += 1;
    else if (record.status === 'halted') count.halted += 1;
    else count.stopped += 1;
  }
  return {
    capitalPaise: toSafePaise(sum.capital),
    investedPaise: toSafePaise(sum.invested),
    dayPnlPaise: toSafePaise(sum.day),
    totalPnlPaise: toSafePaise(sum.total),
    chargesPaise: toSafePaise(sum.charges),
    openPositions,
    ...count,
  };
}
