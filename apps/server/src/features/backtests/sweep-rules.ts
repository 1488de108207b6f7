import type { StrategyDefinition } from '@trickdesk/engine';

/** Values to try by the name of a parameter, ascending, each once. */
export type SweptValues = Readonly<Record<string, readonly number[]>>;

/** Sets of parameters that one back-test may try, and how often they may be run over all instruments. */
const MOST_COMBINATIONS = 100;
const MOST_SWEPT_RUNS = 500;

export type SweepDecision =
  | { readonly ok: true; readonly sweep: SweptValues }
  | { readonly ok: false; readonly errors: readonly { readonly path: string; readonly message: string }[] };

/**
 * What a sweep tries: parameters in the order of the definition, their values ascending and each once, so that the order
 * in which they were asked for changes nothing.
 */
export function decideSweep(
  { parameters, instruments }: Pick<StrategyDefinition, 'parameters' | 'instruments'>,
  asked: SweptValues,
): SweepDecision {
  const errors = Object.entries(asked).flatMap(([name, values]) => {
    const message = problemOf(parameters, name, values);
    return message === undefined ? [] : [{ path: `sweep.${name}`, message }];
  });
  if (errors.length > 0) return { ok: false, errors };
  const named = Object.keys(parameters).filter((name) => asked[name] !== undefined);
  const sweep = Object.fromEntries(
    named.map((name) => [name, [...new Set(asked[name])].sort((a, b) => a - b)] as const),
  );
  const message = sizeProblem(countCombinations(sweep), instruments.length);
  return message === undefined ? { ok: true, sweep } : { ok: false, errors: [{ path: 'sweep', message }] };
}

function problemOf(
  parameters: StrategyDefinition['parameters'],
  name: string,
  values: readonly number[],
): string | undefined {
  const range = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!range) {
    const names = Object.keys(parameters);
    const known = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
    return `This trick has no parameter “${name}”. ${known}`;
  }
  const { min, max, step } = range;
  if (values.every((value) => value >= min && value <= max && isOnStep(value, min, step))) return undefined;
  return `Use values from ${min} to ${max} in steps of ${step}.`;
}

/** Steps are decimals, which floats only come near to. */
function isOnStep(value: number, min: number, step: number): boolean {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

function sizeProblem(combinations: number, instruments: number): string | undefined {
  if (combinations > MOST_COMBINATIONS) {
    return `These are ${combinations} combinations; ${MOST_COMBINATIONS} can be tried. Use fewer values.`;
  }
  if (combinations * instruments > MOST_SWEPT_RUNS) {
    const most = Math.floor(MOST_SWEPT_RUNS / instruments);
    return `With ${instruments} instruments ${most} combinations can be tried; these are ${combinations}. Use fewer values or instruments.`;
  }
  return undefined;
}

export function countCombinations(sweep: SweptValues): number {
  return Object.values(sweep).reduce((product, values) => product * values.length, 1);
}

/** Every combination; the last parameter moves fastest. One without a value where nothing is varied. */
export function combinationsOf(sweep: SweptValues): Readonly<Record<string, number>>[] {
  return Object.entries(sweep).reduce<Readonly<Record<string, number>>[]>(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}
