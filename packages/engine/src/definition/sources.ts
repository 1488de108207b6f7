import { childrenOf, type Expression, parseExpression, type Span } from '../expression/index.ts';
import { expressionsOf } from './rules.ts';
import type { StrategyDefinition } from './schema.ts';

/** A place at which a condition or a price reads an instrument by name. */
export interface SourceUse {
  readonly symbol: string;
  /** Dotted, as those of errors. */
  readonly path: string;
  readonly at: Span;
}

/** Every place where a definition reads another instrument, in the order of its parts and their texts. */
export function sourceUses(definition: StrategyDefinition): SourceUse[] {
  return expressionsOf(definition).flatMap(({ path, text }) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) return [];
    const { tree, spans } = parsed;
    const usesIn = (node: Expression): SourceUse[] => [
      ...childrenOf(node).flatMap(usesIn),
      ...(node.kind === 'at' && node.symbol !== undefined
        ? [{ symbol: node.symbol, path: path.join('.'), at: spans.get(node) ?? { offset: 0, length: text.length } }]
        : []),
    ];
    return usesIn(tree);
  });
}

/** The symbols that it reads so, each once. */
export function sourcesOf(definition: StrategyDefinition): string[] {
  return [...new Set(sourceUses(definition).map(({ symbol }) => symbol))];
}

/** Every instrument whose prices a definition needs, each once: those that it trades before those that it only reads. */
export function instrumentsRead(
  definition: StrategyDefinition,
): { readonly exchange: string; readonly symbol: string }[] {
  const { instruments } = definition;
  const others = sourcesOf(definition).filter((symbol) => !instruments.some((traded) => traded.symbol === symbol));
  return [...instruments, ...others.map((symbol) => ({ exchange: 'NSE', symbol }))];
}
