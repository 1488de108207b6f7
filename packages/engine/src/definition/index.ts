export {
  type CheckScope,
  checkExpression,
  type Expression,
  type ExpressionError,
  type ParseOutcome,
  parseExpression,
  printExpression,
  reservedNames,
  type Span,
} from '../expression/index.ts';
export { type DefinitionError, type DefinitionOutcome, parseDefinition, parseWritten } from './parse.ts';
export { checkDefinition, type DefinitionProblem, expressionsOf } from './rules.ts';
export {
  type LevelRule,
  type SizingRule,
  type StrategyDefinition,
  type StrategyDefinitionInput,
  type StrategyParameter,
  strategyDefinition,
  type TrailingRule,
} from './schema.ts';
export { instrumentsRead, type SourceUse, sourcesOf, sourceUses } from './sources.ts';
