export * from './nse.ts';
export * from './trading-days.ts';
