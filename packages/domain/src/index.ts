export * from './bar.ts';
export * from './calendar.ts';
export * from './holidays/index.ts';
export * from './india-time.ts';
export * from './instrument.ts';
export * from './money.ts';
export * from './order-state.ts';
export * from './parity-cause.ts';
