import type { DeskMoment, DeskOrder, Line } from './model.ts';

export interface OrderWish extends Pick<DeskOrder, 'role' | 'side' | 'shape' | 'tag'> {
  readonly now: DeskMoment;
  readonly intentId?: number;
  readonly tradeOrderId?: number;
  /** False while the transaction that stores it is under way. */
  readonly committed?: boolean;
  /** When the rules decided it; absent: with this. */
  readonly decidedAtWall?: number | undefined;
}

/** An order that nobody has sent yet. One that closes a position serves the intent that wants out, if there is one. */
export function newOrder(line: Line, { now, ...wish }: OrderWish): DeskOrder {
  const { role, side, shape, tag } = wish;
  return {
    ...{ tag, role, side, shape, line },
    rowId: 0,
    isOfBasket: false,
    intentId: wish.intentId,
    tradeOrderId: wish.tradeOrderId ?? (role === 'entry' ? undefined : line.exit?.tradeOrderId),
    instrument: line.instrument,
    product: line.product,
    placedKind: shape.kind,
    day: now.today,
    inForce: undefined,
    proven: undefined,
    wanted: undefined,
    cancelWanted: false,
    requests: [],
    shapeUnclear: false,
    shapeAtWall: now.wall,
    lastChange: undefined,
    refusedShapes: [],
    progress: { state: 'intended', filledQuantity: 0, filledValuePaise: 0 },
    statusText: '',
    rejectText: '',
    brokerOrderId: undefined,
    uniqueOrderId: undefined,
    toldQuantity: 0,
    toldValuePaise: 0,
    committed: wish.committed ?? true,
    asking: undefined,
    retryAtWall: 0,
    moveAtWall: 0,
    rateRefusals: 0,
    refusals: 0,
    sentAtWall: 0,
    leftAtWall: undefined,
    inherited: false,
    absences: 0,
    intentEnded: false,
    settled: false,
    settledQuantity: 0,
    algoId: line.algo?.algoId,
    versionHash: line.algo?.versionHash,
    accountId: line.accountId,
    doubtful: false,
    released: false,
    chases: 0,
    ...{ lastWish: undefined, strays: [], refusedQuantity: undefined },
    unansweredAtWall: 0,
    isEndLogged: false,
    handExitId: undefined,
    elsewhere: false,
    quote: undefined,
    decidedAtWall: wish.decidedAtWall ?? exitDecidedAt(line, role) ?? now.wall,
    acknowledgedAtWall: undefined,
    firstFillAtWall: undefined,
  };
}

/** The first order that an exit needs follows from the run's decision; what comes after it, the desk decides. */
function exitDecidedAt({ exit, orders }: Line, role: DeskOrder['role']): number | undefined {
  if (!exit || role !== 'exit') return undefined;
  const isFirst = orders.every((order) => order.role !== 'exit' || order.tradeOrderId !== exit.tradeOrderId);
  return isFirst ? (exit.decidedAtWall ?? exit.sinceWall) : undefined;
}
