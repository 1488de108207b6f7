import type { EpochMs } from '@trickdesk/domain';
import type { OrderNews } from '../deployments/index.ts';
import { type DeskOrder, heldOf, type Line } from './model.ts';

/** What a run is to be told. */
export interface LineNews {
  readonly line: Line;
  readonly news: OrderNews;
}

/**
 * Tells the run what was executed of an order since it was last told, and counts it as told. A fill that no intent of
 * the run explains is not the run's: the line is emptied instead.
 *
 * @param byHand it is known that its owner's own order closed what is counted as closed elsewhere
 */
export function tellFills(order: DeskOrder, at: EpochMs, byHand = false): LineNews[] {
  const { line, progress } = order;
  if (!line) return [];
  const quantity = progress.filledQuantity - order.toldQuantity;
  const valuePaise = progress.filledValuePaise - order.toldValuePaise;
  if (quantity <= 0) return [];
  order.toldQuantity = progress.filledQuantity;
  order.toldValuePaise = progress.filledValuePaise;
  // What takes back too much was never the run's.
  if (order.role !== 'entry' && order.side === line.entrySide) return [];
  if (order.role === 'entry') return tellEntry(line, order, { at, quantity, valuePaise });
  return tellExit(line, order, { at, quantity, valuePaise }, byHand ? 'by_hand' : ruleOf(order));
}

/**
 * Tells the run of units that were gone before it heard of them: a stop that came back late has closed what a later
 * entry opened.
 */
export function tellMissing(line: Line, at: EpochMs): LineNews[] {
  const quantity = line.runHeld - Math.max(0, heldOf(line));
  const closer = line.orders.findLast((order) => order.side !== line.entrySide && order.progress.filledQuantity > 0);
  if (quantity <= 0 || !closer) return [];
  const { filledQuantity, filledValuePaise } = closer.progress;
  const valuePaise = Math.round((filledValuePaise * quantity) / filledQuantity);
  return tellExit(line, closer, { at, quantity, valuePaise }, ruleOf(closer));
}

interface Executed {
  readonly at: EpochMs;
  readonly quantity: number;
  /** Whole paise. */
  readonly valuePaise: number;
}

function tellEntry(line: Line, order: DeskOrder, executed: Executed): LineNews[] {
  const { intentId } = order;
  if (order.released || intentId === undefined || line.entry?.intentId !== intentId) {
    line.flatten = true;
    const reason = `The broker filled an order in ${line.instrument.symbol} that it seemed never to have received.`;
    return [{ line, news: { kind: 'halt', reason } }];
  }
  line.runHeld += executed.quantity;
  return [{ line, news: { kind: 'fill', intentId, ...executed } }];
}

type ExitRule = Extract<LineNews['news'], { readonly kind: 'broker_exit' }>['rule'];

function tellExit(line: Line, order: DeskOrder, executed: Executed, rule: ExitRule): LineNews[] {
  const told: LineNews[] = [];
  // What goes beyond the run's position empties what the run never knew of.
  let { quantity, valuePaise } = part(executed, Math.min(executed.quantity, line.runHeld));
  line.runHeld -= quantity;
  const { exit } = line;
  if (exit && quantity > 0) {
    const own = part({ at: executed.at, quantity, valuePaise }, Math.min(quantity, exit.quantity - exit.toldQuantity));
    if (own.quantity > 0) {
      exit.toldQuantity += own.quantity;
      told.push({ line, news: { kind: 'fill', intentId: exit.intentId, ...own } });
    }
    if (exit.toldQuantity >= exit.quantity) line.exit = undefined;
    quantity -= own.quantity;
    valuePaise -= own.valuePaise;
  }
  if (quantity > 0) {
    const pricePaise = Math.round(valuePaise / quantity);
    const news = { base: line.base, at: executed.at, rule, pricePaise, quantity, valuePaise } as const;
    const rest = order.elsewhere ? ({ keepsRest: true } as const) : {};
    told.push({ line, news: { kind: 'broker_exit', ...news, ...rest } });
  }
  return told;
}

function ruleOf(order: DeskOrder): 'stop' | 'broker' {
  return order.role === 'protective' ? 'stop' : 'broker';
}

/** A share of an execution, by quantity; the value is rounded, and the rest gets what is left. */
function part(executed: Executed, quantity: number): Executed {
  if (quantity >= executed.quantity) return executed;
  const valuePaise = Math.round((executed.valuePaise * quantity) / Math.max(1, executed.quantity));
  return { at: executed.at, quantity, valuePaise };
}

/** Ends the entry of a line once all its orders have, and says so where it was not filled completely. */
export function tellEntryEnd(line: Line, at: EpochMs): LineNews[] {
  const { entry } = line;
  if (!entry) return [];
  const orders = line.orders.filter((order) => order.role === 'entry' && order.intentId === entry.intentId);
  const ended = orders.every(({ progress }) => ENDED.has(progress.state));
  if (!ended || orders.some((order) => order.toldQuantity < order.progress.filledQuantity)) return [];
  line.entry = undefined;
  for (const order of orders) order.intentEnded = true;
  const filled = orders.reduce((sum, order) => sum + order.progress.filledQuantity, 0);
  if (filled >= entry.quantity) return [];
  const rejected = orders.find(({ progress }) => progress.state === 'rejected');
  const reason = rejected ? 'rejected' : 'cancelled';
  const note = rejected?.rejectText || (filled > 0 ? partWords(line, filled, entry.quantity) : '');
  const news = { kind: 'ended', intentId: entry.intentId, at, reason, ...(note ? { note } : {}) } as const;
  return [{ line, news }];
}

function partWords({ entrySide }: Line, filled: number, wanted: number): string {
  if (entrySide === 'sell') return `${filled} of ${wanted} were sold in time`;
  return `${filled} of ${wanted} were bought in time`;
}

const ENDED: ReadonlySet<string> = new Set(['filled', 'cancelled', 'rejected', 'expired']);
