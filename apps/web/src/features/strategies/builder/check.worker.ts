import './no-eval.ts';
import {
  blocksOf,
  CONTEXT_NAMES,
  type ConditionBlock,
  compileStrategy,
  contractOf,
  type DefinitionError,
  FUNCTION_NAMES,
  INDICATOR_NAMES,
  indicatorSpec,
  PRICE_SOURCES,
  parseExpression,
  parseWritten,
  type StrategyContract,
  tooCostly,
} from '@trickdesk/engine';

export type { ConditionBlock } from '@trickdesk/engine';

/** What a draft is asked about. */
export interface CheckRequest {
  readonly definition: unknown;
  /** Texts whose blocks are wanted, by a name of the asker's. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly capitalPaise: number;
}

export interface Checked {
  readonly errors: readonly DefinitionError[];
  /** Of each text that can be read. */
  readonly blocks: Readonly<Record<string, ConditionBlock>>;
  /** The rest is there where nothing is wrong. */
  readonly rules?: readonly string[];
  readonly contract?: StrategyContract;
  readonly warmupBars?: number;
  /** Instruments that the conditions read beside those that are traded. */
  readonly sources?: readonly string[];
}

/** A name of the language, for completion and documentation. */
export interface Word {
  readonly name: string;
  readonly kind: 'indicator' | 'price' | 'context' | 'function';
  /** With its arguments, as it is written. */
  readonly text: string;
  /** What is read of it after a dot; empty where it is a number itself. */
  readonly outputs: readonly string[];
}

/** The distance of the simulated broker's stop and of the server's default, where a strategy has none. */
const DISASTER_STOP_PERCENT = 5;

/** The engine's whole word on a draft. */
export function check({ definition, conditions, capitalPaise }: CheckRequest): Checked {
  const blocks = Object.fromEntries(
    Object.entries(conditions).flatMap(([name, text]) => {
      const parsed = parseExpression(text);
      return parsed.ok ? [[name, blocksOf(parsed.tree)] as const] : [];
    }),
  );
  const parsed = parseWritten(definition);
  if (!parsed.ok) return { errors: parsed.errors, blocks };
  const costly = tooCostly(parsed.definition);
  if (costly !== undefined) return { errors: [{ path: '', message: costly }], blocks };
  const compiled = compileStrategy(parsed.definition);
  return {
    errors: [],
    blocks,
    rules: compiled.describe(),
    warmupBars: compiled.warmupBars,
    sources: compiled.sources,
    contract: contractOf({
      definition: parsed.definition,
      settings: { capitalPaise, quantityMultiplier: 1 },
      disasterStopPercent: DISASTER_STOP_PERCENT,
    }),
  };
}

const USUAL: Readonly<Record<string, string>> = {
  ...{ period: '20', fast: '12', slow: '26', signal: '9', multiplier: '2', atr_period: '10', minutes: '15' },
  ...{ smooth: '3', rsi_period: '14', step: '0.02', maximum: '0.2', conversion: '9', base: '26', span: '52' },
};

/** Every name that a condition may use, with arguments to begin with. */
export function language(): readonly Word[] {
  const indicators = INDICATOR_NAMES.flatMap((name): Word[] => {
    const spec = indicatorSpec(name);
    if (!spec) return [];
    const numbers = spec.parameters.map((parameter) => USUAL[parameter.name] ?? String(parameter.min));
    const text = `${name}(${[...(spec.takesSource ? ['close'] : []), ...numbers].join(', ')})`;
    return [{ name, kind: 'indicator', text, outputs: spec.outputs.includes('value') ? [] : spec.outputs }];
  });
  const plain = (kind: Word['kind'], names: readonly string[]) =>
    names.map((name): Word => ({ name, kind, text: name, outputs: [] }));
  const functions = FUNCTION_NAMES.map(
    (name): Word => ({
      name,
      kind: 'function',
      text: name === 'abs' ? 'abs(close - open)' : `${name}(open, close)`,
      outputs: [],
    }),
  );
  return [...plain('price', PRICE_SOURCES), ...plain('context', CONTEXT_NAMES), ...indicators, ...functions];
}

export interface CheckCall {
  readonly id: number;
  /** Absent: the language is asked for. */
  readonly request?: CheckRequest;
}
export interface CheckAnswer {
  readonly id: number;
  readonly checked?: Checked;
  readonly words?: readonly Word[];
}

// There is nothing to listen to where tests import this.
globalThis.addEventListener?.('message', (event: MessageEvent<CheckCall>) => {
  const { id, request } = event.data;
  const answer: CheckAnswer = request ? { id, checked: check(request) } : { id, words: language() };
  globalThis.postMessage(answer);
});
