import { formatPaise } from '@trickdesk/domain';
import type { Alarm, DeskEffects } from './effects.ts';
import { type DeskOrder, heldOf, isCover, isGivenUp, type Line, type OrderShape } from './model.ts';

const verb = (order: DeskOrder): string => (order.side === 'buy' ? 'Buy' : 'Sell');
const of = (order: DeskOrder): string => `${verb(order)} ${order.shape.quantity} ${order.instrument.symbol}`;

export function unclearOf(order: DeskOrder): Alarm {
  return {
    key: `unclear ${order.tag}`,
    severity: 'warning',
    deploymentId: order.line?.deploymentId,
    title: `Unclear: ${of(order)}`,
    body: 'The broker gave no clear answer. The order book is being asked; nothing is sent again, and exits stay armed.',
  };
}

export function releasedOf(order: DeskOrder): Alarm {
  return {
    key: `released ${order.tag}`,
    severity: 'info',
    deploymentId: order.line?.deploymentId,
    title: `Cleared up: ${of(order)}`,
    body: 'The broker never received this order. It is closed without a fill.',
  };
}

export function rejectionOf(order: DeskOrder, line: Line): Alarm {
  const urgent = line.coverRejections >= 4;
  const words = isGivenUp(order) ? lostWords(order) : order.rejectText || 'The broker gave no reason.';
  const exit = line.exit !== undefined || line.flatten;
  return {
    key: `rejected ${order.tag}`,
    severity: urgent ? 'urgent' : 'warning',
    deploymentId: line.deploymentId,
    title: exit ? exitTitle(order) : `No stop rests at the broker for ${order.instrument.symbol}`,
    body: `${words} It is tried again by itself. Look at your position at the broker if this goes on.`,
  };
}

function lostWords(order: DeskOrder): string {
  return `The broker never received it: ${of(order)}. Should the broker have it after all, what is too much is taken back.`;
}

/** What was given up as lost on the way nobody has refused. */
function exitTitle(order: DeskOrder): string {
  return order.released ? `An exit did not reach the broker: ${of(order)}` : `The broker refused an exit: ${of(order)}`;
}

/** @param wants what the stop was to be; the order is as the broker has it */
export function refusedMoveOf(order: DeskOrder, wants: OrderShape): Alarm {
  const [stays, wanted] = [order.shape, wants].map((shape) => formatPaise(shape.triggerPaise ?? shape.pricePaise));
  return {
    key: `not moved ${order.tag} ${wants.triggerPaise} ${wants.pricePaise}`,
    severity: 'warning',
    deploymentId: order.line?.deploymentId,
    title: `The stop of ${order.instrument.symbol} was not moved`,
    body: `It stays at ${stays} at the broker: a move to ${wanted} was not carried out. Trickdesk asks for it again when the level changes, or on the next day.`,
  };
}

export function jumpedOf(order: DeskOrder, pricePaise: number): Alarm {
  return {
    key: `jumped ${order.tag} ${order.chases}`,
    severity: order.chases > 1 ? 'urgent' : 'warning',
    deploymentId: order.line?.deploymentId,
    title: `The market jumped over an exit: ${of(order)}`,
    body: `Its limit was passed before it was filled. It is followed to ${formatPaise(pricePaise)} now.`,
  };
}

export function stuckOf(
  line: Line,
  { sinceWall, times }: { readonly sinceWall: number; readonly times: number },
): Alarm {
  const deal = `${line.entrySide === 'buy' ? 'Sell' : 'Buy'} ${heldOf(line)} ${line.instrument.symbol}`;
  return {
    key: `stuck ${line.deploymentId} ${line.base} ${sinceWall} ${times}`,
    severity: 'urgent',
    deploymentId: line.deploymentId,
    title: `An exit cannot leave: ${deal}`,
    body: 'Your broker has not let it through for some seconds. It is tried again by itself. Look at your position at the broker if this goes on.',
  };
}

/** An order is there after it was given up. What rests for a position, and has not acted, only stands in the log. */
export function noteBack(order: DeskOrder, effects: DeskEffects): void {
  const isFilled = order.progress.filledQuantity > 0;
  if (!isFilled && order.line && isCover(order)) {
    effects.timeline.push({ order, what: 'reported', note: 'The broker had it after all.', isBack: true });
    return;
  }
  const alarm = orphanOf(order);
  const isHalted = isFilled && order.role === 'entry' && noteHaltTold(order.line, effects);
  effects.alarms.push(isHalted ? { ...alarm, body: HALTED_BACK, haltsTrick: true } : alarm);
}

/** The halt of the line's run in the same step needs no alert of its own. @returns false where there is none */
function noteHaltTold(line: Line | undefined, { news }: DeskEffects): boolean {
  const at = news.findLastIndex((told) => told.line === line && told.news.kind === 'halt');
  const found = news[at];
  if (found?.news.kind !== 'halt') return false;
  news[at] = { ...found, news: { ...found.news, isTold: true } };
  return true;
}

const HALTED_BACK =
  'The broker had it after all, long after it should have answered. What was filled of it is sold at once, and the trick is halted.';

/** Names the alarm that an order came back. */
export function orphanKey({ tag }: DeskOrder): Pick<Alarm, 'key'> {
  return { key: `orphan ${tag}` };
}

export function orphanOf(order: DeskOrder): Alarm {
  return {
    ...orphanKey(order),
    severity: order.role === 'entry' ? 'urgent' : 'warning',
    deploymentId: order.line?.deploymentId,
    title: `An order came back: ${of(order)}`,
    body: cameBackWords(order),
  };
}

function cameBackWords({ role, line }: DeskOrder): string {
  if (role === 'entry') {
    return 'The broker had it after all, long after it should have answered. It is taken back; what was filled of it is sold at once, and the trick is halted then.';
  }
  // One that closes too much makes an alarm of its own.
  return line
    ? 'The broker had it after all, long after it should have answered. It counts again, and what is too much of it is taken back.'
    : 'The broker had it after all, long after it should have answered. It counts again.';
}

export function oversoldOf(line: Line, quantity: number): Alarm {
  const late = line.orders.findLast(({ released, progress }) => released && progress.filledQuantity > 0);
  const which = late
    ? `An order that seemed lost was executed late: ${of(late)}.`
    : 'An order that seemed lost was executed late.';
  return {
    key: `oversold ${line.deploymentId} ${line.base} ${line.orders.at(-1)?.tag ?? ''}`,
    severity: 'urgent',
    deploymentId: line.deploymentId,
    title: `${quantity} ${line.instrument.symbol} too many were closed`,
    body: `${which} What is too much is taken back at once, and the trick is halted.`,
    haltsTrick: true,
  };
}

/** Of what repeats every few seconds, its owner hears the first, second, fourth, eighth … time. */
export function isWorthTelling(times: number): boolean {
  return Number.isInteger(Math.log2(times));
}
