export { compileStrategy } from './compile.ts';
export type {
  BaseProgram,
  CompiledCondition,
  CompiledLevel,
  CompiledStrategy,
  PositionView,
  ProgramBar,
} from './types.ts';
export { barsPerDay } from './warmup.ts';
