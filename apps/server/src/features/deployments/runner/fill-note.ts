import { formatPaise } from '@trickdesk/domain';

/** A fill as the market's order book shaped it. */
export interface ShapedFill {
  readonly quantity: number;
  /** Units that were asked for. */
  readonly wanted: number;
  /** Units that the book did not show. */
  readonly unshownQuantity?: number | undefined;
  /** What crossing the spread cost all units; absent where no book was known. */
  readonly spreadPaise?: number | undefined;
  /** Nothing follows: what is missing is not filled. */
  readonly isLast: boolean;
}

/** What an order's history says beside its state, where there is something to say. */
export function fillNote({
  quantity,
  wanted,
  isLast,
  unshownQuantity = 0,
  spreadPaise,
}: ShapedFill): string | undefined {
  const reasons = [
    ...(unshownQuantity > 0 ? ['the market showed no more'] : []),
    ...(isLast && quantity < wanted - unshownQuantity ? ['the cash at hand did not pay for more'] : []),
  ];
  const parts = [
    ...(quantity < wanted ? [[`${quantity} of ${wanted}`, reasons.join(', and ')].filter(Boolean).join(': ')] : []),
    ...(spreadPaise === undefined ? [] : [spreadWords(spreadPaise)]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** What crossing the spread cost against the last price, or the level that was met. */
export function spreadWords(spreadPaise: number): string {
  if (spreadPaise === 0) return 'crossing the spread cost nothing';
  const amount = formatPaise(Math.abs(spreadPaise));
  return spreadPaise > 0
    ? `crossing the spread cost ${amount}`
    : `the other side was ${amount} better than the last price`;
}
