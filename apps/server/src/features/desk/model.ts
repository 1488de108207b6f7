import type { BrokerOrderKind, BrokerProduct, BrokerSide } from '@trickdesk/brokers';
import {
  type EpochMs,
  type IndiaDate,
  isTerminal,
  type OrderProgress,
  type PriceBand,
  stageOf,
} from '@trickdesk/domain';
import type { DecisionRule, VetoRule } from '@trickdesk/engine';
import type { RefusedShape } from './refused-shapes.ts';

/**
 * What an order is for. `protective`: the stop that rests at the broker for the case that our side is silent.
 * `own`: its owner placed it here by hand. `foreign`: it was placed elsewhere.
 */
export type OrderRole = 'entry' | 'exit' | 'protective' | 'own' | 'foreign';

/** Of the instrument, as the desk needs it. Whole paise and units. */
export interface DeskInstrument {
  readonly id: number;
  readonly exchange: 'NSE';
  readonly symbol: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly kind: 'equity' | 'etf';
  readonly tickPaise: number;
  readonly lotSize: number;
}

/** What can be changed of an order at the broker. `quantity` is the total, what is filled included. */
export interface OrderShape {
  readonly kind: BrokerOrderKind;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly triggerPaise?: number;
}

/** What the market showed when an order left into it. Whole paise for a unit. */
export interface OrderQuote {
  readonly bidPaise: number;
  readonly askPaise: number;
  /** The last traded price that came with it. */
  readonly lastPaise: number;
  /** The exchange's time. */
  readonly at: EpochMs;
}

/** A write that was sent and not answered yet. */
export interface Asking {
  readonly verb: 'place' | 'modify' | 'cancel';
  readonly wants?: OrderShape;
  readonly sinceWall: number;
  /** Another level of a stop that rests, and nothing else. */
  readonly isStopMove?: true;
}

/** A change that was given up without an answer, and until when it is looked for. */
export interface Stray {
  readonly wants: OrderShape;
  readonly untilWall: number;
  /** A later change was asked for again since the order stood like this, though it may have stood so before. */
  readonly isTried?: true;
  /** By a desk that is gone, which may have asked for it more than once: it may come as often. */
  readonly isRecalled?: true;
}

/** A row in which an owner asks for a change of an own order. */
export interface OwnRequest {
  readonly id: bigint;
  readonly verb: 'modify' | 'cancel';
  /** Of a change: what the order is to become; absent where that cannot be read. */
  readonly wants?: OrderShape | undefined;
  /** The change that was asked of the broker last carries it out, or what came after it. */
  isAsked: boolean;
}

/** A change that was asked of the broker for an owner, and the row in which they asked for it, where that is known. */
export interface OwnWish {
  readonly requestId: bigint | undefined;
  readonly wants: OrderShape;
}

/** One order at the broker, or on its way there. Changed by the desk alone. */
export interface DeskOrder {
  readonly tag: string;
  /** Row of `broker_order`; 0 until it is stored. */
  rowId: number;
  role: OrderRole;
  /** Of an own order: a basket placed it for its owner, and counts what it trades. */
  readonly isOfBasket: boolean;
  line: Line | undefined;
  /** The intent that it serves; a protective stop serves none until the run wants to be out. */
  intentId: number | undefined;
  tradeOrderId: number | undefined;
  readonly instrument: DeskInstrument;
  readonly side: BrokerSide;
  readonly product: BrokerProduct;
  readonly placedKind: BrokerOrderKind;
  /** The exchange's day whose order it is: it ends with it, unless the broker has kept it for the next. */
  day: IndiaDate;
  /** As the broker has it, as far as is known. */
  shape: OrderShape;
  /**
   * Terms of an own order that hold as far as is known, while the broker has taken a change of it and nothing has shown
   * yet that the exchange has made it; `shape` is as it was asked for.
   */
  inForce: OrderShape | undefined;
  /** A change that a report has shown to be made before the answer to it came. */
  proven: Asking | undefined;
  /** What its owner last asked of an own order; the desk's own orders are shaped by their line. */
  wanted: OrderShape | undefined;
  /** The change that was asked last for its owner and not refused: what comes of an earlier one after it is not wanted. */
  lastWish: OwnWish | undefined;
  /** Changes of an own order of unclear fate: the exchange may still make them. */
  strays: readonly Stray[];
  /**
   * Units that its owner wanted at most of an own order when the broker refused the change, until the book has told whether
   * fills were why.
   */
  refusedQuantity: number | undefined;
  /** Its owner wants an own order gone, or the product's switch an entry. */
  cancelWanted: boolean;
  /** What its owner asked of an own order, until it is carried out: a desk that dies before leaves it to the next. */
  readonly requests: OwnRequest[];
  /** A change may or may not have been made: the book must be read before the next. */
  shapeUnclear: boolean;
  shapeAtWall: number;
  /** The last change that was asked of it, and what it was to replace. */
  lastChange: { readonly before: OrderShape; readonly wants: OrderShape } | undefined;
  /** Shapes that it was not let have. */
  refusedShapes: readonly RefusedShape[];
  progress: OrderProgress;
  statusText: string;
  rejectText: string;
  brokerOrderId: string | undefined;
  uniqueOrderId: string | undefined;
  /** What of the fills the run knows. */
  toldQuantity: number;
  toldValuePaise: number;
  /** False while the transaction that stores it is under way: not to be sent yet. */
  committed: boolean;
  asking: Asking | undefined;
  /** No write before this. */
  retryAtWall: number;
  /** Its level is not moved before this; everything else may be asked of it. */
  moveAtWall: number;
  /** Changes of it in a row, moves of its level aside, for which the broker's rate had no room. */
  rateRefusals: number;
  refusals: number;
  /** When it was last decided that it is to leave: what is waited for counts from then. */
  sentAtWall: number;
  /** When its request left, after the write that had to come first; `undefined` where it has not, as far as is known. */
  leftAtWall: number | undefined;
  /** It was made by a process that is gone: whether it was sent is not known. */
  inherited: boolean;
  /** Books in which an order of unclear fate was not found. */
  absences: number;
  /** Its run was told that no more fills come for the intent. */
  intentEnded: boolean;
  /** The position that it served is closed … */
  settled: boolean;
  /** … and this much of its fills belonged to it: only later ones count for the next. */
  settledQuantity: number;
  readonly algoId: string | undefined;
  readonly versionHash: string | undefined;
  readonly accountId: number;
  /** An exit that may be at the broker after all: no second one is sent, but a stop takes its place meanwhile. */
  doubtful: boolean;
  /** Given up as never received. Should it appear after all, it is not wanted any more. */
  released: boolean;
  chases: number;
  /** When a change of it was given up without an answer: the broker may still carry it out. */
  unansweredAtWall: number;
  /** The trade log has said that it ended unfilled. */
  isEndLogged: boolean;
  /** Of an own order that the desk made to close what its owner opened by hand: the wish that it serves. */
  handExitId: number | undefined;
  /** No order of ours: it stands for units of the line that were closed at the broker without us. */
  elsewhere: boolean;
  /** When it first left in a shape that trades at once; `null` where none was known, absent before it left. */
  quote: OrderQuote | null | undefined;
  readonly decidedAtWall: number;
  acknowledgedAtWall: number | undefined;
  firstFillAtWall: number | undefined;
}

export interface EntryWish {
  readonly intentId: number;
  readonly quantity: number;
  readonly sinceWall: number;
  readonly sinceAt: EpochMs;
  withdrawn: boolean;
}

export interface ExitWish {
  readonly intentId: number;
  readonly tradeOrderId: number;
  readonly quantity: number;
  readonly rule: DecisionRule;
  readonly sinceWall: number;
  /** When the rules decided it; absent where that is not known any more. */
  readonly decidedAtWall?: number | undefined;
  toldQuantity: number;
}

/** All orders of one base of one run, and what the run wants there. */
export interface Line {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly accountId: number;
  readonly base: number;
  readonly instrument: DeskInstrument;
  readonly product: BrokerProduct;
  /** Whose algorithm its orders are, as its owner acknowledged. */
  readonly algo: { readonly algoId: string; readonly versionHash: string } | undefined;
  /** The side that opens its position. */
  entrySide: BrokerSide;
  entry: EntryWish | undefined;
  exit: ExitWish | undefined;
  /** Of the position; `undefined` until the run has told it, or where the strategy has none. */
  stopPaise: number | undefined;
  readonly orders: DeskOrder[];
  /** Units that the run believes to hold by what it was told. */
  runHeld: number;
  /** Since when something is held; 0 while flat. */
  heldSinceWall: number;
  /** More was sold than was held, by an order that came back after it was given up: it is bought back. */
  oversold: boolean;
  /** Everything must go, whatever the run says: fills that no intent explains. */
  flatten: boolean;
  /** Since when its exit could not leave, and how often its owner was told. */
  stuck: { readonly sinceWall: number; times: number } | undefined;
  /** No new cover of the kind that was rejected last before this. */
  coverRetryAtWall: number;
  rejectedKind: BrokerOrderKind | undefined;
  /** Held over an ex-date that its run has not gone over yet: nothing is sent for it before. */
  inOldUnits: boolean;
  /** When the broker took a cover back by itself, as it does before it closes a position. */
  takenBackAtWall: number | undefined;
  coverRejections: number;
}

/** Everything outside that a plan depends on. */
export interface DeskMoment {
  readonly wall: number;
  readonly at: EpochMs;
  /** The exchange's day of `at`. */
  readonly today: IndiaDate;
  /** The session is on. */
  readonly isOpen: boolean;
  /** False where only what is held may be closed: no calendar knows the day. Absent: it does. */
  readonly takesEntries?: boolean;
  /** Continuous trading of an instrument is on while the session is; absent: of all. */
  readonly isContinuous?: (symbol: string) => boolean;
  /** When continuous trading of an instrument ends on the day of `at`; `undefined` on a day without a session. */
  readonly closesAt?: (symbol: string) => EpochMs | undefined;
  /** The broker knows our session, and this process may act for the account. */
  readonly canAct: boolean;
  readonly lastPaise: (instrumentId: number) => number | undefined;
  /** The session has just begun and the instrument has no price in it yet; absent: never. */
  readonly awaitsPrice?: (instrumentId: number) => boolean;
  /** A price of the session has been heard of an instrument; absent: of all that have one. */
  readonly isPriced?: (instrumentId: number) => boolean;
  /** The exchange's price band of `today`, where it is known; absent: of none. */
  readonly bandOf?: (instrumentId: number) => PriceBand | undefined;
  /** It may be known in a moment; absent: never. */
  readonly awaitsBand?: (instrumentId: number) => boolean;
}

export function lineKey(line: Pick<Line, 'deploymentId' | 'runNumber' | 'base'>): string {
  return `${line.deploymentId} ${line.runNumber} ${line.base}`;
}

export function isPlanned({ progress }: DeskOrder): boolean {
  return stageOf(progress.state) === 'planned';
}

/** It may be at the broker or not. */
export function isUnclear({ progress }: DeskOrder): boolean {
  return stageOf(progress.state) === 'sending';
}

export function isWorking({ progress }: DeskOrder): boolean {
  return stageOf(progress.state) === 'live';
}

export function isOver({ progress }: DeskOrder): boolean {
  return isTerminal(progress.state);
}

/** Given up as never received, and the broker has not shown it since. */
export function isGivenUp(order: DeskOrder): boolean {
  return order.released && isOver(order) && order.brokerOrderId === undefined;
}

/** Units that the order may still trade. */
export function remainingOf(order: DeskOrder): number {
  return isOver(order) ? 0 : order.shape.quantity - order.progress.filledQuantity;
}

export function isCover({ role }: DeskOrder): boolean {
  return role === 'exit' || role === 'protective';
}

/** Units held in the line's direction by what was executed at the broker. */
export function heldOf(line: Line): number {
  let held = 0;
  for (const order of line.orders) {
    const filled = order.progress.filledQuantity - order.settledQuantity;
    held += order.side === line.entrySide ? filled : -filled;
  }
  return held;
}

/** Nothing is wanted, held or under way: the line can be forgotten. */
export function isIdle(line: Line): boolean {
  return !line.entry && !line.exit && heldOf(line) === 0 && line.orders.every(isOver);
}

export function opposite(side: BrokerSide): BrokerSide {
  return side === 'buy' ? 'sell' : 'buy';
}

export function isSameShape(a: OrderShape, b: OrderShape): boolean {
  return a.quantity === b.quantity && isSamePrice(a, b);
}

/** The same but for the quantity. */
export function isSamePrice(a: OrderShape, b: OrderShape): boolean {
  return (
    a.kind === b.kind && a.pricePaise === b.pricePaise && (a.kind === 'limit' || a.triggerPaise === b.triggerPaise)
  );
}

/** Why a risk rule or the desk itself would not let an entry through. */
export interface EntryVeto {
  readonly rule: VetoRule;
  readonly sentence: string;
}
