import { sql } from 'kysely';
import { createDatabase, type Tx } from '../database.ts';

/**
 * A process that holds one lease until it is ended, and says whether it may act, first of all after a pause. Given a
 * table, it is in the middle of a transaction that has locked it.
 */
const [target = '', key = '', table] = process.argv.slice(2);
const database = createDatabase({ target, idleTransactionTimeoutMs: 60_000, onIdleError: () => undefined });
const set = await database.openLeaseSet();
if (table !== undefined) {
  await new Promise<void>((locked, failed) => {
    const lockAndWait = async (tx: Tx): Promise<void> => {
      await sql`LOCK TABLE ${sql.table(table)}`.execute(tx);
      locked();
      await new Promise(() => undefined);
    };
    database.transaction(lockAndWait).catch(failed);
  });
}
const held = await set.tryAcquire(key);
process.stdout.write(`held ${held}\n`);
let last: boolean | undefined;
let askedAtMs = performance.now();
setInterval(() => {
  const now = set.mayAct();
  if (performance.now() - askedAtMs > 1_000) process.stdout.write(`woke ${now}\n`);
  askedAtMs = performance.now();
  if (now !== last) process.stdout.write(`may act ${now}\n`);
  last = now;
}, 50);
void set.lost.then(() => process.stdout.write('lost\n'));
