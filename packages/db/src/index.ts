export { type Bus, type BusOptions, createBus, type Subscriber, type Subscription } from './bus.ts';
export type { ConnectionTarget } from './connection.ts';
export { ensureDatabase } from './create-database.ts';
export {
  createDatabase,
  type Database,
  type DatabaseOptions,
  lockInTransaction,
  type Queryable,
  type TransactionOptions,
  type Tx,
} from './database.ts';
export { acquireLease, type Lease, type LeaseOptions, lockKey as leaseLock } from './lease.ts';
export type { LeaseSet } from './lease-set.ts';
export { likePattern } from './like-pattern.ts';
export { type MigrationReport, migrate } from './migrate.ts';
export { migrations } from './migrations/index.ts';
export { type PageWindow, pageWindow } from './page-window.ts';
export { isRetryable } from './retry.ts';
export * from './schema.ts';
export * from './schema-accounts.ts';
export * from './schema-baskets.ts';
export * from './schema-billing.ts';
export type { CalendarSchema } from './schema-calendar.ts';
export * from './schema-kyc.ts';
export * from './schema-ledger.ts';
export * from './schema-live.ts';
export * from './schema-publications.ts';
export * from './schema-research.ts';
export * from './schema-rewards.ts';
export * from './schema-robo.ts';
export * from './schema-tickets.ts';
export * from './schema-withdrawals.ts';
export { simulatorMigrations } from './simulator-migrations.ts';
export { isUnavailable } from './unavailable.ts';
