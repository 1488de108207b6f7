import { type IsolationLevel, Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { type ConnectionTarget, clientConfig } from './connection.ts';
import { acquireLease, type Lease, type LeaseOptions, lockKey } from './lease.ts';
import { newHolderName } from './lease-beat.ts';
import { type LeaseSet, openLeaseSet } from './lease-set.ts';
import { retryTransaction } from './retry.ts';
import type { Schema } from './schema.ts';
import { runTransaction } from './transaction.ts';

/** A running transaction on the product's database. A `Queryable` takes both this and `database.kysely`. */
export type Tx<S = Schema> = Transaction<S>;
/** Anything that a store may read with: a transaction, or the pool where a single statement is enough. */
export type Queryable<S = Schema> = Kysely<S>;

export interface TransactionOptions {
  /** Default `read committed`. */
  readonly isolation?: IsolationLevel;
}

export interface Database<S = Schema> {
  /** For single statements outside a transaction. */
  readonly kysely: Kysely<S>;
  /**
   * Runs a single statement that comes again and again: each connection plans it once. Its text must be one of a few,
   * whatever varies being a parameter, since every connection keeps every text.
   */
  readonly prepared: <Row extends object>(query: RawBuilder<Row>) => Promise<Row[]>;
  /** What the pool connects to: for a bus or another process. */
  readonly target: ConnectionTarget;
  /** What its connections and leases are known by at the server: they are ended together. */
  readonly name: string;
  /**
   * Runs `work` in one transaction. Serialization failures and deadlocks repeat it (five attempts in all), so `work`
   * must have no effect outside the transaction. Anything thrown rolls back and is thrown on. Statements that are begun
   * together travel together, and are carried out in the order in which they were begun.
   */
  readonly transaction: <T>(work: (tx: Tx<S>) => Promise<T>, options?: TransactionOptions) => Promise<T>;
  /** Like `transaction`, entered by one caller at a time for each key, in all processes. */
  readonly withAdvisoryLock: <T>(key: string, work: (tx: Tx<S>) => Promise<T>) => Promise<T>;
  /** See `acquireLease`. */
  readonly acquireLease: (key: string, options?: LeaseOptions) => Promise<Lease | undefined>;
  /** Many leases on one connection of their own; see `LeaseSet`. */
  readonly openLeaseSet: () => Promise<LeaseSet>;
  /** Waits for running statements, then closes every connection. A second call does nothing. */
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  readonly target: ConnectionTarget;
  /** Of another database object of this process that belongs to the same holder of leases; one of its own when not given. */
  readonly name?: string;
  /** Connections in the pool; 10 when not given. */
  readonly maxConnections?: number;
  /** They are made at once and stay open while nobody needs them: what comes seldom must not wait for one. */
  readonly keepConnections?: boolean;
  /** Called when a connection that waits in the pool breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
  /** Milliseconds after which the server gives a statement up; none when not given. */
  readonly statementTimeoutMs?: number;
  /**
   * Milliseconds for which a transaction may wait for our next statement; the server ends it then, with its connection.
   * 5,000 when not given.
   */
  readonly idleTransactionTimeoutMs?: number;
}

/**
 * A process that is paused in the middle of a transaction keeps its row locks, and whoever needs them would wait for it;
 * one that holds leases loses them, with its connections, to whoever takes those over. Shorter than the ten seconds within
 * which work goes on elsewhere; longer than any pause of a busy process.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

const MOST_CONNECTIONS = 10;
/**
 * Each connection is a process of the server with megabytes of its own. The one that was used last is taken first, so
 * what a burst leaves behind is idle at once; another burst makes its connections anew within milliseconds.
 */
const IDLE_CONNECTION_MS = 3_000;

/** Opens a pool; the first connection is made by the first statement. */
export function createDatabase<S = Schema>(options: string | DatabaseOptions): Database<S> {
  const settings = typeof options === 'string' ? { target: options } : options;
  const name = settings.name ?? newHolderName();
  const target = { ...clientConfig(settings.target), application_name: name };
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `prepared_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  const pool = new pg.Pool({
    ...target,
    pipeline: true,
    max: settings.maxConnections ?? MOST_CONNECTIONS,
    idleTimeoutMillis: settings.keepConnections ? 0 : IDLE_CONNECTION_MS,
    ...(settings.statementTimeoutMs === undefined ? {} : { statement_timeout: settings.statementTimeoutMs }),
    idle_in_transaction_session_timeout: settings.idleTransactionTimeoutMs ?? IDLE_TRANSACTION_TIMEOUT_MS,
  });
  // Without a listener a server that restarts would end this process through its idle connections.
  pool.on('error', settings.onIdleError ?? ignoreIdleError);
  // The pool listens to connections that wait. One that breaks at work fails its statement, and tells this besides.
  pool.on('connect', (client) => {
    client.on('error', ignoreIdleError);
    prepareMarked(client, nameOf);
  });
  if (settings.keepConnections) void fill(pool, settings.maxConnections ?? MOST_CONNECTIONS);
  const dialect = new PostgresDialect({ pool });
  const kysely = new Kysely<S>({ dialect });
  let closed: Promise<void> | undefined;

  const transaction: Database<S>['transaction'] = (work, { isolation = 'read committed' } = {}) =>
    retryTransaction(() => runTransaction({ pool, kysely, dialect }, work, isolation));

  return {
    kysely,
    prepared: async <Row extends object>(query: RawBuilder<Row>) => {
      const { sql: text, parameters } = query.compile(kysely);
      // Not `pool.query`: it gives a connection up, with all that was planned on it, when a statement fails.
      const client = await pool.connect();
      try {
        return (await client.query<Row>({ name: nameOf(text), text, values: [...parameters] })).rows;
      } finally {
        client.release();
      }
    },
    target: settings.target,
    name,
    transaction,
    withAdvisoryLock: (key, work) =>
      transaction(async (tx) => {
        await lockInTransaction(tx, key);
        return work(tx);
      }),
    acquireLease: (key, leaseOptions) => acquireLease(settings.target, key, leaseOptions),
    openLeaseSet: () => openLeaseSet(target),
    close: () => {
      closed ??= pool.end();
      return closed;
    },
  };
}

/**
 * Begins or ends a statement that each connection plans once, inside transactions too, where `prepared` cannot go. Its
 * text must be one of a few, whatever varies being a parameter.
 */
const PREPARED_MARK = '/* prepared */';

const isMarked = (text: string): boolean => text.startsWith(PREPARED_MARK) || text.endsWith(PREPARED_MARK);

/** Kysely gives statements no name; those that ask for one get it here. */
function prepareMarked(client: pg.PoolClient, nameOf: (text: string) => string): void {
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (...parts: Parameters<typeof query>) => {
      const [text, values]: readonly unknown[] = parts;
      if (typeof text !== 'string' || !isMarked(text)) return query(...parts);
      return query({ name: nameOf(text), text, values: Array.isArray(values) ? values : [] });
    },
  });
}

/** Holds back every other transaction that asks for the same key until this one ends. */
export async function lockInTransaction<S>(tx: Tx<S>, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey(key)}::bigint)`.execute(tx);
}

/** Whatever goes wrong, the first statement meets it too and reports it. */
async function fill(pool: pg.Pool, connections: number): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: connections }, () => pool.connect()));
  for (const each of opened) if (each.status === 'fulfilled') each.value.release();
}

/** The next statement meets the same trouble and reports it to its caller, so an idle connection's end is no news. */
function ignoreIdleError(): void {}
