/**
 * What a difference between the back-test of a day and what was done comes from.
 * - `data`: the prices inside a minute went another way than the stored bar tells.
 * - `latency`: the market moved between the decision and the fill.
 * - `spread`: the best price of the other side against the last traded one, as the market showed them: in test mode at the
 *   fill, live when the order left. Where no quote was known it stands in the slippage.
 * - `slippage`: the rest of the way to the price that was got; in test mode what the paper matcher adds without a quote.
 * - `partial_fill`: less was filled than was asked for, or the rest of an exit later, because nobody showed more.
 * - `not_filled`: the entry was not sent, or was taken back before anything of it was filled.
 * - `closed_at_broker`: the broker closed the position, or its owner did there, and not the trick.
 * - `sizing`: other cash or another price gave another number of units.
 * - `carried`: it follows from an earlier difference of the same day.
 */
export const PARITY_CAUSES = [
  'data',
  'latency',
  'spread',
  'slippage',
  'rejection',
  'partial_fill',
  'not_filled',
  'closed_at_broker',
  'charges',
  'veto',
  'missed_bar',
  'order_unclear',
  'halted',
  'owner',
  'risk',
  'sizing',
  'carried',
  'rounding',
  'unexplained',
] as const;
export type ParityCause = (typeof PARITY_CAUSES)[number];
