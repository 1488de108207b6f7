export * from './rebalance.ts';
export * from './weights.ts';
