import { parseTimeOfDay } from '@trickdesk/domain';
import {
  type CheckScope,
  checkExpression,
  parseExpression,
  reservedNames,
  type Span,
  tradedProblem,
} from '../expression/index.ts';
import type { StrategyDefinition } from './schema.ts';

export interface DefinitionProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Where in the expression's text. */
  readonly at?: Span;
}

/** NSE's regular session ends then; version 1 squares off before it. */
const SESSION_END = '15:30';
const DERIVATIVE_EXCHANGES = ['NFO', 'BFO', 'MCX', 'CDS', 'NCDEX'];

/** Every rule that one field alone cannot show to be broken. */
export function checkDefinition(definition: StrategyDefinition): DefinitionProblem[] {
  return [
    ...instrumentProblems(definition),
    ...sessionProblems(definition),
    ...directionProblems(definition),
    ...sizingProblems(definition),
    ...parameterProblems(definition),
    ...expressionProblems(definition),
  ];
}

function instrumentProblems({ instruments }: StrategyDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const seen = new Set<string>();
  instruments.forEach((instrument, i) => {
    const { exchange, symbol } = instrument;
    const path = ['instruments', i];
    if (DERIVATIVE_EXCHANGES.includes(exchange)) {
      problems.push({
        path: [...path, 'exchange'],
        message: `futures and options (${exchange}) are not traded by strategies: expected a share or ETF of NSE`,
      });
    } else if (exchange !== 'NSE') {
      problems.push({ path: [...path, 'exchange'], message: `"${exchange}" is not traded yet: expected "NSE"` });
    }
    const message = tradedProblem(symbol);
    if (message !== undefined) problems.push({ path: [...path, 'symbol'], message });
    if (seen.has(symbol)) problems.push({ path: [...path, 'symbol'], message: `${symbol} is in the list twice` });
    seen.add(symbol);
  });
  return problems;
}

function sessionProblems(definition: StrategyDefinition): DefinitionProblem[] {
  const { session } = definition;
  const problems: DefinitionProblem[] = [];
  const from = parseTimeOfDay(session.entryFrom) ?? 0;
  const to = parseTimeOfDay(session.entryTo) ?? 0;
  const end = parseTimeOfDay(SESSION_END) ?? 0;
  const squareOff = session.squareOff === undefined ? undefined : parseTimeOfDay(session.squareOff);
  const at = (field: string, message: string) => problems.push({ path: ['session', field], message });
  if (from >= to) at('entryTo', `entries must end after they begin (${session.entryFrom})`);
  problems.push(...productProblems(definition));
  if (squareOff !== undefined) {
    if (squareOff > end) at('squareOff', `the session ends at ${SESSION_END}; square-off cannot be later`);
    if (to > squareOff) at('entryTo', `entries must end at or before square-off (${session.squareOff})`);
  } else if (to > end) at('entryTo', `the session ends at ${SESSION_END}; entries cannot go on after it`);
  if (new Set(session.weekdays).size !== session.weekdays.length) at('weekdays', 'a weekday is in the list twice');
  return problems;
}

/** What the time of squaring off means depends on whether positions end with the day. */
function productProblems({ session, product, interval }: StrategyDefinition): DefinitionProblem[] {
  const path = ['session', 'squareOff'];
  if (product !== 'INTRADAY') {
    if (session.squareOff === undefined) return [];
    return [{ path, message: 'a delivery strategy holds over night: leave out the square-off, or hold it intraday' }];
  }
  const problems: DefinitionProblem[] = [];
  if (session.squareOff === undefined) {
    problems.push({ path, message: 'an intraday strategy needs a time to square off, like 15:05' });
  }
  if (interval === '1d') {
    problems.push({
      path: ['interval'],
      message: 'daily bars close after square-off: hold it for delivery, or take shorter bars',
    });
  }
  return problems;
}

/** As an investor says it: the builder has no word for `long` and `both`. */
const SIDE_WORDS = {
  long: {
    needsEntry: 'its direction lets it buy first: say when it buys',
    isIdle: 'its direction never buys first: leave this out, or let it trade both ways',
    neverEnds: 'what it bought would never be sold: give it an exit, a stop, a target or a longest holding',
  },
  short: {
    needsEntry: 'its direction lets it sell short: say when it sells',
    isIdle: 'its direction never sells short: leave this out, or let it trade both ways',
    neverEnds: 'what it sold short would never be bought back: give it an exit, a stop, a target or a longest holding',
  },
} as const;

function directionProblems(definition: StrategyDefinition): DefinitionProblem[] {
  const { direction, product, entry } = definition;
  const problems: DefinitionProblem[] = [];
  if (direction !== 'long' && product === 'DELIVERY') {
    problems.push({
      path: ['direction'],
      message: 'shares can be sold short only intraday: hold it intraday, or let it buy first',
    });
  }
  for (const side of ['long', 'short'] as const) {
    const wanted = direction === side || direction === 'both';
    const { needsEntry, isIdle, neverEnds } = SIDE_WORDS[side];
    if (wanted && entry[side] === undefined) problems.push({ path: ['entry', side], message: needsEntry });
    if (!wanted) {
      const idle = (['entry', 'exit'] as const).filter((part) => definition[part][side] !== undefined);
      problems.push(...idle.map((part) => ({ path: [part, side], message: isIdle })));
    }
    if (wanted && !canEnd(definition, side)) problems.push({ path: ['exit', side], message: neverEnds });
  }
  return problems;
}

function canEnd({ product, exit, risk }: StrategyDefinition, side: 'long' | 'short'): boolean {
  const byLevel = risk.stopLoss ?? risk.target ?? risk.trailing;
  return product === 'INTRADAY' || exit[side] !== undefined || byLevel !== undefined || risk.maxHoldBars !== undefined;
}

function sizingProblems({ sizing, risk, product }: StrategyDefinition): DefinitionProblem[] {
  if (sizing.method === 'risk_per_trade' && !risk.stopLoss) {
    return [{ path: ['sizing', 'method'], message: 'sizing by risk needs a stop loss to measure the risk by' }];
  }
  if (sizing.method === 'capital_share' && product === 'DELIVERY' && sizing.percent > 100) {
    return [
      { path: ['sizing', 'percent'], message: 'delivery is paid in full: expected at most 100 % of the capital' },
    ];
  }
  return [];
}

function parameterProblems({ parameters }: StrategyDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const reserved = reservedNames();
  for (const [name, { min, max, default: chosen }] of Object.entries(parameters)) {
    const path = ['parameters', name];
    if (reserved.includes(name))
      problems.push({ path, message: `"${name}" already means something in conditions: choose another name` });
    if (min > max) problems.push({ path: [...path, 'max'], message: `expected at least the minimum, ${min}` });
    else if (chosen < min || chosen > max) {
      problems.push({ path: [...path, 'default'], message: `expected a default from ${min} to ${max}` });
    }
  }
  return problems;
}

/** Every expression of a definition with its place, and what it must give. */
export function expressionsOf(definition: StrategyDefinition): readonly {
  readonly path: readonly string[];
  readonly text: string;
  readonly scope: CheckScope;
}[] {
  const { entry, exit, risk, parameters, interval } = definition;
  const scope = { parameters, interval };
  const condition = (readsPosition: boolean): CheckScope => ({ ...scope, wanted: 'condition', readsPosition });
  const price: CheckScope = { ...scope, wanted: 'price', readsPosition: false };
  const level = (rule: typeof risk.stopLoss): string | undefined => (rule?.kind === 'price' ? rule.price : undefined);
  const all = [
    { path: ['entry', 'long'], text: entry.long, scope: condition(false) },
    { path: ['entry', 'short'], text: entry.short, scope: condition(false) },
    { path: ['exit', 'long'], text: exit.long, scope: condition(true) },
    { path: ['exit', 'short'], text: exit.short, scope: condition(true) },
    { path: ['risk', 'stopLoss', 'price'], text: level(risk.stopLoss), scope: price },
    { path: ['risk', 'target', 'price'], text: level(risk.target), scope: price },
  ];
  return all.flatMap(({ path, text, scope }) => (text === undefined ? [] : [{ path, text, scope }]));
}

function expressionProblems(definition: StrategyDefinition): DefinitionProblem[] {
  return expressionsOf(definition).flatMap(({ path, text, scope }) => {
    const parsed = parseExpression(text);
    const errors = parsed.ok ? checkExpression(parsed.tree, parsed.spans, scope) : [parsed.error];
    return errors.map(({ offset, length, message }) => ({ path, message, at: { offset, length } }));
  });
}
