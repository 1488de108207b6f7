import type { Migration } from 'kysely/migration';

/** Every migration of the product's database by name; names sort in the order in which they run. */
export const migrations: Record<string, Migration> = {};
