import pg from 'pg';

/** Statements that this process sends to PostgreSQL, those that begin and end a transaction among them. */
export interface StatementCount {
  readonly reset: () => void;
  /** Since the last reset. */
  readonly sent: () => number;
}

export function countStatements(): StatementCount {
  let sent = 0;
  const prototype: object = pg.Client.prototype;
  const query: unknown = Reflect.get(prototype, 'query');
  if (typeof query !== 'function') throw new Error('the driver has no query');
  Reflect.set(prototype, 'query', function counted(this: unknown, ...parts: unknown[]) {
    sent += 1;
    return Reflect.apply(query, this, parts);
  });
  return {
    reset: () => {
      sent = 0;
    },
    sent: () => sent,
  };
}
