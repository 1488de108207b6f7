/** An open position of a trick, as far as it matters what becomes of it. */
export interface OpenPosition {
  readonly mode: 'live' | 'paper';
  /** A stop loss, trailing or not; without one only rules, times and its owner close it. */
  readonly hasStop: boolean;
  /** An exit of it was decided and has not ended. */
  readonly hasExit: boolean;
  /** Its trick was told to sell, or to hand over unsold, and has not ended; `null`: neither. */
  readonly ending: 'sell' | 'detach' | null;
}

/** How many open positions of tricks there are, and what becomes of them while nobody asks for a sale. */
export interface PositionFates {
  readonly live: number;
  readonly test: number;
  /** Those that stay, and how many of these have no stop. */
  readonly keptLive: number;
  readonly keptTest: number;
  readonly withoutStop: number;
  readonly beingSold: number;
  readonly handedOver: number;
}

/** Each position has one fate: what is being sold or handed over neither stays nor keeps a stop. */
export function fatesOf(positions: readonly OpenPosition[]): PositionFates {
  const isSold = ({ hasExit, ending }: OpenPosition): boolean => hasExit || ending === 'sell';
  const beingSold = positions.filter(isSold).length;
  const handedOver = positions.filter((each) => !isSold(each) && each.ending === 'detach').length;
  const kept = positions.filter(({ hasExit, ending }) => !hasExit && ending === null);
  const live = positions.filter(({ mode }) => mode === 'live').length;
  const keptLive = kept.filter(({ mode }) => mode === 'live').length;
  return {
    ...{ live, test: positions.length - live, keptLive, keptTest: kept.length - keptLive },
    withoutStop: kept.filter(({ hasStop }) => !hasStop).length,
    ...{ beingSold, handedOver },
  };
}

/** In words, each only where there are any. */
export function fateWords({ keptLive, keptTest, withoutStop, beingSold, handedOver }: PositionFates): string {
  const withStop = keptLive + keptTest - withoutStop;
  const words = [
    ...(withStop > 0 ? [`Positions of tricks that keep their stop: ${withStop}.`] : []),
    ...(withoutStop > 0 ? [`Positions of tricks that stay without a stop: ${withoutStop}.`] : []),
    ...(beingSold > 0 ? [`Positions of tricks that were being sold already: ${beingSold}.`] : []),
    ...(handedOver > 0 ? [`Positions of tricks that are being handed over to you, unsold: ${handedOver}.`] : []),
  ];
  return words.length > 0 ? words.join(' ') : 'No trick holds a position.';
}
