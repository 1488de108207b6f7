import { formatTimeOfDay } from '@trickdesk/domain';
import { type CompareOperator, type Expression, printExpression } from '../expression/index.ts';
import { behindGroups, groupsOf, type Statement, statementsOf } from './condition-groups.ts';
import { barsAgo, barsWords, nameOf } from './condition-words.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

/**
 * A condition as a person would say it, for the rules of a trick: `close crosses above opening_range(15).high` is “the close
 * crosses above the high of the first 15 minutes”. Several conditions are a list, so that nobody has to know what binds
 * tighter. A list within a list comes last and says how many conditions are its own, so that its end is known without
 * brackets. A price is said as a value.
 */
export function ruleWords(node: Expression): string {
  const said = groupsOf(node);
  if (!('op' in said)) return statementWords(said);
  const list = statementsOf(said).map(statementWords).join('; ');
  return said.op === 'and' ? `all of this is true: ${list}` : `any of this is true: ${list}`;
}

function statementWords(statement: Statement): string {
  const { of, isDenied } = statement;
  if (of.kind === 'compare') return behindGroups(statement, (isDenied ? DENIED : COMPARED)[of.op](of));
  return behindGroups(statement, isDenied ? 'it holds no position' : valueWords(of));
}

type Comparison = Pick<Node<'compare'>, 'left' | 'right'>;
type Compared = Readonly<Record<CompareOperator, (sides: Comparison) => string>>;

const COMPARED: Compared = {
  'crosses above': ({ left, right }) => `${valueWords(left)} crosses above ${valueWords(right)}`,
  'crosses below': ({ left, right }) => `${valueWords(left)} crosses below ${valueWords(right)}`,
  '>': (sides) => ofTime(sides, (time) => `it is later than ${time}`) ?? above(sides),
  '<': (sides) => ofTime(sides, (time) => `it is earlier than ${time}`) ?? below(sides),
  '>=': (sides) => ofTime(sides, (time) => `it is ${time} or later`) ?? atLeast(sides),
  '<=': (sides) => ofTime(sides, (time) => `it is ${time} or earlier`) ?? atMost(sides),
  '==': (sides) => ofDay(sides, (day) => `it is a ${day}`) ?? exactly(sides),
  '!=': (sides) => ofDay(sides, (day) => `it is not a ${day}`) ?? unlike(sides),
};
/** Where a value is missing, neither a comparison nor its denial is true. */
const DENIED: Compared = {
  'crosses above': ({ left, right }) => `${valueWords(left)} does not cross above ${valueWords(right)}`,
  'crosses below': ({ left, right }) => `${valueWords(left)} does not cross below ${valueWords(right)}`,
  '>': COMPARED['<='],
  '<': COMPARED['>='],
  '>=': COMPARED['<'],
  '<=': COMPARED['>'],
  '==': COMPARED['!='],
  '!=': COMPARED['=='],
};

function above({ left, right }: Comparison): string {
  return `${valueWords(left)} is above ${valueWords(right)}`;
}
function below({ left, right }: Comparison): string {
  return `${valueWords(left)} is below ${valueWords(right)}`;
}
function atLeast({ left, right }: Comparison): string {
  return `${valueWords(left)} is at least ${valueWords(right)}`;
}
function atMost({ left, right }: Comparison): string {
  return `${valueWords(left)} is at most ${valueWords(right)}`;
}
function exactly({ left, right }: Comparison): string {
  return `${valueWords(left)} is exactly ${valueWords(right)}`;
}
function unlike({ left, right }: Comparison): string {
  return `${valueWords(left)} is not ${valueWords(right)}`;
}

/** A bar's time is that of its close. */
function ofTime({ left, right }: Comparison, words: (time: string) => string): string | undefined {
  const isTime = left.kind === 'context' && left.name === 'time' && right.kind === 'time';
  return isTime ? words(formatTimeOfDay(right.minute)) : undefined;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function ofDay({ left, right }: Comparison, words: (day: string) => string): string | undefined {
  const isDay = left.kind === 'context' && left.name === 'weekday' && right.kind === 'number';
  const day = isDay ? DAYS[right.value - 1] : undefined;
  return day === undefined ? undefined : words(day);
}

const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const;
const LEVEL = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;
/** Holds together by itself. */
const WHOLE = 3;

function valueWords(node: Expression): string {
  switch (node.kind) {
    case 'price':
      return PRICES[node.source];
    case 'time':
      return formatTimeOfDay(node.minute);
    case 'context':
      return CONTEXTS[node.name];
    case 'indicator':
      return SPOKEN[node.name]?.(node) ?? indicatorWords(node);
    case 'ago':
      return agoWords(node);
    case 'at':
      return `${grouped(node.of, WHOLE)} of ${barsWords(node)}`;
    case 'function':
      return FUNCTIONS[node.name](node.args.map(valueWords).join(', '));
    case 'negate':
      return node.of.kind === 'number' ? nameOf(node) : `−${grouped(node.of, WHOLE)}`;
    case 'arithmetic': {
      const level = LEVEL[node.op];
      return `${grouped(node.left, level)} ${SIGNS[node.op]} ${grouped(node.right, level + 1)}`;
    }
    default:
      return nameOf(node);
  }
}

/** As arithmetic writes it: in brackets where it holds together less than it must. */
function grouped(node: Expression, atLeast: number): string {
  return levelOf(node) < atLeast ? `(${valueWords(node)})` : valueWords(node);
}

function levelOf(node: Expression): number {
  if (node.kind === 'arithmetic') return LEVEL[node.op];
  const isMean = node.kind === 'price' && PRICES[node.source].includes(SIGNS['/']);
  return isMean ? LEVEL['/'] : WHOLE;
}

/** `EMA 9 of (the close − the open)`, `EMA 9 of (RSI 14)`: a price that it is made of is in its name already. */
function indicatorWords(node: Node<'indicator'>): string {
  const [source, ...numbers] = node.args;
  if (source === undefined || !isMade(source)) return nameOf(node);
  return `${nameOf({ ...node, args: numbers })} of (${valueWords(source)})`;
}

/** Neither a price nor a number. */
function isMade(node: Expression): boolean {
  if (node.kind === 'negate') return isMade(node.of) || node.of.kind === 'price';
  return node.kind !== 'price' && node.kind !== 'number' && node.kind !== 'parameter';
}

const PRICES: Readonly<Record<Node<'price'>['source'], string>> = {
  open: 'the open',
  high: 'the high',
  low: 'the low',
  close: 'the close',
  volume: 'the volume',
  hl2: '(high + low) ÷ 2',
  hlc3: '(high + low + close) ÷ 3',
  ohlc4: '(open + high + low + close) ÷ 4',
};
const CONTEXTS: Readonly<Record<Node<'context'>['name'], string>> = {
  time: 'the time',
  weekday: 'the day of the week (1 is Monday)',
  day_change_percent: 'the day’s change in %',
  in_position: 'it holds a position',
  'position.bars': 'the age of its position in bars',
  'position.profit_percent': 'the result of its position in %',
};
const FUNCTIONS: Readonly<Record<Node<'function'>['name'], (values: string) => string>> = {
  abs: (values) => `the size of (${values})`,
  min: (values) => `the lowest of (${values})`,
  max: (values) => `the highest of (${values})`,
};
const DAY_BEFORE: Readonly<Record<string, string>> = {
  open: 'the open of the day before',
  high: 'the high of the day before',
  low: 'the low of the day before',
  close: 'the close of the day before',
};

/** Indicators that a sentence says better than their names do; the others are “EMA 20”, as in decisions. */
const SPOKEN: Readonly<Record<string, (node: Node<'indicator'>) => string | undefined>> = {
  opening_range: ({ args, output }) =>
    output === 'low'
      ? `the low of the first ${numbersOf(args)} minutes`
      : `the high of the first ${numbersOf(args)} minutes`,
  previous_day: ({ output = '' }) => DAY_BEFORE[output],
  highest: ({ args }) => withSource(args, (source) => `the highest ${source} of ${numbersOf(args)} bars`),
  lowest: ({ args }) => withSource(args, (source) => `the lowest ${source} of ${numbersOf(args)} bars`),
  bollinger: ({ args, output }) =>
    withSource(args, (source) =>
      source === 'close' && output ? `the ${output} Bollinger band ${numbersOf(args)}` : undefined,
    ),
  donchian: ({ args, output }) => output && `the ${output} Donchian channel ${numbersOf(args)}`,
  keltner: ({ args, output }) => output && `the ${output} Keltner channel ${numbersOf(args)}`,
  supertrend: ({ args, output }) =>
    output === 'direction' ? `the direction of supertrend ${numbersOf(args)}` : `the supertrend ${numbersOf(args)}`,
};

/** The same of the bars before the last: what a breakout compares with. */
const SPOKEN_BEFORE: typeof SPOKEN = {
  highest: ({ args }) => withSource(args, (source) => `the highest ${source} of the ${numbersOf(args)} bars before`),
  lowest: ({ args }) => withSource(args, (source) => `the lowest ${source} of the ${numbersOf(args)} bars before`),
};

/** What an indicator is told besides the price that it is made of. */
function numbersOf(args: readonly Expression[]): string {
  return args
    .filter((argument) => argument.kind !== 'price')
    .map(printExpression)
    .join('/');
}

/** Of what is made of something else than a price, the name says it. */
function withSource(args: readonly Expression[], words: (source: string) => string | undefined): string | undefined {
  const [source] = args;
  return source?.kind === 'price' ? words(source.source) : undefined;
}

function agoWords({ of, bars }: Node<'ago'>): string {
  const isOne = bars.kind === 'number' && bars.value === 1;
  const before = isOne && of.kind === 'indicator' ? SPOKEN_BEFORE[of.name]?.(of) : undefined;
  return before ?? `${grouped(of, WHOLE)} ${barsAgo(bars)}`;
}
