import { formatPaise, isTerminal } from '@trickdesk/domain';
import type { Alarm, TimelineEntry } from './effects.ts';
import { type DeskOrder, isOver, type OrderShape } from './model.ts';
import { NO_WORDS } from './refused-shapes.ts';
import { capital, purposeOf, reasonOf, rejectionWords, type TradeLine, toldOrders } from './trade-lines.ts';

/** What its owner hears of an order by hand: a line of the trade log, and an alert. */
export interface OwnNews {
  readonly order: DeskOrder;
  readonly line: TradeLine;
  /**
   * `what`: the end, before it how much is filled, or a change that was not made; each is told once. Absent where another
   * alert tells of it.
   */
  readonly alert: (Pick<Alarm, 'severity' | 'title' | 'body'> & { readonly what: string }) | undefined;
}

/**
 * Fills and ends of orders by hand in a step, and changes of them that were not made. How much was told stands in their
 * rows, so that nothing is told twice.
 *
 * @param wall when the step was taken
 */
export function ownNews(timeline: readonly TimelineEntry[], wall: number): OwnNews[] {
  return [...unmadeNews(timeline, wall), ...progressNews(timeline)];
}

/** A change that was accepted and that the exchange did not make leaves no other trace than the order as it was. */
function unmadeNews(timeline: readonly TimelineEntry[], wall: number): OwnNews[] {
  return timeline.flatMap(({ order, what: said, note = '', unmade }) => {
    // The end of an order is told by itself, and what the desk changes of its own accord it tries again.
    if (!unmade || order.role !== 'own' || order.handExitId !== undefined || isOver(order)) return [];
    const { accountId, instrument, side, shape } = order;
    const reason = reasonOf(note === NO_WORDS ? '' : note);
    // Right after the refusal the order may have ended already: only the book shows that it stands.
    const stays = said === 'reported' ? ` It stays as it was: ${termsOf(shape)}.` : '';
    const sentence = `The broker did not change ${purposeOf(order)}. You asked for ${termsOf(unmade)}.${stays} ${reason}`;
    const { symbol } = instrument;
    const line = { kind: 'rejection', accountId, deploymentId: undefined, symbol, sentence } as const;
    const deal = `${side} ${shape.quantity} ${symbol}`;
    const title = `By hand: the order to ${deal} was not changed`;
    // tidy: told-in-hindi because it names an event
    const what = `not changed ${wall}`;
    return [{ order, line, alert: { what, severity: 'warning', title, body: sentence } }];
  });
}

/** `12 at ₹610.00`, with its trigger where it is a stop. */
function termsOf({ kind, quantity, pricePaise, triggerPaise }: OrderShape): string {
  const [price, trigger] = [formatPaise(pricePaise), formatPaise(triggerPaise ?? 0)];
  return kind === 'stop_limit' ? `${quantity} at ${price}, trigger ${trigger}` : `${quantity} at ${price}`;
}

function progressNews(timeline: readonly TimelineEntry[]): OwnNews[] {
  return toldOrders(timeline).flatMap((order) => {
    if (order.role !== 'own') return [];
    const { filledQuantity, filledValuePaise, state } = order.progress;
    const isFill = filledQuantity > order.toldQuantity;
    const isEnd = isTerminal(state) && !order.isEndLogged;
    if (!isFill && !isEnd) return [];
    order.toldQuantity = filledQuantity;
    order.toldValuePaise = filledValuePaise;
    if (isEnd) order.isEndLogged = true;
    // A change that is not confirmed is not what it was filled by.
    return [{ ...newsOf({ ...order, shape: order.inForce ?? order.shape }, isFill), order }];
  });
}

function newsOf(order: DeskOrder, isFill: boolean): OwnNews {
  const { accountId, instrument, handExitId, progress } = order;
  const { state, filledQuantity } = progress;
  const sentence = sentenceOf(order);
  const kind = isFill ? 'fill' : state === 'rejected' ? 'rejection' : 'notice';
  const severity = state === 'rejected' ? 'warning' : 'info';
  // tidy: told-in-hindi because it names an event
  const what = isTerminal(state) ? state : `filled ${filledQuantity}`;
  return {
    order,
    line: { kind, accountId, deploymentId: undefined, symbol: instrument.symbol, sentence },
    // What closes everything at once tells of all its orders together.
    alert: handExitId === undefined ? { what, severity, title: titleOf(order), body: sentence } : undefined,
  };
}

function sentenceOf(order: DeskOrder): string {
  const { progress, shape } = order;
  const { state, filledQuantity } = progress;
  const subject = capital(purposeOf(order));
  switch (state) {
    case 'rejected':
      return rejectionWords(order);
    case 'filled':
      return `${subject} is filled${atAverage(order)}.`;
    case 'cancelled':
    case 'expired': {
      const why = state === 'expired' ? 'its day has ended' : 'it was cancelled';
      const filled =
        filledQuantity === 0
          ? 'Nothing was filled'
          : `${filledQuantity} of ${shape.quantity} were filled${atAverage(order)}`;
      return `${subject} is over: ${why}. ${filled}.`;
    }
    default:
      return `${subject} is filled in part: ${priced(order, `${filledQuantity} of ${shape.quantity}`)}.`;
  }
}

function titleOf(order: DeskOrder): string {
  const { progress, shape, side, instrument } = order;
  const { state } = progress;
  const deal = `${side} ${shape.quantity} ${instrument.symbol}`;
  switch (state) {
    case 'rejected':
      return `By hand: the order to ${deal} was rejected`;
    case 'cancelled':
      return `By hand: the order to ${deal} is cancelled`;
    case 'expired':
      return `By hand: the order to ${deal} has expired`;
    default: {
      const done = doneOf(order);
      return side === 'buy' ? `By hand: bought ${done}` : `By hand: sold ${done}`;
    }
  }
}

/** `5 of 10 SBIN at ₹600.00`. */
function doneOf(order: DeskOrder): string {
  const { progress, shape, instrument } = order;
  const { state, filledQuantity } = progress;
  const all = `${shape.quantity} ${instrument.symbol}`;
  return priced(order, state === 'filled' ? `${filledQuantity} ${instrument.symbol}` : `${filledQuantity} of ${all}`);
}

function priced(order: DeskOrder, what: string): string {
  const price = averageOf(order);
  return price === undefined ? what : `${what} at ${price}`;
}

function atAverage(order: DeskOrder): string {
  const price = averageOf(order);
  return price === undefined ? '' : ` at ${price}`;
}

function averageOf({ progress }: DeskOrder): string | undefined {
  const { filledQuantity, filledValuePaise } = progress;
  return filledQuantity === 0 ? undefined : formatPaise(Math.round(filledValuePaise / filledQuantity));
}
