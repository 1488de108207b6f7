import type { Interval } from '@trickdesk/domain';

/** Prices and volume of a bar, as an expression names them. `hl2` is (high + low) / 2, and so on. */
export const PRICE_SOURCES = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/**
 * What a condition may read beside prices and indicators. `time` is the close of the bar, `weekday` 1 Monday to
 * 7 Sunday, `day_change_percent` the close against the close of the day before.
 */
export const CONTEXT_NAMES = [
  'time',
  'weekday',
  'day_change_percent',
  'in_position',
  'position.bars',
  'position.profit_percent',
] as const;
export type ContextName = (typeof CONTEXT_NAMES)[number];

export const FUNCTION_NAMES = ['abs', 'min', 'max'] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

export type ArithmeticOperator = '+' | '-' | '*' | '/';
export type CompareOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | 'crosses above' | 'crosses below';
export type LogicOperator = 'and' | 'or';

/**
 * The value at the last closed bar of a longer interval, of another instrument, or of both: `ema(close, 20) @ 1h`,
 * `close @ NIFTY`, `close @ NIFTY 1d`. One of the two is there; without an interval it is the strategy's own.
 */
export interface AtExpression {
  readonly kind: 'at';
  readonly of: Expression;
  readonly symbol?: string;
  readonly interval?: Interval;
}

/** A condition or a price as a tree: plain JSON, without positions, so that tree and text turn into each other. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  /** Minutes since midnight in India. */
  | { readonly kind: 'time'; readonly minute: number }
  | { readonly kind: 'price'; readonly source: PriceSource }
  | {
      readonly kind: 'indicator';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly output?: string;
    }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'context'; readonly name: ContextName }
  /** The value some bars ago: `close[1]`. */
  | { readonly kind: 'ago'; readonly of: Expression; readonly bars: Expression }
  | AtExpression
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'negate'; readonly of: Expression }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly args: readonly Expression[] }
  | {
      readonly kind: 'arithmetic';
      readonly op: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'compare'; readonly op: CompareOperator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'logic'; readonly op: LogicOperator; readonly left: Expression; readonly right: Expression };

/** Where something stands in the text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** What is wrong, where, and what would be right there. */
export interface ExpressionError extends Span {
  readonly message: string;
}

export type Spans = ReadonlyMap<Expression, Span>;

export type ParseOutcome =
  | { readonly ok: true; readonly tree: Expression; readonly spans: Spans }
  | { readonly ok: false; readonly error: ExpressionError };

/** The direct parts of a node, in the order of the text. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'number':
    case 'time':
    case 'price':
    case 'parameter':
    case 'context':
      return [];
    case 'indicator':
    case 'function':
      return node.args;
    case 'ago':
      return [node.of, node.bars];
    case 'at':
    case 'not':
    case 'negate':
      return [node.of];
    case 'arithmetic':
    case 'compare':
    case 'logic':
      return [node.left, node.right];
  }
}
