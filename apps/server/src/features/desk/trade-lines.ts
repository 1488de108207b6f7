import type { TimelineEntry } from './effects.ts';
import type { DeskOrder } from './model.ts';

/** One line of the trade log: of a trick’s order that came to nothing or to less than was asked, or of one by hand. */
export interface TradeLine {
  readonly accountId: number;
  /** Absent for an order by hand. */
  readonly deploymentId: number | undefined;
  readonly kind: 'fill' | 'rejection' | 'notice';
  readonly symbol: string;
  readonly sentence: string;
}

/** What a step says about orders that ended without being filled, each order once; `ownNews` tells of those by hand. */
export function tradeLines(timeline: readonly TimelineEntry[]): TradeLine[] {
  const back = timeline.flatMap(({ order, isBack }) => (isBack ? [lineOf(order, backLine(order))] : []));
  const ended = toldOrders(timeline).flatMap((order) => {
    if (order.isEndLogged || order.role === 'own') return [];
    const line = endLine(order);
    if (!line) return [];
    order.isEndLogged = true;
    return [lineOf(order, line)];
  });
  return [...back, ...ended];
}

type LineWords = Pick<TradeLine, 'kind' | 'sentence'>;

function lineOf({ accountId, instrument, line }: DeskOrder, words: LineWords): TradeLine {
  return { ...words, accountId, deploymentId: line?.deploymentId, symbol: instrument.symbol };
}

function backLine(order: DeskOrder): LineWords {
  return { kind: 'notice', sentence: `The broker had ${purposeOf(order)} after all. What is too much is taken back.` };
}

/** Orders that a step says something about beyond what was asked of them. */
export function toldOrders(timeline: readonly TimelineEntry[]): DeskOrder[] {
  return [...new Set(timeline.filter(({ what }) => TELLING.has(what)).map(({ order }) => order))];
}

/** Entries that say that an order has ended, and not what was asked of it. */
const TELLING: ReadonlySet<TimelineEntry['what']> = new Set(['answered', 'reported', 'released', 'dropped']);

function endLine(order: DeskOrder): LineWords | undefined {
  const { progress, role, shape } = order;
  const filled = `${progress.filledQuantity} of ${shape.quantity} were filled`;
  switch (progress.state) {
    case 'rejected':
      return { kind: 'rejection', sentence: rejectionWords(order) };
    case 'cancelled':
    case 'expired': {
      // A stop that is taken back is part of an exit.
      if (role !== 'entry') return undefined;
      const why = progress.state === 'expired' ? 'its day has ended' : 'it was taken back before it was filled';
      return { kind: 'notice', sentence: `${capital(purposeOf(order))} is over: ${why}. ${filled}.` };
    }
    default:
      return undefined;
  }
}

export function rejectionWords(order: DeskOrder): string {
  const { released, rejectText } = order;
  const what = purposeOf(order);
  return released
    ? `The broker never received ${what}. Nothing was filled.`
    : `The broker rejected ${what}. ${reasonOf(rejectText)}`;
}

/** What the broker said, as a sentence. */
export function reasonOf(text: string): string {
  if (text === '') return 'It gave no reason.';
  return `Its words: ${text.replace(/\.?$/, '.')}`;
}

export function purposeOf({ role, side, shape, instrument }: DeskOrder): string {
  const deal = `${side} ${shape.quantity} ${instrument.symbol}`;
  switch (role) {
    case 'entry':
      return `the order to ${deal} that opens a position`;
    case 'exit':
      return `the order to ${deal} that closes a position`;
    case 'protective':
      return `the stop to ${deal} that protects a position`;
    case 'own':
      return `your order to ${deal}`;
    case 'foreign':
      return `an order to ${deal}`;
  }
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
