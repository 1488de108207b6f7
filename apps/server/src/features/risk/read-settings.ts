import type { Queryable } from '@trickdesk/db';
import type { EpochMs, IndiaDate } from '@trickdesk/domain';
import { countLiveDoings } from '../baskets/index.ts';
import {
  countLiveBaskets,
  countRestingForeign,
  findKillSwitch,
  type KillSwitchRow,
  listActive,
  listOpenPositions,
  listRestingOwn,
} from './change-store.ts';
import { type DeskSwitchRow, findDeskSwitch } from './desk-switch-store.ts';
import { closingCharges, figuresOf, netQuantity, type RiskFigures } from './figures.ts';
import { type HandFigures, readHandFigures } from './hand-plan.ts';
import { findHandEnd, isClosingByHand } from './hand-store.ts';
import type { KeptLimits } from './limits.ts';
import type { RiskParts } from './parts.ts';
import { fatesOf, type PositionFates } from './position-fates.ts';
import { type AccountReading, dayOf, readAccountFacts } from './read-facts.ts';
import { listKeptStops } from './resting-by-hand.ts';

/** What the kill switch would do now. Whole paise. */
export interface KillPlan extends Omit<PositionFates, 'live' | 'test'> {
  readonly liveTricks: number;
  readonly testTricks: number;
  readonly restingOrders: number;
  /** Of these, stops that stay where nothing is sold. */
  readonly keptStops: number;
  readonly foreignOrders: number;
  readonly livePositions: number;
  readonly testPositions: number;
  readonly positionValuePaise: number;
  readonly chargesPaise: number;
  /** They hold shares, which stay. */
  readonly liveBaskets: number;
  /** Those that are being bought or sold end, and SIPs pause. */
  readonly basketRuns: number;
  readonly basketSips: number;
  /** What its owner opened by hand through us today. */
  readonly byHand: HandFigures;
}

export interface RiskReading {
  readonly day: IndiaDate;
  readonly kept: KeptLimits;
  readonly figures: RiskFigures;
  readonly stoppedForDay: boolean;
  readonly lock: { readonly until: EpochMs; readonly reason: string } | undefined;
  readonly killSwitch: KillSwitchRow | undefined;
  readonly ofProduct: boolean;
  /** What operators have set on the account. */
  readonly byDesk: DeskSwitchRow | undefined;
  /** What was opened by hand is being closed. */
  readonly closingByHand: boolean;
  /** How closing it ended since the switch was set. */
  readonly closedByHand: Awaited<ReturnType<typeof findHandEnd>>;
  readonly plan: KillPlan;
}

/** Everything that the risk page shows. */
export async function readSettings(parts: RiskParts, accountId: number): Promise<RiskReading> {
  const { marketData, clock, database } = parts;
  const wallNow = clock.now();
  const day = dayOf((await marketData.marketState()).now, wallNow);
  const db = database.kysely;
  const reading = await readAccountFacts(db, { accountId, dataset: marketData.dataset, day, wallNow });
  const { row, facts } = reading;
  const byHand = await readHandFigures(db, { accountId, dataset: marketData.dataset, day });
  const isSet = await findKillSwitch(db, accountId);
  const { lockedUntil: until, lockReason, stoppedDay, killSwitch } = row;
  return {
    day,
    kept: keptOn(row.kept, day),
    figures: figuresOf(facts),
    stoppedForDay: stoppedDay === day,
    lock: until !== undefined && until > wallNow ? { until, reason: lockReason ?? '' } : undefined,
    killSwitch: isSet,
    ofProduct: killSwitch === 'product',
    byDesk: await findDeskSwitch(db, accountId),
    closingByHand: byHand.positions > 0 && (await isClosingByHand(db, accountId, day)),
    closedByHand: isSet && (await findHandEnd(db, accountId, isSet.set_at)),
    plan: { ...(await planOf(db, { accountId, dataset: marketData.dataset }, reading)), byHand },
  };
}

/** What waited for its day and has come is what holds now. */
function keptOn({ now, next }: KeptLimits, day: IndiaDate): KeptLimits {
  return next && next.from <= day ? { now: next.limits, next: undefined } : { now, next };
}

async function planOf(
  db: Queryable,
  account: { readonly accountId: number; readonly dataset: string },
  { facts }: AccountReading,
): Promise<Omit<KillPlan, 'byHand'>> {
  const { accountId } = account;
  const doings = await countLiveDoings(db, accountId);
  const active = await listActive(db, accountId);
  const { live: livePositions, test: testPositions, ...fates } = fatesOf(await listOpenPositions(db, accountId));
  const held = facts.lines.filter((line) => !line.isByHand && netQuantity(line) !== 0);
  return {
    liveTricks: active.filter(({ mode }) => mode === 'live').length,
    testTricks: active.filter(({ mode }) => mode === 'paper').length,
    restingOrders: (await listRestingOwn(db, accountId)).length,
    keptStops: (await listKeptStops(db, account)).length,
    foreignOrders: await countRestingForeign(db, accountId),
    liveBaskets: await countLiveBaskets(db, account),
    basketRuns: doings.runs,
    basketSips: doings.sips,
    livePositions,
    testPositions,
    ...fates,
    positionValuePaise: held.reduce((sum, line) => sum + Math.abs(netQuantity(line)) * line.lastPaise, 0),
    chargesPaise: held.reduce((sum, line) => sum + closingCharges(line, facts.day), 0),
  };
}
