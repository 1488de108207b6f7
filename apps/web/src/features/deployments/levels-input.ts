import type { PositionRow } from '@trickdesk/contract';

/** What the form holds: prices in rupees, empty or not a number while they are typed. */
export interface LevelsValues {
  readonly stopLoss: number | undefined;
  readonly target: number | undefined;
  readonly trailing: TrailingChoice;
}

/** Whether the stop shall follow the price; empty leaves that as it is. */
export type TrailingChoice = '' | 'follows' | 'stays';

export type LevelsProblem = 'wrong' | 'empty';
type LevelsProblems = Partial<Record<'stopLoss' | 'target', LevelsProblem>>;

/** What can be told without the market; the server checks the grid and the side against the last price. */
export function problemsOf({ stopLoss, target, trailing }: LevelsValues): LevelsProblems {
  const isWrong = (value: number | undefined): boolean => value !== undefined && !(value > 0);
  const problems: LevelsProblems = {
    ...(isWrong(stopLoss) ? { stopLoss: 'wrong' } : {}),
    ...(isWrong(target) ? { target: 'wrong' } : {}),
  };
  if (Object.keys(problems).length > 0) return problems;
  return stopLoss === undefined && target === undefined && trailing === '' ? { stopLoss: 'empty' } : {};
}

/** Only what differs from where the levels stand: a stop that follows the price is not set back by a glance at it. */
export function changeOf(
  values: LevelsValues,
  { stopLoss, target }: Pick<PositionRow, 'stopLoss' | 'target'>,
): { readonly stopLoss?: number; readonly target?: number; readonly trailing?: boolean } {
  return {
    ...(values.stopLoss === undefined || values.stopLoss === stopLoss ? {} : { stopLoss: values.stopLoss }),
    ...(values.target === undefined || values.target === target ? {} : { target: values.target }),
    ...(values.trailing === '' ? {} : { trailing: values.trailing === 'follows' }),
  };
}

/** What the position would come to at a stop, against its entry price and before charges; whole paise. */
export function resultAt(
  price: number | undefined,
  { side, quantity, averagePrice }: Pick<PositionRow, 'side' | 'quantity' | 'averagePrice'>,
): number | undefined {
  if (price === undefined || !(price > 0)) return undefined;
  const sign = side === 'buy' ? 1 : -1;
  return Math.round(sign * (price - averagePrice) * quantity * 100);
}
