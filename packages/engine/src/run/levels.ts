import { roundToTick } from '@trickdesk/domain';
import type { BaseProgram, CompiledLevel } from '../compile/types.ts';
import { signOf } from './prices.ts';
import type { DecisionRule, Direction, OpenPosition } from './types.ts';

/** A price path has reached a level: what rule it was, the level, and the price that the market then stood at. */
export interface LevelHit {
  readonly rule: Extract<DecisionRule, 'stop' | 'target' | 'trailing'>;
  readonly levelPaise: number;
  readonly marketPaise: number;
}

/**
 * Where a stop or a target stands for an entry price, whole paise on the tick grid. Rounded against the trader: a stop
 * is a little further away, a target too.
 */
export function levelPaise(
  level: CompiledLevel,
  entry: { readonly direction: Direction; readonly entryPaise: number; readonly tickPaise: number },
  purpose: 'stop' | 'target',
): number {
  if (level.kind === 'price') return onGrid(level.amount() * 100, entry, purpose);
  return levelAway(distancePaise(level, entry.entryPaise), entry, purpose);
}

type EntryFacts = Parameters<typeof levelPaise>[1];

/** The level that lies a distance from the entry, on the grid like `levelPaise`. */
export function levelAway(distance: number, entry: EntryFacts, purpose: 'stop' | 'target'): number {
  return onGrid(entry.entryPaise + awaySign(entry, purpose) * distance, entry, purpose);
}

function onGrid(rawPaise: number, entry: EntryFacts, purpose: 'stop' | 'target'): number {
  const rounding = awaySign(entry, purpose) > 0 ? 'up' : 'down';
  return Math.max(entry.tickPaise, roundToTick(rawPaise, entry.tickPaise, rounding));
}

function awaySign({ direction }: EntryFacts, purpose: 'stop' | 'target'): number {
  return signOf(direction) * (purpose === 'target' ? 1 : -1);
}

export function distancePaise(level: CompiledLevel, entryPaise: number): number {
  return level.kind === 'percent' ? (entryPaise * level.amount()) / 100 : level.amount() * 100;
}

/**
 * False while an indicator that a level or the size needs is not warm, or says nothing: no position is opened that could
 * not be protected, or of a size by chance.
 */
export function isReadyToEnter({ stop, target, trailing, volatilityPercent }: BaseProgram): boolean {
  return isReady(stop) && isReady(target) && isReady(trailing) && isSomething(volatilityPercent?.());
}

/** Whether stop and target given as prices lie where a stop and a target belong, seen from a market price. */
export function levelsEmbrace({ stop, target }: BaseProgram, direction: Direction, marketPaise: number): boolean {
  const sign = signOf(direction);
  const isBeyond = (level: CompiledLevel | undefined, away: 1 | -1): boolean =>
    level?.kind === 'price' && away * sign * (level.amount() * 100 - marketPaise) <= 0;
  return !isBeyond(stop, -1) && !isBeyond(target, 1);
}

const isReady = (level: CompiledLevel | undefined): boolean => isSomething(level?.amount());

/** What is not asked for does not stand in the way. */
function isSomething(amount: number | undefined): boolean {
  return amount === undefined || (Number.isFinite(amount) && amount > 0);
}

/** Where the trailing stop stands, from the extreme that the price has reached; `undefined` without one. */
export function trailingPaise(
  position: Pick<OpenPosition, 'direction' | 'extremePaise' | 'trailPaise' | 'isTrailingOff'>,
  trailing: CompiledLevel | undefined,
  tickPaise: number,
): number | undefined {
  if (!trailing || position.isTrailingOff) return undefined;
  const { direction, extremePaise } = position;
  const distance = trailing.kind === 'percent' ? (extremePaise * trailing.amount()) / 100 : (position.trailPaise ?? 0);
  const raw = extremePaise - signOf(direction) * distance;
  return Math.max(tickPaise, roundToTick(raw, tickPaise, direction === 'long' ? 'down' : 'up'));
}

/** The stop nearer to the price of the fixed and the trailing one. */
export function nearerStop(
  direction: Direction,
  fixed: number | undefined,
  trailing: number | undefined,
): { readonly paise: number; readonly rule: 'stop' | 'trailing' } | undefined {
  if (trailing === undefined) return fixed === undefined ? undefined : { paise: fixed, rule: 'stop' };
  const isNearer = fixed === undefined || (direction === 'long' ? trailing > fixed : trailing < fixed);
  return isNearer ? { paise: trailing, rule: 'trailing' } : { paise: fixed, rule: 'stop' };
}

/**
 * Whether the step from one price to the next reaches the stop or the target.
 *
 * Within a bar the price passes every level between two points of its path, so such a level is hit at the level. The
 * first price of a bar has no price before it (`previousPaise` NaN): a level that it is already beyond was jumped over,
 * and the market stands at that price, for better or worse.
 */
export function hitLevel(
  position: Pick<OpenPosition, 'direction' | 'targetPaise'>,
  stop: ReturnType<typeof nearerStop>,
  step: { readonly previousPaise: number; readonly pricePaise: number },
): LevelHit | undefined {
  const sign = signOf(position.direction);
  const price = step.pricePaise * sign;
  const previous = step.previousPaise * sign;
  if (stop && price <= stop.paise * sign) {
    const marketPaise = previous > stop.paise * sign ? stop.paise : step.pricePaise;
    return { rule: stop.rule, levelPaise: stop.paise, marketPaise };
  }
  const target = position.targetPaise;
  if (target !== undefined && price >= target * sign) {
    const marketPaise = previous < target * sign ? target : step.pricePaise;
    return { rule: 'target', levelPaise: target, marketPaise };
  }
  return undefined;
}
