import type { core } from 'zod';
import { didYouMean, parseExpression, printExpression, type Span } from '../expression/index.ts';
import { type LevelRule, type StrategyDefinition, strategyDefinition } from './schema.ts';
import { writtenProblems } from './written.ts';

/** `path` is dotted, as form libraries name fields: `entry.long`, `instruments.0.symbol`. */
export interface DefinitionError {
  readonly path: string;
  readonly message: string;
  /** Only for expressions: where in the text. */
  readonly at?: Span;
}

export type DefinitionOutcome =
  | { readonly ok: true; readonly definition: StrategyDefinition }
  | { readonly ok: false; readonly errors: readonly DefinitionError[] };

/**
 * Reads a strategy definition from JSON. What it answers has every condition in canonical text, so two definitions
 * that mean the same to the eye are the same bytes.
 */
export function parseDefinition(json: unknown): DefinitionOutcome {
  const parsed = strategyDefinition.safeParse(json);
  if (parsed.success) return { ok: true, definition: canonical(parsed.data) };
  return { ok: false, errors: parsed.error.issues.flatMap((issue) => errorsOf(issue)) };
}

/**
 * As `parseDefinition`, of rules that somebody writes now: they square off before the broker does, their hours let them
 * enter, and the defaults of their parameters are values that may be chosen.
 */
export function parseWritten(json: unknown): DefinitionOutcome {
  const parsed = parseDefinition(json);
  const problems = parsed.ok ? writtenProblems(parsed.definition) : [];
  if (problems.length === 0) return parsed;
  return { ok: false, errors: problems.map(({ path, message }) => ({ path: path.join('.'), message })) };
}

function errorsOf(issue: core.$ZodIssue): DefinitionError[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: `"${key}" is not a field here${didYouMean(key, FIELD_NAMES)}`,
    }));
  }
  const at = issue.code === 'custom' ? spanOf(issue.params) : undefined;
  return [{ path, message: wordsOf(issue), ...(at ? { at } : {}) }];
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};
/** What the schema says where nobody gave it words. */
const UNWORDED = /^(Invalid|Too)/;

/** What would be right there, in the words of the other messages. */
function wordsOf(issue: core.$ZodIssue): string {
  if (!UNWORDED.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${KINDS[issue.expected] ?? issue.expected} here`;
    case 'too_small': {
      const least = `${issue.minimum}${unitOf(issue.origin)}`;
      return issue.inclusive === false ? `expected more than ${least}` : `expected at least ${least}`;
    }
    case 'too_big': {
      const most = `${issue.maximum}${unitOf(issue.origin)}`;
      return issue.inclusive === false ? `expected less than ${most}` : `expected at most ${most}`;
    }
    case 'invalid_value':
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')} here`;
    default:
      return issue.message;
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' in this list' : '';
}

const FIELD_NAMES = [
  ...['format', 'instruments', 'interval', 'product', 'direction', 'session', 'entry', 'exit', 'risk', 'sizing'],
  ...['parameters', 'exchange', 'symbol', 'entryFrom', 'entryTo', 'squareOff', 'weekdays', 'long', 'short'],
  ...['stopLoss', 'target', 'trailing', 'maxTradesPerDay', 'maxLossPerDayPaise', 'maxOpenPositions', 'cooldownBars'],
  ...['maxHoldBars'],
  ...[
    'kind',
    'percent',
    'points',
    'multiple',
    'length',
    'price',
    'method',
    'quantity',
    'default',
    'min',
    'max',
    'step',
    'label',
  ],
];

function spanOf(params: Record<string, unknown> | undefined): Span | undefined {
  const at = params?.['at'];
  if (typeof at !== 'object' || at === null || !('offset' in at) || !('length' in at)) return undefined;
  const { offset, length } = at;
  return typeof offset === 'number' && typeof length === 'number' ? { offset, length } : undefined;
}

function canonical(definition: StrategyDefinition): StrategyDefinition {
  const { entry, exit, risk } = definition;
  return {
    ...definition,
    entry: bothWays(entry),
    exit: bothWays(exit),
    risk: {
      ...risk,
      ...(risk.stopLoss ? { stopLoss: canonicalLevel(risk.stopLoss) } : {}),
      ...(risk.target ? { target: canonicalLevel(risk.target) } : {}),
    },
  };
}

function bothWays(part: StrategyDefinition['entry']): StrategyDefinition['entry'] {
  return {
    ...(part.long === undefined ? {} : { long: canonicalText(part.long) }),
    ...(part.short === undefined ? {} : { short: canonicalText(part.short) }),
  };
}

function canonicalLevel(level: LevelRule): LevelRule {
  return level.kind === 'price' ? { ...level, price: canonicalText(level.price) } : level;
}

/** The text is known to parse: the schema has checked it. */
function canonicalText(text: string): string {
  const parsed = parseExpression(text);
  return parsed.ok ? printExpression(parsed.tree) : text;
}
