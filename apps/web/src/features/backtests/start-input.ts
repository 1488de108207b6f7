import type { BacktestDetails, BacktestPrices, SweepParameter } from '@trickdesk/contract';
import type { InputOfCall } from '../../lib/wire.ts';
import { type SweepProblem, type SweepRow, sweepOf, sweepProblem, sweepRowOf } from './sweep-input.ts';

type StartInput = InputOfCall<'setAndStartBacktest'>;

/** What is tested: a trick, or rules that are saved nowhere. */
export type Subject =
  | Required<Pick<StartInput, 'TricksId'>>
  | (Required<Pick<StartInput, 'definition'>> & Pick<StartInput, 'name'>);

/** What names it in a call that takes no name for it. */
export const namedBy = (subject: Subject): Pick<StartInput, 'TricksId' | 'definition'> =>
  'TricksId' in subject ? { TricksId: subject.TricksId } : { definition: subject.definition };

export interface StartValues {
  /** As they are typed: `SBIN, INFY`. */
  readonly instruments: string;
  readonly interval: NonNullable<StartInput['interval']>;
  readonly prices: BacktestPrices;
  readonly from_date: string;
  readonly to_date: string;
  /** Rupees. */
  readonly capital: number | undefined;
  /** In percent of the price. */
  readonly slippage: number | undefined;
  readonly costs: boolean;
  /** Parameters to vary; the second only beside the first. */
  readonly sweep1: SweepRow | undefined;
  readonly sweep2: SweepRow | undefined;
}

/** As the call refuses them; the server checks again. */
const MOST_SYMBOLS = 50;
export const MOST_SLIPPAGE_PERCENT = 5;

/** `sbin, INFY sbin` → `SBIN`, `INFY`. */
export function symbolsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter((symbol) => symbol !== ''),
    ),
  ];
}

export type Problem =
  | 'noSymbols'
  | 'manySymbols'
  | 'badSymbol'
  | 'noDay'
  | 'wrongOrder'
  | 'noCapital'
  | 'badSlippage'
  | SweepProblem;

/** What of the form would be refused, by field. */
export function problemsOf(
  values: StartValues,
  parameters: readonly SweepParameter[] = [],
): Partial<Record<keyof StartValues, Problem>> {
  const problems: Partial<Record<keyof StartValues, Problem>> = {};
  const symbols = symbolsOf(values.instruments);
  if (symbols.length === 0) problems.instruments = 'noSymbols';
  else if (symbols.length > MOST_SYMBOLS) problems.instruments = 'manySymbols';
  else if (!symbols.every((symbol) => /^[A-Z0-9&_-]{1,30}$/.test(symbol))) problems.instruments = 'badSymbol';
  if (values.from_date === '') problems.from_date = 'noDay';
  if (values.to_date === '') problems.to_date = 'noDay';
  else if (values.to_date < values.from_date) problems.to_date = 'wrongOrder';
  if (!((values.capital ?? 0) >= 1)) problems.capital = 'noCapital';
  const { slippage } = values;
  if (slippage === undefined || !(slippage >= 0 && slippage <= MOST_SLIPPAGE_PERCENT))
    problems.slippage = 'badSlippage';
  return { ...problems, ...sweepProblems(values, parameters, symbols.length) };
}

/** The rows that are sent. */
function sweptRows({ sweep1, sweep2 }: StartValues): (SweepRow | undefined)[] {
  return sweep1 ? [sweep1, sweep2] : [];
}

function sweepProblems(
  values: StartValues,
  parameters: readonly SweepParameter[],
  instruments: number,
): Partial<Record<'sweep1' | 'sweep2', SweepProblem>> {
  const [first, second] = sweptRows(values);
  const ofFirst = first && sweepProblem(first, { other: undefined, parameters, instruments });
  const ofSecond = second && sweepProblem(second, { other: first, parameters, instruments });
  return { ...(ofFirst ? { sweep1: ofFirst } : {}), ...(ofSecond ? { sweep2: ofSecond } : {}) };
}

/** Rupees become paise and percents basis points, rounded to whole ones. */
export function inputOf(subject: Subject, values: StartValues): StartInput {
  const sweep = sweepOf(sweptRows(values));
  return {
    ...subject,
    instruments: symbolsOf(values.instruments),
    interval: values.interval,
    prices: values.prices,
    from_date: values.from_date,
    to_date: values.to_date,
    capitalPaise: Math.round((values.capital ?? 0) * 100),
    costs: values.costs,
    slippageBps: Math.round((values.slippage ?? 0) * 100),
    ...(sweep ? { sweep } : {}),
  };
}

/** The form as it was when a back-test was started. */
export function valuesOf(run: BacktestDetails): StartValues {
  const [sweep1, sweep2] = Object.entries(run.sweep ?? {}).map(([name, values]) => sweepRowOf(name, values));
  return {
    instruments: run.instruments.join(', '),
    interval: run.interval,
    prices: run.prices,
    from_date: run.from_date,
    to_date: run.to_date,
    capital: run.capitalPaise / 100,
    slippage: run.slippageBps / 100,
    costs: run.costs,
    sweep1,
    sweep2,
  };
}

/** The server's fields that the form calls otherwise. */
export function fieldOf(path: string): string {
  if (path === 'capitalPaise') return 'capital';
  if (path === 'slippageBps') return 'slippage';
  if (path.startsWith('sweep')) return 'sweep1';
  return path.split('.')[0] ?? path;
}
