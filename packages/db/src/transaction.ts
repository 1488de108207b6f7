import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type IsolationLevel,
  type Kysely,
  type QueryResult,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { isAftermath } from './retry.ts';

const COUNTED: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/**
 * A connection that sends statements without waiting for the answers to earlier ones. The server carries them out in
 * the order of sending; after one that fails it refuses all that follow.
 */
class OpenConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #begun: Promise<unknown>;
  #isOver = false;
  #isGathering = false;
  /** Of the first statement that failed: those after it are refused and tell nothing. */
  failure: unknown;

  constructor(client: pg.PoolClient, begun: Promise<unknown>) {
    this.#client = client;
    this.#begun = begun;
  }

  /** Whatever is asked for from now on would be carried out by itself, outside the transaction: it is refused. */
  async end(verb: 'commit' | 'rollback'): Promise<string> {
    this.#isOver = true;
    await this.#begun;
    this.#gather();
    const { command } = await this.#client.query(verb);
    return command;
  }

  /** What is asked for in one go is written to the socket at once: each write costs more than a statement's words. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('a statement came after the end of its transaction');
    // What is put into words meanwhile leaves when the transaction has begun, and not at all where it has not.
    await this.#begun;
    this.#gather();
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: answers are not streamed
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a transaction reads its answers whole');
  }
}

export interface TransactionParts<S> {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<S>;
  readonly dialect: Dialect;
}

/**
 * Runs `work` in a transaction and commits it. Statements that `work` begins together leave together; what it has not
 * waited for is in the transaction all the same, and its failure is the transaction's.
 */
export async function runTransaction<S, T>(
  { pool, kysely, dialect }: TransactionParts<S>,
  work: (tx: Transaction<S>) => Promise<T>,
  isolation: IsolationLevel,
): Promise<T> {
  const client = await pool.connect();
  const begun = client.query(`start transaction isolation level ${isolation}`);
  // Told to the first statement, which may come later.
  begun.catch(() => undefined);
  const connection = new OpenConnection(client, begun);
  const executor = kysely.getExecutor().withConnectionProvider({
    provideConnection: (consumer) => consumer(connection),
  });
  const tx = new Transaction<S>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
  let isClean = false;
  try {
    const result = await work(tx);
    const command = await connection.end('commit');
    isClean = true;
    // The server ends a transaction with a failed statement so, whatever it was asked.
    if (command === 'ROLLBACK') throw connection.failure ?? new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    isClean ||= await rollBack(connection);
    throw isAftermath(error) ? (connection.failure ?? error) : error;
  } finally {
    client.release(!isClean);
  }
}

/** @returns false where the connection cannot be used any more: the server rolls back when it is closed */
async function rollBack(connection: OpenConnection): Promise<boolean> {
  try {
    await connection.end('rollback');
    return true;
  } catch {
    return false;
  }
}
