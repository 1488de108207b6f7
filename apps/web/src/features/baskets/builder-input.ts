import type { BasketDetails } from '@trickdesk/contract';
import type { InputOfCall } from '../../lib/wire.ts';

/** A name in the form; its weight in percent is empty or not a number while it is typed. */
export interface NameRow {
  readonly symbol: string;
  readonly name: string;
  readonly weight: number | undefined;
}

export interface BuilderValues {
  readonly name: string;
  readonly benchmark: string;
  readonly rows: readonly NameRow[];
}

/** Most names in one basket; the contract says the same. */
export const MOST_NAMES = 30;
const MOST_LETTERS = 60;
const SYMBOL = /^[A-Z0-9&_-]{1,30}$/;
/** Weights are told to a hundredth of a percent. */
const STEPS = 100;
const WHOLE = 100 * STEPS;

export type BuilderProblem = 'name' | 'nameLong' | 'benchmark' | 'noNames' | 'tooMany' | 'weights' | 'sum';

const stepsOf = ({ weight }: NameRow): number => Math.round((weight ?? 0) * STEPS);

/** The sum of the weights in percent, without what floats add to it. */
export const sumOf = (rows: readonly NameRow[]): number =>
  rows.reduce((sum, row) => sum + (Number.isNaN(row.weight) ? 0 : stepsOf(row)), 0) / STEPS;

export const isWeight = ({ weight }: NameRow): boolean => weight !== undefined && weight > 0 && weight <= 100;

/** The same weight for each; what does not divide goes to the first ones, so that the sum is 100 to the hundredth. */
export function equalWeights(rows: readonly NameRow[]): readonly NameRow[] {
  if (rows.length === 0) return rows;
  const each = Math.floor(WHOLE / rows.length);
  const over = WHOLE - each * rows.length;
  return rows.map((row, place) => ({ ...row, weight: (each + (place < over ? 1 : 0)) / STEPS }));
}

/** Brings the sum to 100 and keeps how the weights stand to each other, as near as hundredths can. */
export function scaledWeights(rows: readonly NameRow[]): readonly NameRow[] {
  const total = sumOf(rows);
  if (total <= 0 || !rows.every(isWeight)) return rows;
  const steps = rows.map((row) => Math.max(1, Math.floor((stepsOf(row) * 100) / total)));
  let over = WHOLE - steps.reduce((sum, each) => sum + each, 0);
  const scaled = steps.map((each) => {
    const more = over > 0 ? 1 : 0;
    over -= more;
    return each + more;
  });
  return rows.map((row, place) => ({ ...row, weight: (scaled[place] ?? 1) / STEPS }));
}

export function withName(rows: readonly NameRow[], added: Omit<NameRow, 'weight'>): readonly NameRow[] {
  return rows.some(({ symbol }) => symbol === added.symbol) ? rows : [...rows, { ...added, weight: undefined }];
}

/** Everything that would be refused about the fields, all at once. */
export function problemsOf({
  name,
  benchmark,
  rows,
}: BuilderValues): Partial<Record<'name' | 'benchmark' | 'rows', BuilderProblem>> {
  const problem = problemOfRows(rows);
  const letters = name.trim().length;
  const ofName = letters === 0 ? 'name' : letters > MOST_LETTERS ? 'nameLong' : undefined;
  return {
    ...(ofName === undefined ? {} : { name: ofName }),
    ...(benchmark.trim() === '' || SYMBOL.test(benchmark.trim()) ? {} : { benchmark: 'benchmark' as const }),
    ...(problem === undefined ? {} : { rows: problem }),
  };
}

function problemOfRows(rows: readonly NameRow[]): BuilderProblem | undefined {
  if (rows.length === 0) return 'noNames';
  if (rows.length > MOST_NAMES) return 'tooMany';
  if (!rows.every(isWeight)) return 'weights';
  return sumOf(rows) === 100 ? undefined : 'sum';
}

export function addInput(values: BuilderValues, fromBasketId: number | undefined): InputOfCall<'addBasket'> {
  const benchmark = values.benchmark.trim();
  return {
    name: values.name.trim(),
    constituents: values.rows.map((row) => ({ symbol: row.symbol, weightPercent: stepsOf(row) / STEPS })),
    ...(benchmark === '' ? {} : { benchmark }),
    ...(fromBasketId === undefined ? {} : { fromBasketId }),
  };
}

/** What the form begins with: nothing, or another basket. */
export function valuesOf(from: BasketDetails | undefined, name: string): BuilderValues {
  if (!from) return { name: '', benchmark: '', rows: [] };
  const rows = from.constituents.map(({ symbol, name: ofShare, weightPercent }) => ({
    ...{ symbol, name: ofShare, weight: weightPercent },
  }));
  return { name: name.slice(0, MOST_LETTERS), benchmark: from.benchmark, rows };
}
