import type { SweepParameter } from '@trickdesk/contract';

/** What a person types to vary one parameter. `undefined` and NaN are numbers that are missing or wrong. */
export interface SweepRow {
  readonly name: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly step: number | undefined;
}

/** As the call refuses them; the server checks again. */
export const MOST_COMBINATIONS = 100;
const MOST_SWEPT_RUNS = 500;

/** Two steps to each side of the trick's own value, as far as its range goes. */
export function firstRow({ name, default: own, min, max, step }: SweepParameter): SweepRow {
  const at = (steps: number): number => exact(own + steps * step);
  return { name, from: Math.max(min, at(-2)), to: Math.min(max, at(2)), step };
}

/** The values from the first to the last; none where the numbers make no range. Decimals stay what they look like. */
export function valuesOf({ from, to, step }: SweepRow): number[] {
  if (from === undefined || to === undefined || step === undefined || !(step > 0) || !(from <= to)) return [];
  const count = Math.floor((to - from) / step + 1e-6) + 1;
  // More are never sent; a typing error must not make millions.
  return Array.from({ length: Math.min(count, MOST_COMBINATIONS + 1) }, (_, i) => exact(from + i * step));
}

const exact = (value: number): number => Number(value.toFixed(9));

export function combinationsOf(rows: readonly (SweepRow | undefined)[]): number {
  return rows.reduce((product, row) => product * (row ? valuesOf(row).length : 1), 1);
}

/** The row whose values were tried; of values in uneven steps, which no form sends, the first step counts. */
export function sweepRowOf(name: string, values: readonly number[]): SweepRow {
  const [from, second] = values;
  const step = from === undefined || second === undefined ? 1 : exact(second - from);
  return { name, from, to: values.at(-1), step };
}

export type SweepProblem = 'badRange' | 'offStep' | 'manyCombinations' | 'manyRuns' | 'sameParameter';

/** What of a row would be refused, beside the other row and so many instruments. */
export function sweepProblem(row: SweepRow, { other, parameters, instruments }: SweepBeside): SweepProblem | undefined {
  const values = valuesOf(row);
  if (values.length === 0) return 'badRange';
  if (other?.name === row.name) return 'sameParameter';
  const range = parameters.find(({ name }) => name === row.name);
  const isOn = (value: number, { min, max, step }: SweepParameter): boolean => {
    const steps = (value - min) / step;
    return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
  };
  if (range && !values.every((value) => isOn(value, range))) return 'offStep';
  const combinations = combinationsOf([row, other]);
  if (combinations > MOST_COMBINATIONS) return 'manyCombinations';
  return combinations * instruments > MOST_SWEPT_RUNS ? 'manyRuns' : undefined;
}

interface SweepBeside {
  readonly other: SweepRow | undefined;
  readonly parameters: readonly SweepParameter[];
  readonly instruments: number;
}

/** As it is sent; absent where nothing is varied. */
export function sweepOf(rows: readonly (SweepRow | undefined)[]): Record<string, number[]> | undefined {
  const named = rows.flatMap((row) => (row ? [[row.name, valuesOf(row)] as const] : []));
  return named.length === 0 ? undefined : Object.fromEntries(named);
}
