import { createFakeClock, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { recordActivity } from '../activity/index.ts';
import { postTransfer } from '../ledger/index.ts';
import { hashOf } from './chain.ts';
import { linkNew, verifyChain } from './index.ts';

const clock = createFakeClock(Date.UTC(2026, 0, 5, 4, 0));
let database: TestDatabase;
let accountId: number;
beforeEach(async () => {
  database = await withTestDatabase();
  accountId = await insertAccount(database.db, 'audited');
});
afterEach(() => database.drop());

const link = () => linkNew({ database: database.db, clock });
const verify = () => verifyChain(database.db);
const run = (text: string) => sql.raw(text).execute(database.db.kysely);
/** As an administrator of the database could. */
const tamper = async (text: string) => {
  await run('ALTER TABLE audit_link DISABLE TRIGGER USER');
  await run(text);
  await run('ALTER TABLE audit_link ENABLE TRIGGER USER');
};

async function write(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const entry = { accountId, kind: 'security' as const, sentence: `Deed ${i}.`, at: new Date(clock.now()) };
    await database.db.transaction((tx) => recordActivity(tx, entry));
  }
}

describe('the audit chain', () => {
  test('covers what was done, and every rupee with its sides, each once', async () => {
    await write(3);
    const main = { ownerId: accountId, name: 'main' } as const;
    const clearing = { ownerId: null, name: 'gateway_clearing' } as const;
    await database.db.transaction((tx) =>
      postTransfer(
        tx,
        {
          ...{ cause: 'reward', causeId: '1', idempotencyKey: 'r1', sentence: 'A reward.' },
          postings: [
            { account: main, amountPaise: 100n },
            { account: clearing, amountPaise: -100n },
          ],
        },
        new Date(clock.now()),
      ),
    );
    expect((await verify()).unlinked).toMatchObject({ activity: 3, ledger_transfer: 1 });
    expect(await link()).toBe(4);
    expect(await link()).toBe(0);
    const report = await verify();
    expect(report).toMatchObject({ entries: 4, broken: undefined, unlinked: { activity: 0, ledger_transfer: 0 } });
    expect(report.head).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is one chain however many link at once, and long ones are gone over in parts', async () => {
    await run(`INSERT INTO activity (account_id, kind, sentence, device, address, facts, at)
      SELECT ${accountId}, 'security', 'Deed ' || i, '', '', '{}', now() FROM generate_series(1, 2300) i`);
    let linked = 0;
    for (let turn = 0; turn < 3; turn += 1) {
      const counts = await Promise.all([link(), link(), link()]);
      linked += counts.reduce((sum, count) => sum + count, 0);
    }
    expect(linked).toBe(2300);
    expect(await verify()).toMatchObject({ entries: 2300, broken: undefined });
  });

  test('takes in a row that was begun before others and kept after them', async () => {
    const [begun, kept] = [deferred(), deferred()];
    const late = database.db.transaction(async (tx) => {
      const entry = { accountId, kind: 'security' as const, sentence: 'Late.', at: new Date(clock.now()) };
      await recordActivity(tx, entry);
      begun.resolve();
      await kept.promise;
    });
    await begun.promise;
    await write(2);
    expect(await link()).toBe(2);
    kept.resolve();
    await late;
    expect(await link()).toBe(1);
    expect(await verify()).toMatchObject({ entries: 3, broken: undefined });
  });

  test('gives the same answer in any time zone', async () => {
    await write(2);
    await link();
    await database.db.transaction(async (tx) => {
      await sql`SET LOCAL timezone TO 'America/New_York'`.execute(tx);
      expect(await verifyChain({ ...database.db, kysely: tx })).toMatchObject({ entries: 2, broken: undefined });
    });
  });

  test('refuses to be changed', async () => {
    await write(1);
    await link();
    for (const text of ['UPDATE audit_link SET seq = 9', 'DELETE FROM audit_link', 'TRUNCATE audit_link']) {
      await expect(run(text)).rejects.toThrow('only added to');
    }
  });
});

describe('what is changed afterwards is found, at the first entry that it concerns', () => {
  beforeEach(async () => {
    await write(5);
    await link();
  });
  test.each([
    ['a sentence', `UPDATE activity SET sentence = 'Nothing.' WHERE id = 3`, 3n, 'its row was changed'],
    ['a moment', `UPDATE activity SET at = at + interval '1 microsecond' WHERE id = 2`, 2n, 'its row was changed'],
    ['whose it was', `UPDATE activity SET address = '1.2.3.4' WHERE id = 5`, 5n, 'its row was changed'],
    ['a row that is gone', 'DELETE FROM activity WHERE id = 4', 4n, 'its row is gone'],
    ['an entry that is gone', 'DELETE FROM audit_link WHERE seq = 2', 3n, 'an entry before it is missing'],
    ['the first entry', 'DELETE FROM audit_link WHERE seq = 1', 2n, 'an entry before it is missing'],
    [
      'an entry that was fitted to a changed row',
      `UPDATE audit_link SET row_hash = sha256('x') WHERE seq = 3`,
      3n,
      'the entry was changed',
    ],
    ['an entry of another row', 'UPDATE audit_link SET row_id = 99 WHERE seq = 3', 3n, 'the entry was changed'],
  ])('%s', async (_, change, seq, why) => {
    await tamper(change);
    const report = await verify();
    expect(report.broken).toMatchObject({ seq, why });
    expect(report.entries).toBe(Number(seq) - (why === 'an entry before it is missing' ? 2 : 1));
  });

  test('an entry that was put in with a hash of its own', async () => {
    const { rows } = await sql<{ hash: Buffer }>`SELECT hash FROM audit_link WHERE seq = 4`.execute(database.db.kysely);
    const forged = { seq: 5n, source: 'activity', rowId: 4n, rowHash: Buffer.alloc(32, 1) };
    const hash = hashOf(rows[0]?.hash ?? Buffer.alloc(0), forged).toString('hex');
    await tamper(`DELETE FROM audit_link WHERE seq = 5`);
    await tamper(`DELETE FROM audit_link WHERE seq = 4`);
    await tamper(`INSERT INTO audit_link VALUES (4, 'activity', 4, sha256('y'), decode('${hash}', 'hex'), now())`);
    expect((await verify()).broken).toMatchObject({ seq: 4n, why: 'the entry was changed' });
  });
});

test('two entries that differ in anything have hashes that differ', () => {
  const entry = fc.record({
    seq: fc.bigInt(1n, 99n),
    source: fc.constantFrom('activity', 'activity1', 'ledger_transfer'),
    rowId: fc.bigInt(1n, 199n),
    rowHash: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  });
  const before = Buffer.alloc(32, 7);
  fc.assert(
    fc.property(entry, entry, (one, other) => {
      const same =
        one.seq === other.seq &&
        one.source === other.source &&
        one.rowId === other.rowId &&
        one.rowHash.equals(other.rowHash);
      return hashOf(before, one).equals(hashOf(before, other)) === same;
    }),
  );
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
