import pg from 'pg';

/** A PostgreSQL URL, or the same as an object. Several databases on one host differ only in the path of the URL. */
export type ConnectionTarget = string | pg.ClientConfig;

const INT8 = 20;
const DATE = 1082;

/**
 * `bigint` columns are read as BigInt (paise do not fit a double) and `date` as the text `YYYY-MM-DD`: an Indian day
 * has no time zone, and the driver's Date would shift it by the host's. `timestamptz` stays a Date.
 */
export function columnParsers(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(INT8, BigInt);
  overrides.setTypeParser(DATE, (text: string) => text);
  return overrides;
}

export function clientConfig(target: ConnectionTarget): pg.ClientConfig {
  const config = typeof target === 'string' ? { connectionString: target } : target;
  return { connectionTimeoutMillis: 10_000, keepAlive: true, types: columnParsers(), ...config };
}

/** How often a connection that mostly waits proves that its server is still there, and how long it may take. */
const PING_EVERY_MS = 2_000;
const PING_TIMEOUT_MS = 3_000;

/** How a connection proves that its server is there. */
export interface Ping {
  readonly everyMs: number;
  readonly statement: string;
  /** The server has carried it out. @param beganAtMs when it was sent, by `performance.now()` */
  readonly onAnswer: (beganAtMs: number) => void;
}

const PLAIN_PING: Ping = { everyMs: PING_EVERY_MS, statement: 'SELECT 1', onAnswer: () => undefined };

/** A connection outside the pool whose loss, once it pings, is noticed within five seconds even when no packet says so. */
export interface WatchedConnection {
  readonly client: pg.Client;
  /** Resolves once, with the reason, when the connection is gone; not after `close`. */
  readonly lost: Promise<Error>;
  /** Begins to ask the server whether it is there. Not before a statement that may rightly take long has ended. */
  readonly startPing: (ping?: Ping) => void;
  readonly close: () => Promise<void>;
}

/** @throws the driver's error when the server cannot be reached */
export async function openWatchedConnection(target: ConnectionTarget): Promise<WatchedConnection> {
  const client = new pg.Client(clientConfig(target));
  let reportLost: (reason: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    reportLost = resolve;
  });
  let open = true;
  let pinging = false;
  let timer: NodeJS.Timeout | undefined;

  const lose = (reason: Error): void => {
    if (!open) return;
    open = false;
    clearInterval(timer);
    reportLost(reason);
    // The server may still think that we live: cutting the socket frees our locks there.
    client.connection.stream.destroy();
  };
  const ping = async ({ statement, onAnswer }: Ping): Promise<void> => {
    if (pinging) return;
    pinging = true;
    const beganAtMs = performance.now();
    const deadline = setTimeout(() => lose(new Error('PostgreSQL did not answer a ping')), PING_TIMEOUT_MS);
    try {
      await client.query(statement);
      onAnswer(beganAtMs);
    } catch (error) {
      lose(asError(error));
    } finally {
      clearTimeout(deadline);
      pinging = false;
    }
  };

  client.on('error', lose);
  client.on('end', () => lose(new Error('the connection to PostgreSQL ended')));
  try {
    await client.connect();
  } catch (error) {
    open = false;
    throw error;
  }
  return {
    client,
    lost,
    startPing: (kind = PLAIN_PING) => {
      timer ??= setInterval(() => void ping(kind), kind.everyMs);
    },
    close: async () => {
      clearInterval(timer);
      if (!open) return;
      open = false;
      await client.end();
    },
  };
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
