import type { OrderState } from '@trickdesk/domain';
import { DESK_DEFAULTS, type DeskSettings } from '../desk-settings.ts';
import { newOrder } from '../make-order.ts';
import type { DeskMoment, DeskOrder, ExitWish, Line, OrderShape } from '../model.ts';
import { type DeskAction, planLine } from '../plan-line.ts';
import { DeskWorld } from './desk-world.ts';
import { lineOf } from './line-of.ts';

/** The share stands at 600.00, half a minute after what is known was made. */
export const NOW: DeskMoment = { ...new DeskWorld().moment(), wall: 100_000, lastPaise: () => 600_00 };
const BEFORE = 70_000;
export const TODAY = NOW.today;
export const YESTERDAY = '2025-07-06' as typeof TODAY;

/** 1 % beyond its trigger, as a stop is limited. */
export const STOP: OrderShape = { kind: 'stop_limit', quantity: 10, pricePaise: 588_05, triggerPaise: 594_00 };

let made = 0;

function orderOf(
  role: DeskOrder['role'],
  shape: OrderShape,
  state: OrderState,
  { filled = 0, ...more }: Partial<DeskOrder> & { readonly filled?: number },
): DeskOrder {
  made += 1;
  const side = role === 'entry' ? 'buy' : 'sell';
  const order = newOrder(lineOf(), { role, side, shape, tag: `t${made}`, now: { ...NOW, wall: BEFORE } });
  const progress = { state, filledQuantity: filled, filledValuePaise: filled * 600_00 };
  const told = { toldQuantity: filled, toldValuePaise: filled * 600_00 };
  return Object.assign(order, { progress, brokerOrderId: `b${made}`, ...told }, more);
}

type More = Partial<DeskOrder> & { readonly filled?: number };

/** An entry of the intent 1 at 600.00, at the broker. */
export function entry(quantity: number, state: OrderState, more: More = {}): DeskOrder {
  return orderOf('entry', { kind: 'limit', quantity, pricePaise: 601_80 }, state, { intentId: 1, ...more });
}

/** Units that were bought at 600.00. */
export function bought(quantity: number): DeskOrder {
  return entry(quantity, 'filled', { filled: quantity });
}

/** A stop that rests at 594.00. */
export function stop(quantity: number, more: More & { readonly state?: OrderState } = {}): DeskOrder {
  const { state = 'trigger_pending', ...rest } = more;
  return orderOf('protective', { ...STOP, quantity }, state, rest);
}

/** A sale that rests at 597.00, or has traded. */
export function sale(quantity: number, state: OrderState = 'open', more: More = {}): DeskOrder {
  return orderOf('exit', { kind: 'limit', quantity, pricePaise: 597_00 }, state, more);
}

/** A purchase at 603.00 that takes back what was sold too much. */
export function backBuy(quantity: number, state: OrderState, more: More = {}): DeskOrder {
  const shape = { kind: 'limit', quantity, pricePaise: 603_00 } as const;
  return orderOf('exit', shape, state, { side: 'buy', ...more });
}

/** An order by hand that buys at 598.00. */
export function byHand(state: OrderState, more: More = {}): DeskOrder {
  const shape = { kind: 'limit', quantity: 10, pricePaise: 598_00 } as const;
  return orderOf('own', shape, state, { side: 'buy', line: undefined, ...more });
}

/** The run wants out since a minute. */
export const OUT: ExitWish = {
  ...{ intentId: 2, tradeOrderId: 2, quantity: 10, rule: 'exit', sinceWall: 40_000, toldQuantity: 0 },
};

/** A trick that buys, with a stop at 594.00. */
export function lineWith(orders: readonly DeskOrder[], more: Partial<Line> = {}): Line {
  const line = Object.assign(lineOf(), { entrySide: 'buy', stopPaise: 594_00, heldSinceWall: BEFORE }, more);
  line.orders.push(...orders);
  for (const order of orders) order.line = line;
  return line;
}

/** What is to be done next, in short: kind, the order's place in the line, or what a new one is like. */
export function plan(line: Line, moment: Partial<DeskMoment> = {}, settings: Partial<DeskSettings> = {}): unknown[][] {
  const actions = planLine(line, { ...NOW, ...moment }, { ...DESK_DEFAULTS, ...settings });
  return actions.map((action) => told(line, action));
}

function told(line: Line, action: DeskAction): unknown[] {
  if (action.kind === 'create') return ['create', action.role, action.side, ...shapeIn(action.shape)];
  const place = line.orders.indexOf(action.order);
  if (action.kind !== 'modify') return [action.kind, place];
  return [action.isChase ? 'chase' : 'modify', place, ...shapeIn(action.shape)];
}

/** Quantity and price, and the trigger of a stop. */
function shapeIn({ kind, quantity, pricePaise, triggerPaise }: OrderShape): unknown[] {
  return kind === 'limit' ? ['limit', quantity, pricePaise] : ['stop', quantity, triggerPaise];
}
