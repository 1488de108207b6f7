import { isWorthTelling, jumpedOf } from './alarms.ts';
import type { Alarm, DeskEffects } from './effects.ts';
import type { HandExit } from './hand-exit.ts';
import type { HandGroup, HandKnown } from './hand-groups.ts';
import type { DeskMoment, DeskOrder, Line } from './model.ts';
import type { HandAction } from './plan-hand-exit.ts';
import { newLine } from './restore-desk.ts';

type Making = (line: Line, wanted: Pick<DeskOrder, 'role' | 'side' | 'shape'>, now: DeskMoment) => DeskOrder;

/**
 * Does what the wish to close everything by hand asks for now: orders that stand are changed and taken back as their
 * owner's own are.
 *
 * @returns orders that are to be placed
 */
export function closeByHand(
  hand: HandExit,
  { known, make, effects }: { readonly known: HandKnown; readonly make: Making; readonly effects: DeskEffects },
  now: DeskMoment,
): DeskOrder[] {
  const { wish } = hand;
  if (!wish) return [];
  const { actions, end } = hand.plan(known, now);
  if (end) effects.handEnds.push(end);
  const made: DeskOrder[] = [];
  for (const action of actions) {
    if (action.kind === 'create') {
      const { side, shape, group } = action;
      const order = make(placeOf(group, wish.accountId), { role: 'own', side, shape }, now);
      order.line = undefined;
      order.handExitId = wish.id;
      made.push(order);
    } else change(action, effects);
  }
  return made;
}

/** What an own order takes from a line: it belongs to none. */
function placeOf({ instrument, product }: HandGroup, accountId: number): Line {
  return newLine({ deploymentId: 0, runNumber: 0, base: 0, accountId, instrument, product, algo: undefined });
}

function change(action: Exclude<HandAction, { kind: 'create' }>, effects: DeskEffects): void {
  const { order } = action;
  switch (action.kind) {
    case 'cancel':
      order.cancelWanted = true;
      return;
    case 'chase':
      order.wanted = action.shape;
      order.chases += 1;
      if (isWorthTelling(order.chases)) effects.alarms.push(jumpedOf(order, action.shape.pricePaise));
      return;
    case 'refused':
      if (isWorthTelling(action.times)) effects.alarms.push(refusedOf(order, action.times));
  }
}

function refusedOf({ tag, side, shape, instrument, rejectText }: DeskOrder, times: number): Alarm {
  const deal = `${side === 'buy' ? 'Buy' : 'Sell'} ${shape.quantity} ${instrument.symbol}`;
  return {
    key: `refused ${tag}`,
    severity: times >= 4 ? 'urgent' : 'warning',
    deploymentId: undefined,
    title: `The broker refused to close what you opened by hand: ${deal}`,
    body: `${rejectText || 'The broker gave no reason.'} It is tried again by itself. Look at your position at the broker if this goes on.`,
  };
}
