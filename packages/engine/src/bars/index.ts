export * from './bar-builder.ts';
export * from './interval-builder.ts';
export * from './session-of.ts';
