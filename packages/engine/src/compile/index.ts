export { ColumnShelf, type ShelfRoom } from './column-shelf.ts';
export { compileStrategy } from './compile.ts';
export { costOf, MOST_COST, type StrategyCost, tooCostly } from './cost.ts';
export { INTERVAL_WORDS } from './describe.ts';
export type { UnitChange } from './source-bars.ts';
export type {
  BaseProgram,
  CompiledCondition,
  CompiledLevel,
  CompiledStrategy,
  PositionView,
  ProgramBar,
} from './types.ts';
export { barsPerDay } from './warmup.ts';
