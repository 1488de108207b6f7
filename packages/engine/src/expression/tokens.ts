import { parseTimeOfDay } from '@trickdesk/domain';
import type { ExpressionError, Span } from './tree.ts';

export type TokenKind = 'number' | 'time' | 'name' | 'quoted' | 'symbol' | 'end';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** Names in small letters; what is quoted without its quotes. */
  readonly text: string;
  /** The number, or the minutes since midnight of a time. */
  readonly value: number;
}

/** Raised inside the parser only; `parseExpression` turns it into a value. */
export class SyntaxFault extends Error {
  readonly fault: ExpressionError;
  constructor(at: Span, message: string) {
    super(message);
    this.fault = { offset: at.offset, length: Math.max(1, at.length), message };
  }
}

const LEXEME =
  /(?<space>\s+)|(?<clock>\d{1,2}:\d{1,2})|(?<digits>\d+(?:\.\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|"(?<quoted>[^"\n]*)"|(?<symbol><=|>=|==|!=|[-+*/<>()[\],.@])/y;
const MAX_DECIMALS = 10;
const MAX_NUMBER = 1e15;

/** Cuts an expression into tokens; the last one is always `end`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    LEXEME.lastIndex = offset;
    const match = LEXEME.exec(text);
    if (!match) throw unexpectedCharacter(text, offset);
    const lexeme = match[0];
    const token = readToken(match.groups ?? {}, { offset, length: lexeme.length });
    if (token) tokens.push(token);
    offset += lexeme.length;
  }
  tokens.push({ kind: 'end', text: '', value: 0, offset: text.length, length: 0 });
  return tokens;
}

function readToken(groups: Record<string, string | undefined>, at: Span): Token | undefined {
  if (groups['clock'] !== undefined)
    return { kind: 'time', text: groups['clock'], value: clock(groups['clock'], at), ...at };
  if (groups['digits'] !== undefined) {
    return { kind: 'number', text: groups['digits'], value: decimal(groups['digits'], at), ...at };
  }
  if (groups['name'] !== undefined) return { kind: 'name', text: groups['name'].toLowerCase(), value: 0, ...at };
  if (groups['quoted'] !== undefined) return { kind: 'quoted', text: groups['quoted'], value: 0, ...at };
  if (groups['symbol'] !== undefined) return { kind: 'symbol', text: groups['symbol'], value: 0, ...at };
  return undefined;
}

function clock(text: string, at: Span): number {
  const minute = parseTimeOfDay(text);
  if (minute === undefined) throw new SyntaxFault(at, `"${text}" is not a time of day; write it like 09:20`);
  return minute;
}

function decimal(text: string, at: Span): number {
  const decimals = text.split('.')[1]?.length ?? 0;
  const value = Number(text);
  if (decimals > MAX_DECIMALS || value > MAX_NUMBER) {
    throw new SyntaxFault(at, `"${text}" is too long; use at most ${MAX_DECIMALS} decimals and 15 digits`);
  }
  return value;
}

/** The rest of a number in groups, from its first comma on: `,00,000.50`. */
const GROUPS = /(?:,\d{2,3})*,\d{3}(?:\.\d+)?(?!\d)/y;

/**
 * Says how a number is written that stands in groups of digits (1,00,000) where nothing takes a list.
 *
 * @param first what stands before the comma
 * @returns `undefined` where it is no such number
 */
export function groupedNumber(text: string, first: Token): SyntaxFault | undefined {
  const commaAt = first.offset + first.length;
  GROUPS.lastIndex = commaAt;
  const rest = first.kind === 'number' && /^\d{1,3}$/.test(first.text) ? GROUPS.exec(text)?.[0] : undefined;
  if (rest === undefined) return undefined;
  const at = { offset: first.offset, length: first.length + rest.length };
  const plain = first.text + rest.replaceAll(',', '');
  return new SyntaxFault(at, `write ${plain}, without commas`);
}

const REPLACEMENTS: Readonly<Record<string, string>> = {
  '=': '"=" compares nothing here; write "==" for equal',
  '&': 'write "and" instead of "&"',
  '|': 'write "or" instead of "|"',
  '!': 'write "not" instead of "!"',
  '%': '"%" is not an operator here; write the plain number',
};

/** A price with its sign, as it is written in India: ₹ 1,00,000.50. */
const RUPEES = /₹\s*(?<digits>\d[\d,]*(?:\.\d+)?)?/y;

function unexpectedCharacter(text: string, offset: number): SyntaxFault {
  RUPEES.lastIndex = offset;
  const rupees = RUPEES.exec(text);
  if (rupees) {
    const number = rupees.groups?.['digits']?.replaceAll(',', '');
    const length = rupees[0].trimEnd().length;
    return new SyntaxFault({ offset, length }, `prices are in rupees: write ${number ?? 'the plain number'}`);
  }
  const character = text.charAt(offset);
  return new SyntaxFault({ offset, length: 1 }, REPLACEMENTS[character] ?? `"${character}" has no meaning here`);
}
