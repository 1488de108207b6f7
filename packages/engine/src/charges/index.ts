export * from './charges.ts';
export * from './schedule.ts';
export * from './tariffs.ts';
