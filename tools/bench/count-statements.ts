import pg from 'pg';

/** Statements that this process sends to PostgreSQL, the waits of one transaction being as many round trips. */
export interface StatementCount {
  readonly reset: () => void;
  /** From the last reset up to and with the first commit. */
  readonly untilCommit: () => number;
}

export function countStatements(): StatementCount {
  const sent: string[] = [];
  const prototype: object = pg.Client.prototype;
  const query: unknown = Reflect.get(prototype, 'query');
  if (typeof query !== 'function') throw new Error('the driver has no query');
  Reflect.set(prototype, 'query', function counted(this: unknown, ...parts: unknown[]) {
    const [first] = parts;
    sent.push(typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text')));
    return Reflect.apply(query, this, parts);
  });
  return {
    reset: () => {
      sent.length = 0;
    },
    untilCommit: () => sent.findIndex((text) => /^commit/i.test(text)) + 1,
  };
}
