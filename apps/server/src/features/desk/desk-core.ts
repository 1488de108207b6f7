import type { AcceptedOrder, BrokerOrder, WriteOutcome } from '@trickdesk/brokers';
import { type IndiaDate, isTerminal } from '@trickdesk/domain';
import { isWorthTelling, jumpedOf, noteBack, releasedOf } from './alarms.ts';
import { applyAnswer } from './apply-answer.ts';
import { afterProgress, applyReport, shapeOf } from './apply-report.ts';
import { looksFirst, mayEndUnasked } from './broker-closes.ts';
import { CarriedOrders } from './carried-orders.ts';
import { closeByHand } from './close-by-hand.ts';
import { detach, endExit, noteOversold, prune } from './close-line.ts';
import type { DeskSettings } from './desk-settings.ts';
import { isDoubted } from './doubts.ts';
import { type DeskEffects, noEffects } from './effects.ts';
import { HandExit } from './hand-exit.ts';
import {
  type Asking,
  type DeskMoment,
  type DeskOrder,
  isCover,
  isGivenUp,
  isIdle,
  isOver,
  isPlanned,
  isSameShape,
  isUnclear,
  isWorking,
  type Line,
  lineKey,
  type OrderShape,
  opposite,
} from './model.ts';
import { tellMissing } from './news.ts';
import { finishRequests, nextWish, noteRequestsAsked, ownAsking, takeProof, takeTerms } from './own-orders.ts';
import { type DeskAction, planLine } from './plan-line.ts';
import { replacedIn, succeed } from './rate-refusals.ts';
import { noteAsked } from './refused-shapes.ts';
import { askingOf } from './stop-moves.ts';
import { noteStuckExit } from './stuck-exits.ts';
import { takeShape } from './take-shape.ts';
import { countAsTaken, type OutsideReport, type Taken, takenInBook } from './taken-away.ts';
import { lacksPrice, withPrice } from './unpriced-fills.ts';

/** A request for the broker. */
export interface DeskSend {
  readonly order: DeskOrder;
  readonly asking: Asking;
}

/** Makes the orders that the desk needs by itself, such as stops. */
export type MakeOrder = (line: Line, wanted: Pick<DeskOrder, 'role' | 'side' | 'shape'>, now: DeskMoment) => DeskOrder;

/**
 * What the desk of one broker account knows and decides. No clock, no network, no database: it takes news in, says
 * what must be stored, and then what to send. The shell around it stores first.
 */
export class DeskCore {
  readonly lines = new Map<string, Line>();
  readonly orders = new Map<string, DeskOrder>();
  readonly #byBrokerId = new Map<string, DeskOrder>();
  readonly #settings: DeskSettings;
  readonly #makeOrder: MakeOrder;
  readonly hand: HandExit;
  #effects: DeskEffects = noEffects();
  readonly #touched = new Set<Line>();
  readonly #carried = new CarriedOrders();
  /** Since when a report speaks against what is known of an order. */
  #bookWanted: number | undefined;

  constructor(settings: DeskSettings, makeOrder: MakeOrder) {
    this.#settings = settings;
    this.#makeOrder = makeOrder;
    this.hand = new HandExit(settings);
  }

  add(order: DeskOrder): void {
    this.orders.set(order.tag, order);
    order.line?.orders.push(order);
    this.#touch(order.line);
    if (order.brokerOrderId !== undefined) this.#byBrokerId.set(order.brokerOrderId, order);
  }

  /** What happened since the last call, to be stored. */
  takeEffects(): DeskEffects {
    const effects = this.#effects;
    this.#effects = noEffects();
    return effects;
  }

  onReport(report: BrokerOrder, now: DeskMoment): void {
    const order = this.#find(report, now);
    // The book is asked for what it went for; what else this says, that shows too.
    if (order && lacksPrice(report, order)) this.#bookWanted = now.wall;
    else if (order) {
      const ends = mayEndUnasked(order, now);
      this.#hear(order, report, now);
      if (ends && order.line && order.progress.state === 'cancelled') order.line.takenBackAtWall = now.wall;
    }
    // Somebody trades beside the tricks: whether they have closed what one holds, the book tells.
    if ((!order || order.role === 'own') && report.filledQuantity > 0) this.#bookWanted = now.wall;
  }

  #hear(order: DeskOrder, report: BrokerOrder, now: DeskMoment): void {
    this.#carried.carryOver(order, report, now, this.#effects);
    const isBack = isGivenUp(order) && !isTerminal(report.state);
    const wasGivenUp = isGivenUp(order);
    if (report.filledQuantity > order.progress.filledQuantity || isBack) this.#reopen(order);
    this.#touch(order.line);
    applyReport(order, report, now, this.#effects);
    takeProof(order, report, this.#effects);
    this.#byBrokerId.set(report.brokerOrderId, order);
    if (wasGivenUp && (isWorking(order) || order.progress.filledQuantity > 0)) {
      noteBack(order, this.#effects);
    }
    this.#finish(order, undefined);
    // It was changed by somebody else, or by a request that was given up; or the report is an old one.
    const shape = shapeOf(report);
    if (isWorking(order) && !order.asking && shape && !isSameShape(shape, order.shape)) this.#bookWanted = now.wall;
  }

  /** @param askedAtWall when the question left: what changed after that is not in the answer */
  onBook(reports: readonly BrokerOrder[], askedAtWall: number, now: DeskMoment): BrokerOrder[] {
    if (this.#bookWanted !== undefined && askedAtWall >= this.#bookWanted) this.#bookWanted = undefined;
    const seen = new Set<DeskOrder>();
    const foreign: BrokerOrder[] = [];
    const outside: OutsideReport[] = [];
    this.#carried.onBook(askedAtWall, now);
    for (const shown of reports) {
      const order = this.#find(shown, now);
      const report = order ? withPrice(shown, order, now) : shown;
      if (!order || order.role === 'own') outside.push({ ...report, isOwn: order !== undefined });
      if (!order) {
        foreign.push(report);
        continue;
      }
      seen.add(order);
      const showing = { askedAtWall, now, settings: this.#settings, effects: this.#effects };
      takeShape(order, report, showing);
      this.#hear(order, report, now);
    }
    for (const order of this.orders.values()) if (!seen.has(order)) this.#onAbsence(order, askedAtWall, now);
    this.#carried.afterBook();
    this.hand.afterBook(askedAtWall);
    this.countTaken(takenInBook({ lines: this.lines.values(), orders: this.orders.values() }, outside, now), now);
    return foreign;
  }

  /** Units of tricks that were closed at the broker without us: from now on nobody covers or sells them. */
  countTaken(taken: readonly Taken[], now: DeskMoment): void {
    for (const each of taken) {
      const { line, quantity, pricePaise } = each;
      const shape = { kind: 'limit', quantity, pricePaise: Math.round(pricePaise) } as const;
      const order = this.#makeOrder(line, { role: 'exit', side: opposite(line.entrySide), shape }, now);
      this.add(order);
      countAsTaken(order, each, now, this.#effects);
    }
  }

  onAnswer(order: DeskOrder, asking: Asking, outcome: WriteOutcome<AcceptedOrder>, now: DeskMoment): void {
    this.#touch(order.line);
    const isAwaited = order.asking === asking;
    if (outcome.kind === 'accepted' && asking.verb === 'place') {
      if (isGivenUp(order)) this.#reopen(order);
      this.#byBrokerId.set(outcome.value.brokerOrderId, order);
    }
    applyAnswer({ order, asking, outcome }, { now, settings: this.#settings, effects: this.#effects });
    if (!isAwaited) return;
    const isDecided = asking.verb === 'modify' && (outcome.kind === 'accepted' || outcome.kind === 'refused');
    if (isDecided) order.wanted = nextWish(order);
    this.#finish(order, isDecided && !order.inForce ? 'modify' : undefined);
  }

  /** An owner's request about an order that has ended, or that is not here any more. */
  finishRequest(id: bigint): void {
    this.#effects.requestsDone.push(id);
  }

  #finish(order: DeskOrder, verb: 'modify' | undefined): void {
    finishRequests(order, verb, this.#effects);
  }

  /**
   * What to send now. Each request counts as asked from here on.
   *
   * @param scope `touched`: only where something has happened since the last call; `all`: what time alone makes due too
   */
  plan(now: DeskMoment, scope: 'touched' | 'all' = 'all'): DeskSend[] {
    const sends: DeskSend[] = [];
    const lines = scope === 'all' ? this.lines.values() : this.#touched;
    for (const line of [...lines]) this.#planOf(line, now, sends);
    this.#touched.clear();
    if (scope === 'all') this.#planOwn(now, sends);
    return sends;
  }

  /** The line was asked for something: the next plan looks at it. */
  touch(line: Line): void {
    this.#touched.add(line);
  }

  #planOf(line: Line, moment: DeskMoment, sends: DeskSend[]): void {
    // In an auction nothing of ours is taken, and no stop can rest.
    const isOpen = moment.isOpen && moment.isContinuous?.(line.instrument.symbol) !== false;
    const now = isOpen === moment.isOpen ? moment : { ...moment, isOpen };
    // The base may have a new line by now; late news of the old one's orders has brought it up again.
    if (this.lines.get(lineKey(line)) !== line) return;
    this.#effects.news.push(...tellMissing(line, now.at));
    prune(line, this.#effects);
    endExit(line);
    noteOversold(line, this.#effects);
    noteStuckExit(line, now, this.#effects);
    for (const action of planLine(line, now, this.#settings)) {
      const send = this.#begin(line, action, now);
      if (send) sends.push(send);
    }
    if (isIdle(line) && line.orders.length === 0) this.lines.delete(lineKey(line));
  }

  #begin(line: Line, action: DeskAction, now: DeskMoment): DeskSend | undefined {
    const sinceWall = now.wall;
    switch (action.kind) {
      case 'drop':
        this.#drop(action.order, now);
        return undefined;
      case 'create':
        return this.#create(line, action, now);
      case 'place':
      case 'cancel':
        return this.#ask(action.order, { verb: action.kind, sinceWall });
      case 'modify':
        if (action.isChase) this.#chase(action.order, action.shape);
        return this.#ask(action.order, { verb: 'modify', wants: action.shape, sinceWall });
    }
  }

  /** Whether the book must be asked: something is unclear, or should be filled by now and nobody has said so. */
  needsBook(now: DeskMoment): boolean {
    if (this.#bookWanted !== undefined || this.hand.wantsBook) return true;
    for (const line of this.lines.values()) if (looksFirst(line, now)) return true;
    for (const order of this.orders.values()) if (isDoubted(order, now, this.#settings)) return true;
    return false;
  }

  #find(report: BrokerOrder, { today }: DeskMoment): DeskOrder | undefined {
    const byTag = report.tag === undefined ? undefined : this.orders.get(report.tag);
    if (byTag) return byTag;
    const byId = this.#byBrokerId.get(report.brokerOrderId);
    // The broker's numbers are sure to be unique within a day only.
    return byId && byId.day >= today ? byId : undefined;
  }

  #onAbsence(order: DeskOrder, askedAtWall: number, now: DeskMoment): void {
    if (isOver(order) || isPlanned(order)) return;
    if (order.day < now.today) this.#expire(order, now);
    if (!isUnclear(order)) return;
    const { lookAfterMs, release } = this.#settings;
    // Whether or not an answer is still waited for: a position must not stand bare for as long as a caller is patient.
    // Nobody waits for that of a request whose sender has died: it has been bare since before that.
    if (askedAtWall < order.sentAtWall + (order.inherited ? 0 : lookAfterMs)) return;
    order.absences += 1;
    this.#touch(order.line);
    order.doubtful = isCover(order);
    const isGone = order.absences >= release.absences && now.wall - order.sentAtWall >= release.afterMs;
    // A stop too many is taken back before it acts; what would trade at once is waited for, a stop in its place.
    if (!(order.doubtful && order.shape.kind === 'stop_limit') && !isGone) return;
    order.released = true;
    order.asking = undefined;
    order.progress = { ...order.progress, state: 'rejected' };
    order.rejectText = 'The broker never received it.';
    this.#effects.changed.add(order);
    this.#effects.timeline.push({ order, what: 'released', note: order.rejectText });
    const told = this.#effects.alarms.length;
    afterProgress(order, now, this.#effects);
    // A cover that is missing is told with what comes of it.
    if (this.#effects.alarms.length === told) this.#effects.alarms.push(releasedOf(order));
    this.#finish(order, undefined);
  }

  /** Orders are for one day; the books of the next do not know them, and give their numbers to others. */
  #expire(order: DeskOrder, now: DeskMoment): void {
    this.#touch(order.line);
    order.progress = { ...order.progress, state: 'expired' };
    order.asking = undefined;
    this.#effects.changed.add(order);
    this.#effects.timeline.push({ order, what: 'reported', note: 'The day has ended.' });
    afterProgress(order, now, this.#effects);
    this.#finish(order, undefined);
  }

  #drop(order: DeskOrder, now: DeskMoment): void {
    order.progress = { ...order.progress, state: 'cancelled' };
    this.#effects.changed.add(order);
    this.#effects.timeline.push({ order, what: 'dropped', note: 'No longer wanted, and never sent.' });
    afterProgress(order, now, this.#effects);
    this.#finish(order, undefined);
  }

  #create(line: Line, wanted: Extract<DeskAction, { kind: 'create' }>, now: DeskMoment): DeskSend {
    const order = this.#makeOrder(line, wanted, now);
    succeed(order, replacedIn(line));
    return this.#launch(order, now);
  }

  #launch(order: DeskOrder, now: DeskMoment): DeskSend {
    this.add(order);
    this.#effects.created.push(order);
    return this.#ask(order, { verb: 'place', sinceWall: now.wall });
  }

  #ask(order: DeskOrder, wish: Asking): DeskSend {
    const asking = askingOf(order, wish);
    order.asking = asking;
    noteRequestsAsked(order, asking);
    if (asking.wants) noteAsked(order, asking.wants);
    if (asking.verb === 'place') {
      order.sentAtWall = asking.sinceWall;
      order.leftAtWall = undefined;
      order.absences = 0;
      order.progress = { ...order.progress, state: 'sent' };
    }
    this.#effects.changed.add(order);
    const shape = asking.wants ?? (asking.verb === 'place' ? order.shape : undefined);
    this.#effects.timeline.push({ order, what: 'asked', note: asking.verb, ...(shape ? { shape } : {}) });
    return { order, asking };
  }

  #chase(order: DeskOrder, shape: OrderShape): void {
    order.chases += 1;
    if (isWorthTelling(order.chases)) this.#effects.alarms.push(jumpedOf(order, shape.pricePaise));
  }

  /** Orders that their owner placed here: sent, changed and cancelled as asked. */
  #planOwn(now: DeskMoment, sends: DeskSend[]): void {
    const parts = { known: this, make: this.#makeOrder, effects: this.#effects };
    for (const order of closeByHand(this.hand, parts, now)) sends.push(this.#launch(order, now));
    for (const order of this.orders.values()) {
      if (takeTerms(order, this.#effects)) this.#satisfy(order);
      const asking = ownAsking(order, now);
      if (asking === 'drop') this.#drop(order, now);
      else if (asking === 'as_wanted') this.#satisfy(order);
      else if (asking) sends.push(this.#ask(order, asking));
    }
  }

  /** It stands as its owner asked: a desk that is gone had it changed, or it did before. */
  #satisfy(order: DeskOrder): void {
    const { wanted: wants } = order;
    order.wanted = undefined;
    // What was given up before may still come: then this is what is asked for.
    noteRequestsAsked(order, { verb: 'modify', wants });
    this.#finish(order, 'modify');
  }

  /** A fill that comes after its position was closed belongs to a line again. */
  #reopen(order: DeskOrder): void {
    const { line } = order;
    if (!line || !order.settled) return;
    // The base may have a new line by now.
    const current = this.lines.get(lineKey(line)) ?? line;
    order.settled = false;
    order.line = current;
    current.orders.push(order);
    this.lines.set(lineKey(current), current);
    this.#touch(current);
  }

  /** Orders of days that are over are not asked about any more. */
  forgetBefore(day: IndiaDate): void {
    if (!this.#carried.hasBookOf(day)) return;
    for (const order of this.orders.values()) {
      if (order.day >= day || !isOver(order) || order.line?.orders.includes(order)) continue;
      this.orders.delete(order.tag);
      // Its number may be another's by now.
      const id = order.brokerOrderId;
      if (id !== undefined && this.#byBrokerId.get(id) === order) this.#byBrokerId.delete(id);
    }
  }

  /** The owner takes a position over. */
  detach(line: Line): void {
    detach(line, this.#effects);
    this.#touch(line);
  }

  #touch(line: Line | undefined): void {
    if (line) this.#touched.add(line);
  }
}
