import type { OrderState } from '@trickdesk/domain';

/** What an order's row says about itself, as far as its state depends on it. */
export interface OrderWords {
  /** Lower case. */
  readonly statusText: string;
  /** A stop, triggered or not. */
  readonly isStop: boolean;
  readonly quantity: number;
  readonly filledQuantity: number;
  readonly cancelledQuantity: number;
}

/** What a word of the broker's means before shares are counted; `resting` is for words that end a change. */
type Meaning = Exclude<OrderState, 'intended' | 'sent' | 'unknown' | 'expired' | 'partially_filled'> | 'resting';

const MEANINGS = new Map<string, Meaning>([
  ['put order req received', 'pending'],
  ['validation pending', 'pending'],
  ['open pending', 'pending'],
  ['open', 'open'],
  ['trigger pending', 'trigger_pending'],
  ['modify pending', 'modify_pending'],
  ['modify validation pending', 'modify_pending'],
  ['modified', 'resting'],
  ['not modified', 'resting'],
  ['cancel pending', 'cancel_pending'],
  ['not cancelled', 'resting'],
  ['complete', 'filled'],
  ['rejected', 'rejected'],
  ['cancelled', 'cancelled'],
  ['cancelled after market order', 'cancelled'],
  ['after market order req received', 'queued'],
  ['modify after market order req received', 'queued'],
]);

/** Words change case and spacing between the book and the socket. */
export function statusTextOf(status: string): string {
  return status.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/**
 * The state of an order from the broker's word for it and from its shares. The broker has no word for a part that was
 * filled, and its words lag behind its counts, so how much is filled is never taken from a word.
 */
export function orderStateOf(words: OrderWords): OrderState {
  const { quantity, filledQuantity, cancelledQuantity } = words;
  if (quantity > 0 && filledQuantity >= quantity) return 'filled';
  const isOver = quantity > 0 && filledQuantity + cancelledQuantity >= quantity;
  const meaning = MEANINGS.get(words.statusText);
  switch (meaning) {
    case undefined:
      return isOver ? 'cancelled' : byShares(words, 'pending');
    // Complete without all its shares: the rest was cancelled, or the counts are yet to follow.
    case 'filled':
      return isOver ? 'cancelled' : byShares(words, 'open');
    case 'rejected':
      return filledQuantity > 0 ? 'cancelled' : 'rejected';
    // The word is the same for a stop that waits and one that was triggered. Waiting is the answer that can be put
    // right: a stop that is known as open stays so, while one wrongly taken for open could not go back.
    case 'resting':
      return byShares(words, words.isStop ? 'trigger_pending' : 'open');
    case 'open':
    case 'pending':
    case 'trigger_pending':
      return byShares(words, meaning);
    case 'queued':
    case 'modify_pending':
    case 'cancel_pending':
    case 'cancelled':
      return meaning;
  }
}

function byShares({ filledQuantity }: OrderWords, whereNone: OrderState): OrderState {
  return filledQuantity > 0 ? 'partially_filled' : whereNone;
}
