import type { BacktestRun, BacktestSweep } from '@trickdesk/contract';
import { MINUS } from '../../lib/format.ts';
import type { HeatRow } from '../../ui/charts/heat-table.tsx';

/** What people call the parameters that were varied. */
export function namesOf({ parameters }: BacktestSweep): string[] {
  return parameters.map(({ name, label = name }) => label);
}

/** The return of each combination of two parameters: the first down, the second across. */
export function heatRows({ parameters, combinations }: BacktestSweep): HeatRow[] {
  const [down, across] = parameters;
  const returns = new Map(combinations.map(({ values, returnPercent }) => [values.join(), returnPercent]));
  return (down?.values ?? []).map((row) => ({
    name: String(row),
    cells: (across?.values ?? []).map((column) => returns.get([row, column].join())),
  }));
}

/** What the cells of the map are, as far as charges go. */
export function mapNoteOf({ afterCharges }: Pick<BacktestRun['basis'], 'afterCharges'>) {
  return afterCharges ? 'mapNote' : 'mapNoteUncharged';
}

/** A day's mean: three decimals, as two would hide it. */
export function signedDaily(percent: number | undefined): string | undefined {
  if (percent === undefined) return undefined;
  const sign = percent > 0 ? '+' : percent < 0 ? MINUS : '';
  return `${sign}${Math.abs(percent).toFixed(3)}%`;
}
