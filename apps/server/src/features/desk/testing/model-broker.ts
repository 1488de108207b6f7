import type { AcceptedOrder, BrokerOrder, WriteOutcome } from '@trickdesk/brokers';
import { isTerminal, isWithinBand, type OrderState, type PriceBand } from '@trickdesk/domain';
import type { DeskSend } from '../desk-core.ts';
import type { DeskOrder, OrderShape } from '../model.ts';

/** How one request goes wrong. */
export const WRITE_FAULTS = [
  /** It takes effect late, and is answered before the caller gives up. */
  'slow',
  /** It is lost on the way; the caller waits until it gives up. */
  'lost_before',
  /** It takes effect; the answer is lost. */
  'lost_after',
  /** It takes effect; the answer is empty. */
  'empty_after',
  /** The broker's server fails before, or after, it has passed the request on. */
  'failed_before',
  'failed_after',
  'refused',
  'rate_limited',
  'session_expired',
  /** It takes effect long after the caller gave up. */
  'late',
] as const;
export type WriteFault = (typeof WRITE_FAULTS)[number];

export interface ModelOrder {
  readonly id: string;
  /** `undefined`: placed by hand at the broker. */
  readonly tag: string | undefined;
  readonly side: 'buy' | 'sell';
  shape: OrderShape;
  state: OrderState;
  filled: number;
  valuePaise: number;
}

/** What befalls the reports of orders on their socket. */
export interface Socket {
  isMuted: boolean;
  /** How often each report comes beyond the first time. */
  copies: number;
  /** Each report waits a random time up to this, so that later ones may overtake it. */
  jitterMs: number;
}

interface Due {
  readonly atWall: number;
  readonly run: () => void;
}

export interface ModelBrokerParts {
  readonly now: () => number;
  readonly isOpen: () => boolean;
  readonly lastPaise: () => number;
  /** Units that trade at each match; a small number makes partial fills. */
  readonly depth: () => number;
  /** Units above which the exchange takes no order. */
  readonly freezeQuantity: number;
  readonly onReport: (report: BrokerOrder) => void;
}

/** How long a request is waited for before its fate counts as unclear; the real client is as patient or more. */
const GIVE_UP_MS = 5_000;
const SLOW_MS = 1_500;
const ANSWER_MS = 5;
const LATE_MS = 6_000;

type Outcome = WriteOutcome<AcceptedOrder>;

interface Effect {
  /** When it takes effect; `undefined`: never. */
  readonly afterMs?: number;
  /** What the caller hears in place of the broker's answer, and when. */
  readonly lost?: Outcome;
  readonly told?: number;
}

const timeout: Outcome = { kind: 'unknown', cause: 'timeout' };
const emptyReply: Outcome = { kind: 'unknown', cause: 'empty_reply' };
const brokerFault: Outcome = { kind: 'unknown', cause: 'broker_fault' };
const refusal = (message: string): Outcome => ({ kind: 'refused', code: 'AB1007', message });

const EFFECTS: Readonly<Record<WriteFault | 'none', Effect>> = {
  none: { afterMs: ANSWER_MS },
  slow: { afterMs: SLOW_MS },
  lost_before: { lost: timeout },
  lost_after: { afterMs: ANSWER_MS, lost: timeout },
  empty_after: { afterMs: ANSWER_MS, lost: emptyReply, told: ANSWER_MS },
  failed_before: { lost: brokerFault, told: ANSWER_MS },
  failed_after: { afterMs: ANSWER_MS, lost: brokerFault, told: ANSWER_MS },
  refused: { lost: refusal('Refused for a test.'), told: ANSWER_MS },
  rate_limited: { lost: { kind: 'not_sent', cause: 'rate_limited' }, told: ANSWER_MS },
  session_expired: { lost: { kind: 'not_sent', cause: 'session_expired' }, told: ANSWER_MS },
  late: { afterMs: LATE_MS, lost: timeout },
};

/** A broker and its exchange for one instrument, in memory and on a clock of its own: the referee of the desk's tests. */
export class ModelBroker {
  /** Today's; the book shows these. */
  orders: ModelOrder[] = [];
  /** Of all days. */
  readonly all: ModelOrder[] = [];
  /** Tags of requests that took effect after the caller had given them up. */
  readonly late = new Set<string>();
  readonly socket: Socket = { isMuted: false, copies: 0, jitterMs: 0 };
  /** The exchange's price band of the day; `undefined`: it takes every price. */
  band: PriceBand | undefined;
  /** How many changes the rate of the hour still has room for, and how many of them no move of a stop may have. */
  rate = { changes: Number.POSITIVE_INFINITY, keptForExits: 0 };
  /** So long a change that the broker has taken is on its way to the exchange. */
  exchangeMs = 0;
  /** Changes that were taken and then not made, because the exchange refused their prices. */
  undone = 0;
  readonly #parts: ModelBrokerParts;
  #due: Due[] = [];
  #reports: { readonly atWall: number; readonly report: BrokerOrder }[] = [];
  #numbers = 0;

  constructor(parts: ModelBrokerParts) {
    this.#parts = parts;
  }

  /** Takes a request; the answer comes later. */
  ask({ order, asking }: DeskSend, fault: WriteFault | 'none', answer: (outcome: Outcome) => void): void {
    // What was asked is what left, whatever becomes of the order meanwhile.
    const asked = { ...order, shape: { ...order.shape } };
    const act = (): Outcome => this.#act(asked, asking);
    const later = (ms: number, run: () => void): void => {
      this.#due.push({ atWall: this.#parts.now() + ms, run });
    };
    const { afterMs, lost, told } =
      EFFECTS[asking.verb === 'modify' && !this.#takeChange(asking) ? 'rate_limited' : fault];
    if (afterMs !== undefined && afterMs > ANSWER_MS) this.late.add(order.tag);
    if (afterMs !== undefined && lost === undefined) later(afterMs, () => answer(act()));
    else {
      if (afterMs !== undefined) later(afterMs, act);
      later(told ?? GIVE_UP_MS, () => answer(lost ?? timeout));
    }
  }

  #takeChange({ isStopMove }: DeskSend['asking']): boolean {
    const { changes, keptForExits } = this.rate;
    if (changes <= (isStopMove ? keptForExits : 0)) return false;
    this.rate = { changes: changes - 1, keptForExits };
    return true;
  }

  /** Runs what is due by now, then matches what rests against the price. */
  beat(): void {
    const now = this.#parts.now();
    const due = this.#due.filter((item) => item.atWall <= now).sort((a, b) => a.atWall - b.atWall);
    this.#due = this.#due.filter((item) => item.atWall > now);
    for (const { run } of due) run();
    if (this.#parts.isOpen()) this.match();
    const told = this.#reports.filter((item) => item.atWall <= now).sort((a, b) => a.atWall - b.atWall);
    this.#reports = this.#reports.filter((item) => item.atWall > now);
    for (const { report } of told) this.#parts.onReport(report);
  }

  match(): void {
    const last = this.#parts.lastPaise();
    for (const order of this.orders) {
      if (order.state === 'trigger_pending' && isReached(order, last)) this.#set(order, 'open');
      if (order.state !== 'open' && order.state !== 'partially_filled') continue;
      const { pricePaise, quantity } = order.shape;
      const trades = order.side === 'buy' ? pricePaise >= last : pricePaise <= last;
      if (!trades) continue;
      const filled = Math.min(this.#parts.depth(), quantity - order.filled);
      if (filled <= 0) continue;
      order.filled += filled;
      order.valuePaise += filled * last;
      this.#set(order, order.filled >= quantity ? 'filled' : 'partially_filled');
    }
  }

  /** The exchange closes: what rests ends, which the socket may or may not say. */
  endDay(isTold: boolean): void {
    for (const order of this.orders) {
      if (isTerminal(order.state)) continue;
      if (isTold) this.#set(order, 'expired');
      else order.state = 'expired';
    }
  }

  /** A new day's book is empty, and its numbers begin anew. */
  startDay(): void {
    this.orders = [];
    this.#numbers = 0;
  }

  /** Somebody cancels an order in the broker's own app. */
  cancelByHand(order: ModelOrder): void {
    if (!isTerminal(order.state)) this.#set(order, 'cancelled');
  }

  /** Somebody places an order in the broker's own app. */
  placeByHand(side: 'buy' | 'sell', quantity: number): void {
    const last = this.#parts.lastPaise();
    this.#add({ tag: undefined, side, shape: { kind: 'limit', quantity, pricePaise: last } });
  }

  /** Nothing is on its way to it or from it. */
  get isQuiet(): boolean {
    return this.#due.length + this.#reports.length === 0;
  }

  book(): BrokerOrder[] {
    return this.orders.map(toReport);
  }

  #act(order: DeskOrder, { verb, wants }: DeskSend['asking']): Outcome {
    if (!this.#parts.isOpen()) return refusal('The market is closed.');
    if (verb === 'place') return this.#place(order);
    const known = this.orders.find((other) => other.id === order.brokerOrderId);
    if (!known || isTerminal(known.state)) return refusal('The order is not open.');
    if (verb === 'cancel') this.#set(known, 'cancelled');
    return wants ? this.#change(known, wants) : acceptedOf(known);
  }

  #change(known: ModelOrder, wants: OrderShape): Outcome {
    if (wants.quantity < known.filled) return refusal('More is filled already.');
    if (wants.quantity > this.#parts.freezeQuantity) return refusal('The quantity is frozen.');
    if (this.exchangeMs === 0) this.#make(known, wants);
    else this.#due.push({ atWall: this.#parts.now() + this.exchangeMs, run: () => this.#make(known, wants) });
    return acceptedOf(known);
  }

  #make(known: ModelOrder, wants: OrderShape): void {
    if (isTerminal(known.state)) return;
    // The broker takes the change; the exchange does not, and leaves the order as it was.
    if (this.#isOutsideBand(wants) || wants.quantity < known.filled) {
      this.undone += 1;
      this.#set(known, known.state);
      return;
    }
    known.shape = wants;
    // A changed stop waits for its trigger again, unless a part of it has traded.
    const isArmed = wants.kind === 'stop_limit' && known.filled === 0;
    this.#set(known, wants.quantity === known.filled ? 'filled' : isArmed ? 'trigger_pending' : restingState(known));
  }

  #place({ tag, side, shape }: DeskOrder): Outcome {
    return acceptedOf(this.#add({ tag, side, shape }));
  }

  #add(asked: Pick<ModelOrder, 'tag' | 'side' | 'shape'>): ModelOrder {
    this.#numbers += 1;
    const isStop = asked.shape.kind === 'stop_limit';
    const made: ModelOrder = { id: `b${this.#numbers}`, ...asked, state: 'pending', filled: 0, valuePaise: 0 };
    this.orders.push(made);
    this.all.push(made);
    if (asked.shape.quantity > this.#parts.freezeQuantity) this.#set(made, 'rejected');
    else if (this.#isOutsideBand(made.shape)) this.#set(made, 'rejected');
    else if (isStop && isReached(made, this.#parts.lastPaise())) this.#set(made, 'rejected');
    else this.#set(made, isStop ? 'trigger_pending' : 'open');
    return made;
  }

  #isOutsideBand({ pricePaise, triggerPaise = pricePaise }: OrderShape): boolean {
    const { band } = this;
    if (!band) return false;
    return [pricePaise, triggerPaise].some((paise) => !isWithinBand(paise, band));
  }

  #set(order: ModelOrder, state: OrderState): void {
    order.state = state;
    const { isMuted, copies, jitterMs } = this.socket;
    if (isMuted) return;
    const report = toReport(order);
    for (let copy = 0; copy <= copies; copy += 1) {
      // Later ones wait less: they overtake.
      const waitMs =
        jitterMs === 0 ? 3 + copy * 40 : 3 + ((this.all.length * 7 + order.filled + copy * 3) % 5) * (jitterMs / 5);
      this.#reports.push({ atWall: this.#parts.now() + waitMs, report });
    }
  }
}

function acceptedOf({ id }: ModelOrder): Outcome {
  return { kind: 'accepted', value: { brokerOrderId: id, uniqueOrderId: `u-${id}` } };
}

function restingState(order: ModelOrder): OrderState {
  return order.filled > 0 ? 'partially_filled' : 'open';
}

function isReached(order: ModelOrder, last: number): boolean {
  const trigger = order.shape.triggerPaise;
  if (trigger === undefined) return false;
  return order.side === 'buy' ? last >= trigger : last <= trigger;
}

function toReport(order: ModelOrder): BrokerOrder {
  const { shape, filled } = order;
  return {
    brokerOrderId: order.id,
    uniqueOrderId: `u-${order.id}`,
    exchangeOrderId: undefined,
    tag: order.tag,
    exchange: 'NSE',
    token: '3045',
    tradingSymbol: 'SBIN-EQ',
    side: order.side,
    product: 'intraday',
    kind: shape.kind,
    state: order.state,
    statusText: order.state,
    quantity: shape.quantity,
    filledQuantity: filled,
    cancelledQuantity: 0,
    averagePaise: filled === 0 ? 0 : order.valuePaise / filled,
    pricePaise: shape.pricePaise,
    triggerPaise: shape.triggerPaise,
    text: order.state === 'rejected' ? 'Trigger price is beyond the market.' : '',
    updatedAt: undefined,
  };
}
