import { type EpochMs, formatPaise } from '@trickdesk/domain';
import {
  adjustedWords,
  type ClosedTrade,
  explainDecision,
  type Fill,
  type OrderIntent,
  type RunEvent,
  type StrategyDefinition,
} from '@trickdesk/engine';

import { spreadWords } from './runner/fill-note.ts';

/** One line of the trade log, before it has an owner. */
export interface RunLine {
  readonly kind: 'decision' | 'veto' | 'order' | 'fill' | 'notice';
  readonly symbol: string;
  readonly sentence: string;
  readonly exchangeAt: EpochMs;
}

export type DetachedPosition = Extract<RunEvent, { kind: 'detached' }>['detached'];
type WithdrawnIntent = Extract<RunEvent, { kind: 'withdrawn' }>['withdrawn'];

/** What a run's events say in the trade log, in their order: decisions, orders, fills, what was withdrawn or handed over. */
export function runLines(events: readonly RunEvent[], definition: StrategyDefinition): RunLine[] {
  return events.flatMap((event, index) => {
    if (event.kind === 'detached') return detachedLine(event.detached);
    if (event.kind === 'adjusted') return adjustedLine(event.adjusted);
    if (event.kind === 'withdrawn') return withdrawnLine(event.withdrawn, events.slice(0, index), definition);
    return lineOf(event, definition) ?? [];
  });
}

/** What other events change is said by the order or the fill that they come with. */
function lineOf(event: RunEvent, definition: StrategyDefinition): RunLine | undefined {
  if (event.kind === 'decision') {
    const { action, symbol, at } = event.decision;
    const kind = action === 'veto' ? 'veto' : 'decision';
    return { kind, symbol, sentence: explainDecision(event.decision, definition), exchangeAt: at };
  }
  if (event.kind === 'intent') {
    const { symbol, at } = event.intent;
    return { kind: 'order', symbol, sentence: orderWords(event.intent), exchangeAt: at };
  }
  if (event.kind !== 'fill') return undefined;
  const { symbol, at } = event.fill;
  return { kind: 'fill', symbol, sentence: fillWords(event.fill), exchangeAt: at };
}

function detachedLine(detached: DetachedPosition): RunLine {
  const { symbol, at: exchangeAt } = detached;
  return { kind: 'notice', symbol, sentence: handedWords(detached), exchangeAt };
}

/** What went over to the owner of a run, and why. */
export function handedWords({ symbol, quantity, entryPaise, because }: DetachedPosition): string {
  const what = `${quantity} ${symbol}`;
  const why =
    because === 'ex_date'
      ? 'the share goes ex-date, and what your broker makes of it is not known to this trick.'
      : 'you detached them from this trick.';
  return `${what}, entered at ${formatPaise(entryPaise)}, went over to you, unsold: ${why} A stop that rests for them at the broker is your own order now. It ends with the session, and no other follows: place one yourself, or sell.`;
}

/** Positions that went over to their owner who has not asked for it. */
export function handedUnasked(events: readonly RunEvent[]): DetachedPosition[] {
  const detached = events.flatMap((event) => (event.kind === 'detached' ? [event.detached] : []));
  return detached.filter(({ because }) => because !== undefined);
}

function adjustedLine(adjusted: Extract<RunEvent, { kind: 'adjusted' }>['adjusted']): RunLine {
  const { symbol, at } = adjusted;
  return { kind: 'notice', symbol, sentence: `${symbol}: ${adjustedWords(adjusted)}`, exchangeAt: at };
}

/** @param before what came before it in the same moment: the last decision about the base is the reason */
function withdrawnLine(
  { base, at }: WithdrawnIntent,
  before: readonly RunEvent[],
  definition: StrategyDefinition,
): RunLine[] {
  const symbol = definition.instruments[base]?.symbol;
  if (symbol === undefined) return [];
  const decisions = before.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
  const reason = decisions.findLast((decision) => decision.symbol === symbol);
  const why = reason ? explainDecision(reason, definition) : 'the trick does not enter any more.';
  const sentence = `Withdrew what was not filled of the order to open a position in ${symbol}: ${why}`;
  return [{ kind: 'notice', symbol, sentence, exchangeAt: at }];
}

function orderWords({ side, quantity, symbol, purpose }: OrderIntent): string {
  const deal = `${side} ${quantity} ${symbol}`;
  return purpose === 'entry' ? `Order to ${deal} to open a position.` : `Order to ${deal} to close the position.`;
}

function fillWords(fill: Fill): string {
  const { chargesPaise, spreadPaise } = fill;
  const charges = formatPaise(chargesPaise);
  const costs = spreadPaise === undefined ? charges : `${charges}; ${spreadWords(spreadPaise)}`;
  return `${dealWords(fill)}; charges ${costs}.`;
}

/** In the words of decisions: of a trick that turns, one sale ends what it held and another opens a short position. */
function dealWords({ side, purpose, quantity, symbol, pricePaise }: Fill): string {
  const [what, price] = [`${quantity} ${symbol}`, formatPaise(pricePaise)];
  if (side === 'buy') return purpose === 'entry' ? `Bought ${what} at ${price}` : `Bought back ${what} at ${price}`;
  return purpose === 'entry' ? `Sold short ${what} at ${price}` : `Sold ${what} at ${price}`;
}

/** A fill that its owner wants to hear of, and the result where it closed a position. */
export interface TradeNews {
  readonly fill: Fill;
  readonly trade?: ClosedTrade | undefined;
}

export function tradeNews(events: readonly RunEvent[]): TradeNews[] {
  return events.flatMap((event, index) => {
    if (event.kind !== 'fill') return [];
    const { fill } = event;
    return [{ fill, trade: fill.purpose === 'exit' ? closedBy(fill, events.slice(index + 1)) : undefined }];
  });
}

/** A position ends with its last part alone, though others may be of the same moment. */
function closedBy({ symbol }: Fill, later: readonly RunEvent[]): ClosedTrade | undefined {
  const next = later.find(
    (event) =>
      (event.kind === 'fill' && event.fill.symbol === symbol) ||
      (event.kind === 'trade' && event.trade.symbol === symbol),
  );
  return next?.kind === 'trade' ? next.trade : undefined;
}

/** The badge of a figure in words: test is never taken for live, nor a simulated broker for a real one. */
export function modeWords(mode: 'paper' | 'live', simulated: boolean): string {
  if (mode === 'paper') return 'Test';
  return simulated ? 'Live (simulated broker)' : 'Live';
}

/** Between a sign and its amount, so that no line ends there. */
const TOGETHER = '\u2060';

export function tradeTitle({ fill, trade }: TradeNews, mode: string): string {
  if (!trade) return `${mode}: ${dealWords(fill)}`;
  const amount = formatPaise(Math.abs(trade.netPaise));
  const sign = trade.netPaise > 0 ? '+' : '−';
  const result = trade.netPaise === 0 ? amount : `${sign}${TOGETHER}${amount}`;
  return `${mode}: ${dealWords(fill)}, ${result} after charges`;
}
