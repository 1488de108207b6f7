import { INTERVALS } from '@trickdesk/domain';
import fc from 'fast-check';
import { INDICATOR_NAMES } from '../../indicators/index.ts';
import { CONTEXT_NAMES, type Expression, FUNCTION_NAMES, PRICE_SOURCES } from '../tree.ts';

const number = fc.integer({ min: 0, max: 99_999_999 }).map((n): Expression => ({ kind: 'number', value: n / 10_000 }));
const time = fc.integer({ min: 0, max: 1_439 }).map((minute): Expression => ({ kind: 'time', minute }));
const price = fc.constantFrom(...PRICE_SOURCES).map((source): Expression => ({ kind: 'price', source }));
const parameter = fc.constantFrom('fast', 'slow', 'level_2').map((name): Expression => ({ kind: 'parameter', name }));
const context = fc.constantFrom(...CONTEXT_NAMES).map((name): Expression => ({ kind: 'context', name }));
const bars = fc.oneof(
  fc.integer({ min: 0, max: 500 }).map((value): Expression => ({ kind: 'number', value })),
  parameter,
);

/** Any tree that the grammar can write, sensible or not: types are another matter than text. */
export const { node: anyExpression } = fc.letrec<{ node: Expression }>((tie) => {
  const node = tie('node');
  const args = fc.array(node, { maxLength: 3 });
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(number, time, price, parameter, context),
      fc
        .record({
          name: fc.constantFrom(...INDICATOR_NAMES),
          args,
          output: fc.option(fc.constantFrom('signal', 'value', 'high')),
        })
        .map(
          ({ name, args: given, output }): Expression => ({
            kind: 'indicator',
            name,
            args: given,
            ...(output === null ? {} : { output }),
          }),
        ),
      fc.record({ kind: fc.constant('ago' as const), of: node, bars }),
      fc.record({ kind: fc.constantFrom('not' as const, 'negate' as const), of: node }),
      fc.record({ kind: fc.constant('at' as const), of: node, interval: fc.constantFrom(...INTERVALS) }),
      fc.record({ kind: fc.constant('function' as const), name: fc.constantFrom(...FUNCTION_NAMES), args }),
      fc.record({
        kind: fc.constant('arithmetic' as const),
        op: fc.constantFrom('+' as const, '-', '*', '/'),
        left: node,
        right: node,
      }),
      fc.record({
        kind: fc.constant('compare' as const),
        op: fc.constantFrom('<' as const, '<=', '>', '>=', '==', '!=', 'crosses above', 'crosses below'),
        left: node,
        right: node,
      }),
      fc.record({
        kind: fc.constant('logic' as const),
        op: fc.constantFrom('and' as const, 'or'),
        left: node,
        right: node,
      }),
    ),
  };
});
