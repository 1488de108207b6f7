export { blocksOf, type ConditionBlock } from './blocks.ts';
export {
  type CheckScope,
  checkExpression,
  constantOf,
  MAX_BARS_AGO,
  type ParameterRange,
  splitArguments,
} from './check.ts';
export { parseExpression, reservedNames } from './parser.ts';
export { printExpression } from './print.ts';
export { didYouMean, nearestName } from './suggest.ts';
export { tradedProblem } from './symbols.ts';
export * from './tree.ts';
