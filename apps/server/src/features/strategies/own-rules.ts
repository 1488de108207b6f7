import {
  contractOf,
  didYouMean,
  instrumentsRead,
  parseWritten,
  type StrategyDefinition,
  sourceUses,
  tooCostly,
} from '@trickdesk/engine';

/** As many strategies as one account may keep, retired ones among them. */
export const MOST_OWN = 100;
/** As many versions as one strategy may have. */
export const MOST_VERSIONS = 500;

/** What a definition is, as far as it can be told without saving it. */
export type Judgement =
  | { readonly ok: true; readonly definition: StrategyDefinition }
  | {
      readonly ok: false;
      readonly errors: readonly Wrong[];
    };

/** What is wrong at a place of a definition; `at` is where in the text of a condition. */
export interface Wrong {
  readonly path: string;
  readonly message: string;
  readonly at?: { readonly offset: number; readonly length: number };
}

/** As many as a person can look at; mending them shows the rest. */
const MOST_ERRORS = 50;

/** The rules of the engine, and what it may ask of the machine. */
export function judgeDefinition(json: unknown): Judgement {
  const parsed = parseWritten(json);
  if (!parsed.ok) return { ok: false, errors: parsed.errors.slice(0, MOST_ERRORS) };
  const costly = tooCostly(parsed.definition);
  return costly === undefined ? parsed : { ok: false, errors: [{ path: '', message: costly }] };
}

/** Every symbol that a definition trades or reads. */
export const symbolsOf = (definition: StrategyDefinition): string[] =>
  instrumentsRead(definition).map(({ symbol }) => symbol);

/**
 * Every place at which a definition names an instrument that there is none of.
 *
 * @param offered symbols that may have been meant
 */
export function unknownSymbolErrors(
  definition: StrategyDefinition,
  { unknown, offered }: { readonly unknown: readonly string[]; readonly offered: readonly string[] },
): readonly Wrong[] {
  const traded = definition.instruments.map(({ symbol }, i) => ({ symbol, path: `instruments.${i}.symbol` }));
  return [...traded, ...sourceUses(definition)]
    .filter(({ symbol }) => unknown.includes(symbol))
    .slice(0, MOST_ERRORS)
    .map(({ symbol, ...place }) => ({
      ...place,
      message: `"${symbol}" is no instrument of NSE${didYouMean(symbol, offered)}`,
    }));
}

/** The contract of rules that nothing was back-tested with yet. Whole paise. */
export function draftContract(definition: StrategyDefinition, capitalPaise: number, disasterStopPercent: number) {
  const { sentences, ...figures } = contractOf({
    definition,
    settings: { capitalPaise, quantityMultiplier: 1 },
    disasterStopPercent,
  });
  return { ...figures, sentences: [...sentences] };
}

export interface Resting {
  readonly copies: number;
  readonly backtests: number;
  readonly published: boolean;
}

/** Why a strategy cannot be deleted, and what to do instead; `undefined` where it can. */
export function reasonToKeep({ copies, backtests, published }: Resting): string | undefined {
  if (published) {
    return 'This trick was submitted for the catalogue, so it cannot be deleted. Retire it instead. Nothing was changed.';
  }
  const resting = [counted(copies, 'my-trick'), counted(backtests, 'back-test')].filter((words) => words !== undefined);
  if (resting.length === 0) return undefined;
  const what = resting.join(' and ');
  return `${what} ${copies + backtests === 1 ? 'rests' : 'rest'} on this trick, so it cannot be deleted. Retire it instead: what there is goes on, and nobody can copy or back-test it any more. Nothing was changed.`;
}

function counted(number: number, noun: string): string | undefined {
  return number === 0 ? undefined : `${number} ${noun}${number === 1 ? '' : 's'}`;
}
