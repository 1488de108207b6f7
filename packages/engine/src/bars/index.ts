export * from './bar-builder.ts';
export { BarClock } from './bar-clock.ts';
export * from './interval-builder.ts';
export * from './session-of.ts';
