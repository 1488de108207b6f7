export * from './charges.ts';
export { type ChargeLines, noCharges, OrderRates, RateCard } from './order-rates.ts';
export * from './schedule.ts';
export * from './tariffs.ts';
