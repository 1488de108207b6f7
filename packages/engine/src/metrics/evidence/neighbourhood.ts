import { quantile } from '../quantile.ts';
import { mean } from '../returns.ts';

export interface SweepCell {
  /** One value for each parameter, in the same order in every cell. */
  readonly parameters: readonly number[];
  /** What was made large: larger is better and 0 is nothing gained; absent where the cell did not trade. */
  readonly value?: number | undefined;
  /**
   * Whether it gained, where that is known better than by the value: a Sharpe ratio just above 0 may belong to a loss,
   * since a fall of 10 % takes more than a rise of 10 % gives.
   */
  readonly gained?: boolean | undefined;
  /** It lost all that there was: without a value, and a neighbour that did not gain. */
  readonly isUsedUp?: boolean | undefined;
}

export interface Neighbourhood {
  readonly best: SweepCell & { readonly value: number };
  /** Cells with a value, or that lost all, which differ from the best by at most one step in each parameter. */
  readonly neighbours: number;
  readonly gainingNeighbours: number;
  /** Gaining ÷ all neighbours, percent; `undefined` where the best stands alone. */
  readonly gainingPct?: number | undefined;
  readonly middleOfNeighbours?: number | undefined;
  /**
   * (best − mean of neighbours) ÷ best, percent: 0 on a plateau, 100 where the neighbours bring nothing, more where they
   * lose. `undefined` where the best gains nothing or stands alone.
   */
  readonly dropPct?: number | undefined;
}

/**
 * What is around the best cell of a sweep. Parameters that found something real work about as well when they are a
 * little off; a peak that stands alone was found by chance. A step is to the next value of that parameter that occurs in
 * the sweep, whatever their distance; diagonal neighbours count.
 *
 * @returns `undefined` where no cell has a value
 * @throws RangeError when cells have different numbers of parameters
 */
export function neighbourhood(cells: readonly SweepCell[]): Neighbourhood | undefined {
  const dimensions = cells[0]?.parameters.length ?? 0;
  if (cells.some(({ parameters }) => parameters.length !== dimensions)) {
    throw new RangeError('the cells of a sweep have the same parameters');
  }
  const known = cells.flatMap(({ parameters, value, gained }) =>
    value === undefined ? [] : { parameters, value, gained },
  );
  const [first, ...others] = known;
  if (!first) return undefined;
  const best = others.reduce((highest, cell) => (cell.value > highest.value ? cell : highest), first);
  const steps = stepsOf(cells, dimensions);
  const isNear = (cell: SweepCell): boolean =>
    cell.parameters.every((value, i) => Math.abs(steps(i, value) - steps(i, best.parameters[i] ?? 0)) <= 1);
  const near = known.filter((cell) => cell !== best && isNear(cell));
  const around = near.map(({ value }) => value);
  const gaining = near.filter(({ value, gained = value > 0 }) => gained).length;
  const usedUp = cells.filter((cell) => cell.value === undefined && cell.isUsedUp && isNear(cell)).length;
  const neighbours = near.length + usedUp;
  const alone = around.length === 0;
  return {
    best,
    neighbours,
    gainingNeighbours: gaining,
    gainingPct: neighbours === 0 ? undefined : (gaining / neighbours) * 100,
    middleOfNeighbours: quantile(
      around.toSorted((a, b) => a - b),
      0.5,
    ),
    dropPct: alone || best.value <= 0 ? undefined : ((best.value - mean(around)) / best.value) * 100,
  };
}

/** The place of a value among those of its parameter that occur. */
function stepsOf(cells: readonly SweepCell[], dimensions: number): (dimension: number, value: number) => number {
  const places = Array.from({ length: dimensions }, (_, i) => {
    const values = [...new Set(cells.map(({ parameters }) => parameters[i] ?? 0))].sort((a, b) => a - b);
    return new Map(values.map((value, place) => [value, place]));
  });
  return (dimension, value) => places[dimension]?.get(value) ?? 0;
}
