import { type Bar, type CorporateAction, type EpochMs, type Interval, roundToTick } from '@trickdesk/domain';
import { openCostPaise } from './account.ts';
import type { BaseRun, MutablePosition } from './base-run.ts';
import { wholeAmounts } from './parts.ts';
import type { OrderIntent } from './types.ts';

/** What became of a position on an ex-date. */
export interface AdjustedPosition {
  readonly base: number;
  readonly symbol: string;
  readonly at: EpochMs;
  readonly action: CorporateAction;
  readonly quantityBefore: number;
  readonly quantityAfter: number;
  /** For a part of a unit, or for the shares that a demerger gave: whole paise, counted with the proceeds of the trade. */
  readonly receivedPaise: number;
}

/** The first bar of an ex-date is about to come. */
export interface ExDate {
  readonly action: CorporateAction;
  /** When that bar opens. */
  readonly at: EpochMs;
  readonly history: History;
}

/** All earlier bars in the units of a day, oldest first, in parts of one interval each. */
export type History = readonly { readonly bars: Iterable<Bar>; readonly interval: Interval }[];

/** A price of before the ex-date in the units of that day, whole paise. */
export function inNewUnits(
  paise: number,
  { oldUnits, newUnits }: Pick<CorporateAction, 'oldUnits' | 'newUnits'>,
): number {
  return Math.round((paise * oldUnits) / newUnits);
}

/** Whether less than one whole unit is left of what a base holds. A demerger leaves as many as there were. */
export function leavesNothing({ position }: Pick<BaseRun, 'position'>, action: CorporateAction): boolean {
  return position !== undefined && action.kind !== 'demerger' && unitsAfter(position.quantity, 0, action).units === 0;
}

/** Whether what a base waits to enter with is less than one whole unit then: one would cost more than was decided. */
export function entersWithNothing({ pending }: Pick<BaseRun, 'pending'>, action: CorporateAction): boolean {
  if (action.kind === 'demerger') return false;
  return pending.some(({ purpose, quantity }) => purpose === 'entry' && unitsAfter(quantity, 0, action).units === 0);
}

/**
 * Takes what a base holds and waits for over an ex-date. Money is kept: the units that are held are worth what they were
 * worth at the last close, and what does not come as whole units of the same share is received in cash at that price.
 *
 * @returns `undefined` where nothing is held
 */
export function adjustHoldings(base: BaseRun, action: CorporateAction, at: EpochMs): AdjustedPosition | undefined {
  const lastClose = base.lastClose;
  base.lastClose = inNewUnits(lastClose, action);
  const { position } = base;
  const told = position && adjustPosition(base, position, { action, at, lastClose });
  base.replacePending(base.pending.map((intent) => adjusted(base, intent, action)));
  return told;
}

function adjustPosition(
  base: BaseRun,
  position: MutablePosition,
  { action, at, lastClose }: { readonly action: CorporateAction; readonly at: EpochMs; readonly lastClose: number },
): AdjustedPosition {
  const { quantity: quantityBefore } = position;
  const { units, receivedPaise } = unitsAfter(quantityBefore, lastClose, action);
  const amounts = position.amounts ?? wholeAmounts(position);
  const cost = openCostPaise(position);
  // By value: a demerger takes its share of the cost with it, a split nothing.
  const released = action.kind === 'demerger' ? cost - inNewUnits(cost, action) : 0;
  position.amounts = {
    ...amounts,
    enteredQuantity: amounts.enteredQuantity - quantityBefore + units,
    releasedPaise: amounts.releasedPaise + released,
    exitedPaise: amounts.exitedPaise + receivedPaise,
  };
  position.quantity = units;
  position.entryPaise = inNewUnits(position.entryPaise, action);
  position.extremePaise = inNewUnits(position.extremePaise, action);
  const onGrid = (paise: number): number => {
    const { oldUnits, newUnits } = action;
    return roundToTick((paise * oldUnits) / newUnits, base.facts.tickPaise, 'nearest');
  };
  if (position.stopPaise !== undefined) position.stopPaise = onGrid(position.stopPaise);
  if (position.targetPaise !== undefined) position.targetPaise = onGrid(position.targetPaise);
  if (position.trailPaise !== undefined) position.trailPaise = inNewUnits(position.trailPaise, action);
  base.adverse = inNewUnits(base.adverse, action);
  base.favourable = inNewUnits(base.favourable, action);
  const { index, facts } = base;
  return { base: index, symbol: facts.symbol, at, action, quantityBefore, quantityAfter: units, receivedPaise };
}

/** Whole units, and what is paid for the rest at the last close. */
function unitsAfter(
  quantity: number,
  lastClose: number,
  action: CorporateAction,
): { readonly units: number; readonly receivedPaise: number } {
  const { kind, oldUnits, newUnits } = action;
  if (kind === 'demerger') {
    return { units: quantity, receivedPaise: quantity * (lastClose - inNewUnits(lastClose, action)) };
  }
  const units = Math.floor((quantity * newUnits) / oldUnits);
  const rest = (quantity * newUnits) % oldUnits;
  return { units, receivedPaise: Math.round((rest * lastClose) / newUnits) };
}

/**
 * An order that waits over the night is for as much as it was; one that is being taken back keeps a unit until then. Of an
 * exit, what was got before stays as it was.
 */
function adjusted(base: BaseRun, intent: OrderIntent, action: CorporateAction): OrderIntent {
  const { kind, oldUnits, newUnits } = action;
  const scaled = kind === 'demerger' ? intent.quantity : Math.floor((intent.quantity * newUnits) / oldUnits);
  const held = intent.purpose === 'exit' ? base.position?.quantity : undefined;
  const quantity = held === undefined ? Math.max(1, scaled) : held + base.filledOf(intent);
  return { ...intent, quantity, referencePaise: inNewUnits(intent.referencePaise, action) };
}
