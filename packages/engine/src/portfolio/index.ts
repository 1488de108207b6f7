export * from './capital-gains-tax.ts';
export * from './rebalance.ts';
export * from './sip-schedule.ts';
export * from './tax-lots.ts';
export * from './twr.ts';
export * from './weights.ts';
export * from './xirr.ts';
