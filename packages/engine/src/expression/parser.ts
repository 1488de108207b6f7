import { INTERVALS, type Interval } from '@trickdesk/domain';
import { INDICATOR_NAMES } from '../indicators/index.ts';
import { PRECEDENCE } from './print.ts';
import { didYouMean } from './suggest.ts';
import { groupedNumber, SyntaxFault, type Token, tokenize } from './tokens.ts';
import {
  type ArithmeticOperator,
  CONTEXT_NAMES,
  type CompareOperator,
  type ContextName,
  type Expression,
  FUNCTION_NAMES,
  type FunctionName,
  type ParseOutcome,
  PRICE_SOURCES,
  type PriceSource,
  type Span,
} from './tree.ts';

export const MAX_LENGTH = 2_000;
const MAX_DEPTH = 60;
const KEYWORDS = ['and', 'or', 'not', 'crosses', 'above', 'below'] as const;
const OR_INSTRUMENT = ' or an instrument such as NIFTY (in quotes where it begins with a digit)';
const OPERAND = 'expected a price, an indicator or a number here';

/** Names that an expression already gives a meaning to; a parameter cannot take one of them. */
export function reservedNames(): readonly string[] {
  return [...PRICE_SOURCES, ...CONTEXT_NAMES, 'position', ...FUNCTION_NAMES, ...KEYWORDS, ...INDICATOR_NAMES];
}

/**
 * Reads an expression. Says nothing yet about whether its names exist or its types fit: that is `checkExpression`.
 * A name that is none of the language's own is taken for a parameter.
 */
export function parseExpression(text: string): ParseOutcome {
  if (text.length > MAX_LENGTH) {
    const message = `an expression has at most ${MAX_LENGTH} characters; this one has ${text.length}`;
    return { ok: false, error: { offset: MAX_LENGTH, length: text.length - MAX_LENGTH, message } };
  }
  try {
    const parser = new Parser(text);
    const tree = parser.parseAll();
    return { ok: true, tree, spans: parser.spans };
  } catch (error) {
    if (error instanceof SyntaxFault) return { ok: false, error: error.fault };
    throw error;
  }
}

interface Infix {
  readonly power: number;
  readonly words: number;
  readonly build: (left: Expression, right: Expression) => Expression;
}

/** A Pratt parser: each operator knows how tightly it binds, and operands are read until a weaker one comes. */
class Parser {
  readonly spans = new Map<Expression, Span>();
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
  }

  parseAll(): Expression {
    const tree = this.#expression(0);
    const rest = this.#peek();
    if (rest.kind !== 'end') throw this.#unexpected(rest);
    return tree;
  }

  #expression(minimum: number): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH)
      throw new SyntaxFault(this.#peek(), 'this is nested too deeply; take parts of it apart');
    const start = this.#peek().offset;
    let left = this.#prefix();
    for (;;) {
      const infix = this.#infix();
      if (!infix || infix.power < minimum) break;
      const operator = this.#peek();
      this.#position += infix.words;
      const right = this.#expression(infix.power + 1);
      left = this.#place(start, infix.build(left, right));
      if (infix.power === PRECEDENCE.compare && this.#infix()?.power === PRECEDENCE.compare) {
        throw new SyntaxFault(this.#peek(), `a comparison cannot follow "${operator.text}"; join two with "and"`);
      }
    }
    this.#depth -= 1;
    return left;
  }

  #prefix(): Expression {
    const token = this.#peek();
    if (isWord(token, 'not')) {
      this.#position += 1;
      return this.#place(token.offset, { kind: 'not', of: this.#expression(PRECEDENCE.not) });
    }
    if (isSymbol(token, '-')) {
      this.#position += 1;
      return this.#place(token.offset, { kind: 'negate', of: this.#expression(PRECEDENCE.negate) });
    }
    return this.#postfix(this.#primary(), token.offset);
  }

  #postfix(operand: Expression, start: number): Expression {
    let node = operand;
    while (isSymbol(this.#peek(), '[')) {
      this.#position += 1;
      const bars = this.#barsAgo();
      this.#expect(']', 'expected "]" after the number of bars');
      node = this.#place(start, { kind: 'ago', of: node, bars });
    }
    return isSymbol(this.#peek(), '@') ? this.#at(node, start) : node;
  }

  /** A symbol, an interval, or both after `@`. */
  #at(of: Expression, start: number): Expression {
    this.#position += 1;
    const named = this.#peek();
    const hasSymbol = named.kind === 'name' || named.kind === 'quoted';
    if (!hasSymbol) return this.#place(start, { kind: 'at', of, interval: this.#interval(OR_INSTRUMENT) });
    this.#position += 1;
    const symbol = named.text.trim().toUpperCase();
    if (this.#peek().kind !== 'number') return this.#place(start, { kind: 'at', of, symbol });
    return this.#place(start, { kind: 'at', of, symbol, interval: this.#interval() });
  }

  #interval(orElse = ''): Interval {
    const [count, unit] = [this.#next(), this.#peek()];
    const interval = INTERVALS.find((each) => each === `${count.text}${unit.text}`);
    if (!interval) {
      const end = unit.offset + unit.length;
      const at = { offset: count.offset, length: Math.max(count.length, end - count.offset) };
      throw new SyntaxFault(at, `expected an interval (${INTERVALS.join(', ')})${orElse} here`);
    }
    this.#position += 1;
    return interval;
  }

  #barsAgo(): Expression {
    const token = this.#next();
    if (token.kind === 'number') return this.#place(token.offset, { kind: 'number', value: token.value });
    if (token.kind === 'name') return this.#place(token.offset, { kind: 'parameter', name: token.text });
    throw new SyntaxFault(token, 'expected a number of bars or a parameter here, like close[1]');
  }

  #primary(): Expression {
    const token = this.#next();
    switch (token.kind) {
      case 'number':
        return this.#place(token.offset, { kind: 'number', value: token.value });
      case 'time':
        return this.#place(token.offset, { kind: 'time', minute: token.value });
      case 'name':
        return this.#named(token);
      case 'quoted':
        throw new SyntaxFault(token, `an instrument stands behind "@", like close @ NIFTY; ${OPERAND}`);
      case 'symbol':
        if (token.text !== '(') throw new SyntaxFault(token, OPERAND);
        return this.#parenthesis(token);
      case 'end':
        throw new SyntaxFault(token, OPERAND);
    }
  }

  #parenthesis(open: Token): Expression {
    const inner = this.#expression(0);
    const close = this.#peek();
    if (!isSymbol(close, ')')) {
      if (close.kind === 'end') throw new SyntaxFault(open, 'this "(" is never closed; expected ")"');
      throw this.#unexpected(close);
    }
    this.#position += 1;
    return inner;
  }

  /** What stands where an operand has ended. */
  #unexpected(token: Token): SyntaxFault {
    const before = this.#tokens[this.#position - 1];
    const grouped = before && isSymbol(token, ',') ? groupedNumber(this.#text, before) : undefined;
    return grouped ?? new SyntaxFault(token, unexpectedAfterOperand(token));
  }

  #named(token: Token): Expression {
    const name = token.text;
    if (isOneOf(KEYWORDS, name)) throw new SyntaxFault(token, `"${name}" cannot stand here; ${OPERAND}`);
    if (isSymbol(this.#peek(), '(')) return this.#call(token);
    if (isOneOf(PRICE_SOURCES, name)) return this.#place(token.offset, { kind: 'price', source: name as PriceSource });
    if (name === 'position') return this.#positionField(token);
    if (isOneOf(CONTEXT_NAMES, name)) return this.#place(token.offset, { kind: 'context', name: name as ContextName });
    if (INDICATOR_NAMES.includes(name) || isOneOf(FUNCTION_NAMES, name)) {
      throw new SyntaxFault(token, `"${name}" needs its arguments in parentheses: ${name}(…)`);
    }
    return this.#place(token.offset, { kind: 'parameter', name });
  }

  #positionField(token: Token): Expression {
    this.#expect('.', 'expected ".bars" or ".profit_percent" after "position"');
    const field = this.#next();
    const name = `position.${field.text}`;
    if (!isOneOf(CONTEXT_NAMES, name)) {
      throw new SyntaxFault(
        field,
        `expected "bars" or "profit_percent" here${didYouMean(field.text, ['bars', 'profit_percent'])}`,
      );
    }
    return this.#place(token.offset, { kind: 'context', name: name as ContextName });
  }

  #call(token: Token): Expression {
    const name = token.text;
    this.#position += 1;
    const args: Expression[] = [];
    while (!isSymbol(this.#peek(), ')')) {
      args.push(this.#expression(0));
      if (!isSymbol(this.#peek(), ',')) break;
      this.#position += 1;
      if (isSymbol(this.#peek(), ')')) throw new SyntaxFault(this.#peek(), OPERAND);
    }
    this.#expect(')', `expected "," or ")" in the arguments of "${name}"`);
    if (isOneOf(FUNCTION_NAMES, name))
      return this.#place(token.offset, { kind: 'function', name: name as FunctionName, args });
    if (!isSymbol(this.#peek(), '.')) return this.#place(token.offset, { kind: 'indicator', name, args });
    this.#position += 1;
    const output = this.#next();
    if (output.kind !== 'name') throw new SyntaxFault(output, `expected the name of an output of "${name}" here`);
    return this.#place(token.offset, { kind: 'indicator', name, args, output: output.text });
  }

  #infix(): Infix | undefined {
    const token = this.#peek();
    if (token.kind === 'name') return this.#wordInfix(token);
    if (token.kind !== 'symbol') return undefined;
    switch (token.text) {
      case '+':
      case '-':
        return arithmetic(token.text, PRECEDENCE.sum);
      case '*':
      case '/':
        return arithmetic(token.text, PRECEDENCE.product);
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '==':
      case '!=':
        return comparison(token.text, 1);
      default:
        return undefined;
    }
  }

  #wordInfix(token: Token): Infix | undefined {
    const op = token.text;
    if (op === 'and' || op === 'or') {
      return { power: PRECEDENCE[op], words: 1, build: (left, right) => ({ kind: 'logic', op, left, right }) };
    }
    if (op !== 'crosses') return undefined;
    const way = this.#tokens[this.#position + 1] ?? token;
    if (isWord(way, 'above')) return comparison('crosses above', 2);
    if (isWord(way, 'below')) return comparison('crosses below', 2);
    throw new SyntaxFault(way, 'expected "above" or "below" after "crosses"');
  }

  #place<T extends Expression>(start: number, node: T): T {
    const last = this.#tokens[this.#position - 1];
    const end = last ? last.offset + last.length : start;
    this.spans.set(node, { offset: start, length: Math.max(1, end - start) });
    return node;
  }

  #peek(): Token {
    const token = this.#tokens[this.#position] ?? this.#tokens[this.#tokens.length - 1];
    if (!token) throw new Error('the token list always ends with an end token');
    return token;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#position += 1;
    return token;
  }

  #expect(symbol: string, message: string): void {
    const token = this.#next();
    if (!isSymbol(token, symbol)) throw new SyntaxFault(token, message);
  }
}

function arithmetic(op: ArithmeticOperator, power: number): Infix {
  return { power, words: 1, build: (left, right) => ({ kind: 'arithmetic', op, left, right }) };
}

function comparison(op: CompareOperator, words: number): Infix {
  return { power: PRECEDENCE.compare, words, build: (left, right) => ({ kind: 'compare', op, left, right }) };
}

function isWord(token: Token, word: string): boolean {
  return token.kind === 'name' && token.text === word;
}

function isSymbol(token: Token, symbol: string): boolean {
  return token.kind === 'symbol' && token.text === symbol;
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function unexpectedAfterOperand(token: Token): string {
  if (token.kind === 'end') return 'expected ")" here';
  const near = token.kind === 'name' ? didYouMean(token.text, ['and', 'or', 'crosses']) : '';
  return `"${token.text}" cannot follow here; expected an operator such as +, >, "crosses above" or "and"${near}`;
}
