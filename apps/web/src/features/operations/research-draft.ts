import type { ResearchSide } from '@trickdesk/domain';

/** A call as an operator types it; prices in rupees, NaN where what was typed is none. */
export interface DraftValues {
  readonly symbol: string;
  readonly side: ResearchSide;
  readonly entry: number | undefined;
  readonly stop: number | undefined;
  readonly target1: number | undefined;
  readonly target2: number | undefined;
  readonly target3: number | undefined;
  /** `YYYY-MM-DD`. */
  readonly validUntil: string;
  readonly rationale: string;
  readonly holdsInterest: boolean;
  readonly usesAi: boolean;
}

export const NO_DRAFT: DraftValues = {
  ...{ symbol: '', side: 'buy', entry: undefined, stop: undefined },
  ...{ target1: undefined, target2: undefined, target3: undefined },
  ...{ validUntil: '', rationale: '', holdsInterest: false, usesAi: false },
};

export type DraftProblem =
  | 'missing'
  | 'noPrice'
  | 'noDay'
  | 'stopOfBuy'
  | 'stopOfSell'
  | 'targetOfBuy'
  | 'targetOfSell'
  | 'gap';

type PriceField = 'entry' | 'stop' | 'target1' | 'target2' | 'target3';
const isPrice = (value: number | undefined): value is number => value !== undefined && value > 0;

/** What is wrong with each field, as far as the browser can know; the server knows prices and sessions. */
export function draftProblems(values: DraftValues): Partial<Record<keyof DraftValues, DraftProblem>> {
  const problems: Partial<Record<keyof DraftValues, DraftProblem>> = {};
  if (values.symbol.trim() === '') problems.symbol = 'missing';
  if (values.rationale.trim() === '') problems.rationale = 'missing';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(values.validUntil)) problems.validUntil = 'noDay';
  for (const name of ['entry', 'stop', 'target1'] as const) if (!isPrice(values[name])) problems[name] = 'noPrice';
  for (const name of ['target2', 'target3'] as const) {
    if (values[name] !== undefined && !isPrice(values[name])) problems[name] = 'noPrice';
  }
  if (values.target3 !== undefined && values.target2 === undefined) problems.target2 = 'gap';
  const isBuy = values.side === 'buy';
  const isBeyond = (name: PriceField, before: PriceField): boolean => {
    const [value, other] = [values[name], values[before]];
    return !isPrice(value) || !isPrice(other) || (isBuy ? value > other : value < other);
  };
  if (!isBeyond('entry', 'stop')) problems.stop ??= isBuy ? 'stopOfBuy' : 'stopOfSell';
  const order: readonly PriceField[] = ['entry', 'target1', 'target2', 'target3'];
  order.slice(1).forEach((name, i) => {
    if (!isBeyond(name, order[i] ?? 'entry')) problems[name] ??= isBuy ? 'targetOfBuy' : 'targetOfSell';
  });
  return problems;
}

/** What is sent of it. */
export function draftOf(values: DraftValues) {
  const { side, validUntil, holdsInterest, usesAi } = values;
  return {
    ...{ side, validUntil, holdsInterest, usesAi },
    symbol: values.symbol.trim().toUpperCase(),
    rationale: values.rationale.trim(),
    entryPrice: values.entry ?? 0,
    stopPrice: values.stop ?? 0,
    targets: [values.target1, values.target2, values.target3].filter((price) => price !== undefined),
  };
}

const FIELDS: Readonly<Record<string, keyof DraftValues>> = {
  ...{ entryPrice: 'entry', stopPrice: 'stop', targets: 'target1' },
  ...{ 'targets.0': 'target1', 'targets.1': 'target2', 'targets.2': 'target3' },
};

/** The form's name of a field of the call. */
export const draftField = (path: string): string => FIELDS[path] ?? path;
