import type {} from 'vitest';

/** What the global setup tells the tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** A database on the server under test, for creating others. */
    adminUrl: string;
    /** The migrated database that every test's database is copied from. */
    templateName: string;
  }
}
