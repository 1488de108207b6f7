export * from './nse.ts';
export * from './nse-past.ts';
export * from './trading-days.ts';
