import {
  beyondBandWords,
  formatPaise,
  isWithinBand,
  type PriceBand,
  roundToTick,
  rupeesToPaise,
} from '@trickdesk/domain';

/** What an owner wants of the levels of a position, in rupees. */
export interface LevelsWish {
  readonly stopLoss: number | undefined;
  readonly target: number | undefined;
  readonly trailing: boolean | undefined;
}

/** Whole paise. */
export interface LevelsFacts {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly lastPaise: number;
  readonly tickPaise: number;
  /** Where the stop stands now. */
  readonly stopPaise: number | undefined;
  /** Whether it follows the price now … */
  readonly isTrailing: boolean;
  /** … and whether the rules of the strategy let it. */
  readonly mayTrail: boolean;
  /** The exchange's price band of the day, where the position is at a broker and its band is known. */
  readonly band: PriceBand | undefined;
  readonly product: 'INTRADAY' | 'DELIVERY';
}

export interface LevelProblem {
  readonly path: 'stopLoss' | 'target' | 'trailing';
  readonly message: string;
}

export interface LevelsDecision {
  readonly problems: readonly LevelProblem[];
  readonly stopPaise: number | undefined;
  readonly targetPaise: number | undefined;
}

/**
 * Whether levels may be moved there: on the grid of prices, on their own side of the last one, and where the exchange
 * takes them. A target rests nowhere: one that may be met on a later day can lie beyond today's band.
 */
export function decideLevels(wish: LevelsWish, facts: LevelsFacts): LevelsDecision {
  const stopPaise = wish.stopLoss === undefined ? undefined : rupeesToPaise(wish.stopLoss);
  const targetPaise = wish.target === undefined ? undefined : rupeesToPaise(wish.target);
  const problems = [
    ...fieldProblem(
      'stopLoss',
      wish.stopLoss,
      facts,
      () => stopProblem(stopPaise ?? 0, wish, facts) ?? bandProblem(stopPaise ?? 0, facts),
    ),
    ...fieldProblem('target', wish.target, facts, () => targetProblem(targetPaise ?? 0, facts)),
    ...trailingProblem(wish, facts),
  ];
  return { problems, stopPaise, targetPaise };
}

/** Whether a stop would stand farther from the price than now, in whole paise. What has no stop yet only gains one. */
export function loosensStop(
  wantedPaise: number | undefined,
  { direction, stopPaise }: { readonly direction: 'long' | 'short'; readonly stopPaise: number | null },
): boolean {
  if (wantedPaise === undefined || stopPaise === null) return false;
  return direction === 'long' ? wantedPaise < stopPaise : wantedPaise > stopPaise;
}

function fieldProblem(
  path: 'stopLoss' | 'target',
  rupees: number | undefined,
  { symbol, tickPaise }: LevelsFacts,
  sideProblem: () => string | undefined,
): LevelProblem[] {
  if (rupees === undefined) return [];
  const paise = rupeesToPaise(rupees);
  const isOnGrid = Math.abs(paise - rupees * 100) < 1e-6 && roundToTick(paise, tickPaise, 'nearest') === paise;
  const message = isOnGrid ? sideProblem() : `Prices of ${symbol} move in steps of ${formatPaise(tickPaise)}.`;
  return message === undefined ? [] : [{ path, message }];
}

function stopProblem(paise: number, { trailing }: LevelsWish, facts: LevelsFacts): string | undefined {
  const { direction, lastPaise, stopPaise, isTrailing } = facts;
  const isLong = direction === 'long';
  if (isLong ? paise >= lastPaise : paise <= lastPaise) {
    return `The last price is ${formatPaise(lastPaise)}: a stop belongs ${isLong ? 'below' : 'above'} it.`;
  }
  if (!isTrailing || trailing === false || stopPaise === undefined) return undefined;
  const isLooser = isLong ? paise < stopPaise : paise > stopPaise;
  return isLooser
    ? `The stop follows the price and stands at ${formatPaise(stopPaise)}; it only comes nearer.`
    : undefined;
}

function targetProblem(paise: number, facts: LevelsFacts): string | undefined {
  const { direction, lastPaise } = facts;
  const isLong = direction === 'long';
  const isOnItsSide = isLong ? paise > lastPaise : paise < lastPaise;
  if (isOnItsSide) return facts.product === 'INTRADAY' ? bandProblem(paise, facts) : undefined;
  return `The last price is ${formatPaise(lastPaise)}: a target belongs ${isLong ? 'above' : 'below'} it.`;
}

function bandProblem(paise: number, { band }: LevelsFacts): string | undefined {
  return !band || isWithinBand(paise, band) ? undefined : beyondBandWords(band);
}

function trailingProblem({ trailing }: LevelsWish, { mayTrail }: LevelsFacts): LevelProblem[] {
  if (trailing !== true || mayTrail) return [];
  return [{ path: 'trailing', message: 'The rules of this trick have no stop that follows the price.' }];
}
