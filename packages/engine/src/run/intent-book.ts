import type { BaseRun } from './base-run.ts';
import type { ExternalFill, IntentProgress } from './external-types.ts';
import type { OrderIntent } from './types.ts';

/** An intent that was given out, on the base that it is for. */
export interface BookedIntent {
  readonly base: BaseRun;
  readonly intent: OrderIntent;
  readonly progress: IntentProgress;
}

/** @throws RangeError when no such intent waits: it never was, it is complete, or its end was told */
export function findIntent(bases: readonly BaseRun[], intentId: number): BookedIntent {
  for (const base of bases) {
    const intent = base.pending.find(({ id }) => id === intentId);
    const progress = base.progress.get(intentId);
    if (intent && progress && progress.isHeld !== true) return { base, intent, progress };
  }
  throw new RangeError(`no intent ${intentId} is pending`);
}

/** Puts an intent among those that wait. */
export function book(base: BaseRun, intent: OrderIntent, isHeld: boolean): void {
  base.enqueue(intent);
  const nothing = { intentId: intent.id, filledQuantity: 0, valuePaise: 0, chargesPaise: 0 };
  base.progress.set(intent.id, isHeld ? { ...nothing, isHeld } : nothing);
}

export function strike(base: BaseRun, intentId: number): void {
  base.replacePending(base.pending.filter(({ id }) => id !== intentId));
  base.progress.delete(intentId);
}

/** @throws RangeError when the part is not whole units at a whole value, or more than its intent or position has left */
export function checkFill({ base, intent, progress }: BookedIntent, { quantity, valuePaise }: ExternalFill): void {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) throw new RangeError(`${quantity} is not a quantity`);
  if (!Number.isSafeInteger(valuePaise) || valuePaise <= 0)
    throw new RangeError(`${valuePaise} is not a value in paise`);
  const left = intent.quantity - progress.filledQuantity;
  if (quantity > left) throw new RangeError(`intent ${intent.id} has ${left} left, a fill is for ${quantity}`);
  const held = base.position?.quantity ?? 0;
  if (intent.purpose === 'exit' && quantity > held) {
    throw new RangeError(`the position holds ${held}, an exit is for ${quantity}`);
  }
}

/** Whether the run still wants what is left of an entry. */
export function isWanted({ progress }: BaseRun, intent: OrderIntent): boolean {
  return intent.purpose === 'entry' && progress.get(intent.id)?.isWithdrawn !== true;
}
