import type { BrokerOrder } from '@trickdesk/brokers';
import { shapeOf } from './apply-report.ts';
import type { DeskSettings } from './desk-settings.ts';
import type { DeskEffects } from './effects.ts';
import { type DeskMoment, type DeskOrder, isOver, isSameShape, type OrderShape } from './model.ts';
import { judgeRefused } from './overtaken.ts';
import { confirm, isBeingChanged, noteGivenUp, takeStray } from './own-orders.ts';
import { isUndone, NO_WORDS, noteRefused } from './refused-shapes.ts';

interface Showing {
  /** When the question for the book left. */
  readonly askedAtWall: number;
  readonly now: DeskMoment;
  readonly settings: DeskSettings;
  readonly effects: DeskEffects;
}

/** What the book shows holds, unless something was asked of the order after the book was. */
export function takeShape(order: DeskOrder, report: BrokerOrder, showing: Showing): void {
  const { askedAtWall, now, settings, effects } = showing;
  const { asking } = order;
  if (isOver(order) || askedAtWall <= order.shapeAtWall) return;
  // A change without an answer for so long is not waited for: the book says whether it was made.
  if (asking && (asking.verb === 'place' || askedAtWall < asking.sinceWall + settings.lookAfterMs)) return;
  const shape = shapeOf(report);
  // A change that is on its way is neither made nor refused yet.
  if (!shape || (order.inForce && isBeingChanged(report))) return;
  const isArmedAgain = report.state === 'trigger_pending' && order.progress.state === 'open';
  if (!asking && !isArmedAgain && !order.shapeUnclear && isSameShape(shape, order.shape)) return;
  const known = order.shape;
  const isStray = takeStray(order, shape, now.wall, effects);
  const undone = !isStray && isUndone(order, shape) ? known : undefined;
  giveUp(order, shape, now.wall);
  judgeRefused(order, report, undone);
  order.refusedQuantity = undefined;
  order.shapeUnclear = false;
  order.shape = shape;
  // A change that crossed its trigger, or came late, has made it a stop again, which no order becomes by itself.
  if (isArmedAgain) order.progress = { ...order.progress, state: 'trigger_pending' };
  noteShown({ order, known, undone }, report, showing);
  confirm(order, effects);
  effects.changed.add(order);
}

/** What was asked for is not waited for any more, and may still come, unless it is there. */
function giveUp(order: DeskOrder, shown: OrderShape, wall: number): void {
  const { asking } = order;
  if (!asking) return;
  order.unansweredAtWall = wall;
  order.asking = undefined;
  if (asking.wants && !isSameShape(asking.wants, shown)) noteGivenUp(order, asking.wants, wall);
}

interface Shown {
  /** As the book shows it by now. */
  readonly order: DeskOrder;
  readonly known: OrderShape;
  /** What it was to become, where it shows that a change was not made. */
  readonly undone: OrderShape | undefined;
}

function noteShown({ order, known, undone }: Shown, report: BrokerOrder, { now, effects }: Showing): void {
  const { shape } = order;
  if (undone) {
    order.lastWish = undefined;
    noteRefused(order, undone, now, effects);
    const note = report.text || NO_WORDS;
    effects.timeline.push({ order, what: 'reported', note, shape, unmade: undone });
  } else if (order.role === 'own' && !isSameShape(shape, known)) {
    // Changed in the broker's own app, or what became of a change was not heard: its story must not be silent about it.
    effects.timeline.push({ order, what: 'reported', note: 'The broker shows these terms now.', shape });
  }
}
