import type { ParityCause } from '@trickdesk/domain';
import { addUp, type Part, totalOf } from './causes.ts';
import type { DoneTrade, ExpectedTrade, ParityFacts } from './facts.ts';
import { isUnquoted, legParts, sameExit, sideOf } from './legs.ts';

/** One trade of both sides. Money in whole paise, after charges. */
export interface TradeParity {
  readonly key: string;
  readonly what: 'matched' | 'missing' | 'extra';
  readonly expected: ExpectedTrade | undefined;
  readonly done: DoneTrade | undefined;
  readonly expectedNetPaise: number;
  readonly doneNetPaise: number;
  readonly differencePaise: number;
  /** Adds up to `differencePaise` exactly. */
  readonly parts: readonly Part[];
  /** Live: sides whose orders left while no quote was known, so that their spread stands in the slippage. */
  readonly unquoted: readonly ('entry' | 'exit')[];
  /** Of a trade that one side lacks. */
  readonly cause: ParityCause | undefined;
}

export interface DayParity {
  readonly trades: readonly TradeParity[];
  readonly expectedNetPaise: number;
  readonly doneNetPaise: number;
  readonly differencePaise: number;
  readonly parts: readonly Part[];
  readonly unexplained: number;
  /** Trades with a side whose spread is not known. */
  readonly unquoted: number;
}

/** Lays what the back-test of a day expected beside what was done, trade by trade, and says where each difference is from. */
export function compareDay(facts: ParityFacts): DayParity {
  const done = new Map(facts.done.map((trade) => [identityOf(trade), trade]));
  const expected = new Map(facts.expected.map((trade) => [identityOf(trade), trade]));
  const keys = [...new Set([...expected.keys(), ...done.keys()])].sort((a, b) => startOf(a) - startOf(b));
  const trades: TradeParity[] = [];
  let isDisturbed = false;
  for (const key of keys) {
    const trade = compareTrade(facts, { expected: expected.get(key), done: done.get(key), isDisturbed });
    trades.push(trade);
    isDisturbed ||=
      trade.what !== 'matched' || trade.parts.some(({ cause }) => cause !== 'slippage' || facts.mode === 'live');
  }
  const parts = addUp(trades.flatMap((trade) => trade.parts));
  return {
    trades,
    expectedNetPaise: trades.reduce((sum, trade) => sum + trade.expectedNetPaise, 0),
    doneNetPaise: trades.reduce((sum, trade) => sum + trade.doneNetPaise, 0),
    differencePaise: totalOf(parts),
    parts,
    unexplained: trades.filter(isUnexplained).length,
    unquoted: trades.filter((trade) => trade.unquoted.length > 0).length,
  };

  function startOf(key: string): number {
    return Math.min(
      expected.get(key)?.entry.at ?? Number.POSITIVE_INFINITY,
      done.get(key)?.entry.at ?? Number.POSITIVE_INFINITY,
    );
  }
}

/** A day on which a trick ran more than once: what each run did and should have done. */
export function joinRuns(runs: readonly DayParity[]): DayParity {
  const sum = (of: (run: DayParity) => number): number => runs.reduce((all, run) => all + of(run), 0);
  return {
    trades: runs.flatMap(({ trades }) => trades),
    expectedNetPaise: sum((run) => run.expectedNetPaise),
    doneNetPaise: sum((run) => run.doneNetPaise),
    differencePaise: sum((run) => run.differencePaise),
    parts: addUp(runs.flatMap(({ parts }) => parts)),
    unexplained: sum((run) => run.unexplained),
    unquoted: sum((run) => run.unquoted),
  };
}

/** The same bar can lead to another direction where its prices differ: those are two trades. */
function identityOf({ key, direction }: ExpectedTrade | DoneTrade): string {
  return `${key} ${direction}`;
}

function isUnexplained({ parts, cause }: TradeParity): boolean {
  return cause === 'unexplained' || parts.some((part) => part.cause === 'unexplained');
}

interface Pair {
  readonly expected: ExpectedTrade | undefined;
  readonly done: DoneTrade | undefined;
  /** An earlier trade of the day differed: cash, limits and positions may differ since. */
  readonly isDisturbed: boolean;
}

function compareTrade(facts: ParityFacts, { expected, done, isDisturbed }: Pair): TradeParity {
  const mark = markOf(facts, expected, done);
  const expectedNetPaise = expected ? netOf(expected, mark) : 0;
  const doneNetPaise = done ? netOf(done, mark) : 0;
  const differencePaise = doneNetPaise - expectedNetPaise;
  const sums = { expected, done, expectedNetPaise, doneNetPaise, differencePaise, unquoted: [] };
  if (expected && done) {
    const parts = addUp(matchedParts(facts, { expected, done, isDisturbed }));
    const unquoted = unquotedSides(facts, { expected, done });
    return { ...sums, key: expected.key, what: 'matched', parts, unquoted, cause: undefined };
  }
  if (expected) {
    const cause = missingCause(facts, expected, isDisturbed);
    return { ...sums, key: expected.key, what: 'missing', parts: addUp([{ cause, paise: differencePaise }]), cause };
  }
  const cause = extraCause(facts, done, isDisturbed);
  const parts = addUp([{ cause, paise: differencePaise }]);
  return { ...sums, key: done?.key ?? '', what: 'extra', parts, cause };
}

/** What is done after an earlier difference follows from it; without one nothing accounts for it but its owner. */
function extraCause({ ownerFrom }: ParityFacts, done: DoneTrade | undefined, isDisturbed: boolean): ParityCause {
  if (isDisturbed) return 'carried';
  return done && ownerFrom !== undefined && done.entry.at >= ownerFrom ? 'owner' : 'unexplained';
}

function missingCause(facts: ParityFacts, { key, entry }: ExpectedTrade, isDisturbed: boolean): ParityCause {
  const refusal = facts.refusals.get(key);
  if (refusal) return refusal;
  if (facts.haltedFrom !== undefined && entry.at >= facts.haltedFrom) return 'halted';
  if (facts.ownerFrom !== undefined && entry.at >= facts.ownerFrom) return 'owner';
  return isDisturbed ? 'carried' : 'unexplained';
}

interface MatchedPair extends Pair {
  readonly expected: ExpectedTrade;
  readonly done: DoneTrade;
}

/** The parts of a trade that both sides made, each a step of one sum: quantity, entry, exit, charges, roundings. */
function matchedParts(facts: ParityFacts, pair: MatchedPair): Part[] {
  const { expected, done } = pair;
  const sign = done.direction === 'long' ? 1 : -1;
  const mark = markOf(facts, expected, done);
  const expectedExit = expected.exit?.pricePaise ?? mark;
  const leftPaise = leftValue(done, mark);
  const madeOfAverages = sign * (leftPaise - done.entry.pricePaise * done.quantity);
  const perUnit = sign * (expectedExit - expected.entry.pricePaise);
  return [
    ...quantityParts(facts, pair, perUnit),
    ...legParts({
      ...legOf(facts, done, 'entry'),
      expected: expected.entry,
      done: done.entry,
      levelMovedBy: undefined,
    }),
    ...exitParts(facts, pair, sign * (leftPaise - expectedExit * done.quantity)),
    { cause: 'rounding', paise: (done.grossPaise ?? madeOfAverages) - madeOfAverages },
    { cause: 'charges', paise: expected.chargesPaise - done.chargesPaise },
  ];
}

function unquotedSides(
  { mode }: ParityFacts,
  { expected, done }: Pick<MatchedPair, 'expected' | 'done'>,
): TradeParity['unquoted'] {
  if (mode === 'paper') return [];
  const hasExits = expected.exit && done.exit && !done.exit.closedAtBroker && sameExit(expected.exit, done.exit);
  return [
    ...(isUnquoted({ expected: expected.entry, done: done.entry }) ? (['entry'] as const) : []),
    ...(hasExits && isUnquoted({ expected: expected.exit, done: done.exit }) ? (['exit'] as const) : []),
  ];
}

function quantityParts({ mode }: ParityFacts, { expected, done, isDisturbed }: MatchedPair, perUnit: number): Part[] {
  const { crossing } = done.entry;
  const wanted = Math.max(done.wantedQuantity, done.quantity);
  const missed = Math.max(0, expected.quantity - done.quantity);
  // The matcher of test mode fills all that it can pay and that is shown: a smaller fill beyond that is the expected one's too.
  const partial = mode === 'paper' ? -Math.min(crossing?.unshownQuantity ?? 0, missed) : done.quantity - wanted;
  const sized = done.quantity - expected.quantity - partial;
  const isSized = mode === 'live' || isDisturbed || crossing !== undefined;
  return [
    { cause: 'partial_fill', paise: perUnit * partial },
    { cause: isSized ? 'sizing' : 'unexplained', paise: perUnit * sized },
  ];
}

function exitParts(facts: ParityFacts, pair: MatchedPair, differencePaise: number): Part[] {
  const { expected, done } = pair;
  // When and at what price is not the trick's doing, though it may have wanted out as the back-test did.
  if (done.exit?.closedAtBroker || done.left?.closedAtBroker) {
    return [{ cause: 'closed_at_broker', paise: differencePaise }];
  }
  if (expected.exit && done.exit && sameExit(expected.exit, done.exit)) {
    const isLevel = expected.exit.barOpenAt === undefined && expected.exit.rule !== 'square_off';
    const movedBy = isMovedByOwner(facts, pair) ? 'owner' : differs(pair) ? 'carried' : 'data';
    return legParts({
      ...legOf(facts, done, 'exit'),
      expected: expected.exit,
      done: done.exit,
      levelMovedBy: isLevel ? movedBy : undefined,
    });
  }
  return [{ cause: otherExitCause(facts, pair), paise: differencePaise }];
}

/** Why a position was left by another decision than the back-test's, or by one side alone. */
function otherExitCause(facts: ParityFacts, pair: MatchedPair): ParityCause {
  const { done, isDisturbed } = pair;
  if (done.disturbance) return done.disturbance;
  if (isAtLevel(pair) && isMovedByOwner(facts, pair)) return 'owner';
  switch (done.exit?.rule) {
    case 'owner_exit':
    case 'broker':
    case 'by_hand':
      return 'owner';
    case 'risk':
    case 'kill_switch':
      return 'risk';
    default:
  }
  if (isDisturbed || differs(pair)) return 'carried';
  const at = done.exit?.at ?? Number.POSITIVE_INFINITY;
  if (facts.ownerFrom !== undefined && at >= facts.ownerFrom) return 'owner';
  return isAtLevel(pair) ? 'data' : 'unexplained';
}

/** A level was met on one side and not, or later, on the other: the prices inside a minute decide that. */
function isAtLevel({ expected, done }: MatchedPair): boolean {
  const levels = ['stop', 'target', 'trailing'];
  return levels.includes(expected.exit?.rule ?? '') || levels.includes(done.exit?.rule ?? '');
}

/** Its owner put the stop or the target elsewhere while it was held, on the day. */
function isMovedByOwner({ levelMoves = [] }: ParityFacts, { done }: MatchedPair): boolean {
  const until = done.exit?.at ?? Number.POSITIVE_INFINITY;
  return levelMoves.some(({ symbol, at }) => symbol === done.symbol && at >= done.entry.at && at <= until);
}

function differs({ expected, done }: MatchedPair): boolean {
  const slipped = sideOf(done.direction, 'entry') === 'buy' ? 1 : -1;
  const modelled = expected.entry.pricePaise + slipped * expected.entry.slippagePaise;
  return (
    done.quantity !== expected.quantity ||
    (done.entry.pricePaise !== expected.entry.pricePaise && done.entry.pricePaise !== modelled)
  );
}

function legOf({ mode, ticks }: ParityFacts, done: DoneTrade, purpose: 'entry' | 'exit') {
  const side = sideOf(done.direction, purpose);
  const unshown = done[purpose]?.crossing?.unshownQuantity ?? 0;
  // An entry goes without what was not shown, unless that was all of it.
  const hasWaited = purpose === 'exit' ? unshown > 0 : unshown > 0 && unshown >= done.wantedQuantity;
  return { mode, side, hasWaited, quantity: done.quantity, tickPaise: ticks.get(done.symbol) ?? 0 };
}

function markOf({ marks }: ParityFacts, expected: ExpectedTrade | undefined, done: DoneTrade | undefined): number {
  const trade = expected ?? done;
  return marks.get(trade?.symbol ?? '') ?? trade?.entry.pricePaise ?? 0;
}

/** What is open is valued at the day's last price, without what leaving it would cost. */
function netOf(trade: ExpectedTrade | DoneTrade, markPaise: number): number {
  const sign = trade.direction === 'long' ? 1 : -1;
  const exact = 'grossPaise' in trade ? trade.grossPaise : undefined;
  const entryPaise = trade.entry.pricePaise * trade.quantity;
  return (exact ?? sign * (leftValue(trade, markPaise) - entryPaise)) - trade.chargesPaise;
}

/** What all its units left for, whole paise; those that are held, at the day's last price. */
function leftValue(trade: ExpectedTrade | DoneTrade, markPaise: number): number {
  if (trade.exit) return trade.exit.pricePaise * trade.quantity;
  const { quantity, valuePaise } = ('left' in trade ? trade.left : undefined) ?? { quantity: 0, valuePaise: 0 };
  return valuePaise + markPaise * (trade.quantity - quantity);
}
