import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { simulatorMigrations } from '../simulator-migrations.ts';
import { checkBackup, DamagedBackup, restoreBackup, writeBackup } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-backup-'));
const path = join(folder, 'whole.backup');
const opened: TestDatabase[] = [];
let source: TestDatabase;
let simulator: TestDatabase;

/** Nobody is connected to it. */
async function unused(options: { readonly migrated?: boolean } = {}): Promise<TestDatabase> {
  const database = await withTestDatabase({ empty: options.migrated !== true });
  opened.push(database);
  return database;
}

const ODD = String.fromCodePoint(0x1f4b0, 0x5c, 0x09, 0x0a, 0x20b9, 0x5c, 0x4e);

beforeAll(async () => {
  source = await unused({ migrated: true });
  simulator = await unused();
  await migrate(simulator.url, simulatorMigrations);
  const { kysely } = source.db;
  await sql`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
    VALUES (${ODD}, 'asha', 'asha@mail.test', '9', '-', 'asha', '[]', '2026-03-29 01:02:03.123456+05:30'),
      ('Ravi', 'ravi', 'ravi@mail.test', '8', '-', 'ravi', '[]', now())`.execute(kysely);
  await sql`INSERT INTO ledger_account (owner_id, name) VALUES (NULL, 'gateway_clearing'), (1, 'main')`.execute(kysely);
  await kysely.transaction().execute(async (tx) => {
    await sql`INSERT INTO ledger_transfer (cause, cause_id, idempotency_key, sentence, at)
      VALUES ('payment', '1', 'one', 'Paid.', now())`.execute(tx);
    await sql`INSERT INTO ledger_posting (transfer_id, ledger_account_id, amount_paise)
      VALUES (1, 1, -500), (1, 2, 500)`.execute(tx);
  });
  await sql`INSERT INTO mail (dedupe_key, to_address, subject, sealed_body, body_until, created_at)
    SELECT 'mail ' || n, 'a@mail.test', 'S', decode(repeat(md5(n::text), 2000), 'hex'), now(), now()
    FROM generate_series(1, 100) n`.execute(kysely);
  await sql`INSERT INTO sim_clock VALUES ('synthetic:1', 0.1::float8 + 0.2::float8, false)`.execute(
    simulator.db.kysely,
  );
  await backUp(path);
});
afterAll(async () => {
  for (const database of opened) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const backUp = (to: string) =>
  writeBackup({
    path: to,
    keys: [],
    databases: [
      { part: 'product', target: source.url },
      { part: 'simulator', target: simulator.url },
    ],
  });

interface To {
  readonly product: TestDatabase;
  readonly market: TestDatabase;
}
const restore = async ({ product, market }: To, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({
    path,
    checked: await checkBackup(more.path ?? path),
    replace: false,
    databases: [
      { part: 'product', target: product.url, migrations },
      { part: 'simulator', target: market.url, migrations: simulatorMigrations },
    ],
    ...more,
  });
const fresh = async (): Promise<To> => ({ product: await unused(), market: await unused() });

/** Everything in the tables, as the server puts it into words, in no order. */
async function contentOf({ db }: TestDatabase): Promise<Record<string, string>> {
  const names = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
    AND tablename NOT IN ('attempt_counter', 'lease_holder') ORDER BY 1`.execute(db.kysely);
  const content: Record<string, string> = {};
  for (const { name } of names.rows) {
    const { rows } = await sql<{
      hash: string;
    }>`SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '')
      AS hash FROM ONLY ${sql.table(name)} t`.execute(db.kysely);
    content[name] = rows[0]?.hash ?? '';
  }
  return content;
}

/** How the schema looks: columns, constraints, indexes, triggers and whether they work. */
async function schemaOf({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || a.attidentity::text || a.attgenerated::text AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT t.tgrelid::regclass || t.tgenabled::text || pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1`.execute(db.kysely);
  return rows.map(({ line }) => line);
}

describe('a restore', () => {
  let to: To;
  beforeAll(async () => {
    to = await fresh();
    await restore(to);
  });

  test('brings back every row of every table, and the schema to the letter', async () => {
    expect(await contentOf(to.product)).toEqual(await contentOf(source));
    expect(await contentOf(to.market)).toEqual(await contentOf(simulator));
    expect(await schemaOf(to.product)).toEqual(await schemaOf(source));
    expect((await schemaOf(source)).length).toBeGreaterThan(500);
  });

  test('leaves the ledger guarded as it was', async () => {
    const { kysely } = to.product.db;
    await expect(sql`UPDATE ledger_posting SET amount_paise = 1`.execute(kysely)).rejects.toThrow('only added to');
    await expect(sql`TRUNCATE ledger_transfer, ledger_posting`.execute(kysely)).rejects.toThrow('only added to');
    await expect(sql`DELETE FROM audit_link`.execute(kysely)).resolves.toBeDefined();
    await expect(sql`TRUNCATE audit_link`.execute(kysely)).rejects.toThrow('only added to');
    await expect(sql`UPDATE ledger_account SET balance_paise = 1`.execute(kysely)).rejects.toThrow('by postings alone');
    await expect(sql`INSERT INTO ledger_account (owner_id, name) VALUES (77, 'main')`.execute(kysely)).rejects.toThrow(
      'violates foreign key constraint',
    );
  });

  test('goes on numbering where the backup stood', async () => {
    const { rows } = await sql<{ id: number }>`INSERT INTO account
      (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
      VALUES ('Mira', 'mira', 'mira@mail.test', '7', '-', 'mira', '[]', now()) RETURNING id`.execute(
      to.product.db.kysely,
    );
    expect(rows).toEqual([{ id: 3 }]);
  });
});

describe('a restore is refused, and nothing is changed,', () => {
  /** Restores into what already holds something, and tells what was said and whether it still holds it. */
  async function refusedBy(more: Partial<Parameters<typeof restoreBackup>[0]>): Promise<string> {
    const to = { product: await unused({ migrated: true }), market: await unused() };
    const before = await contentOf(to.product);
    await to.product.db.close();
    const said = await restore(to, { replace: true, ...more }).then(
      () => 'it went through',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const after = await unusedView(to.product.url);
    expect(after).toEqual(before);
    return said;
  }
  const unusedView = async (url: string): Promise<Record<string, string>> => {
    const db = createDatabase(url);
    try {
      return await contentOf({ db, url, drop: async () => undefined });
    } finally {
      await db.close();
    }
  };
  /** A copy of the backup with one byte changed. @param at counted from where the name of a table stands */
  function flipped(table: string, at: number): string {
    const bytes = readFileSync(path);
    const place = bytes.indexOf(`"table":"${table}"`) + at;
    expect(place).toBeLessThan(bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ 0x10;
    const copy = join(folder, `flipped-${table}-${at}.backup`);
    writeFileSync(copy, bytes);
    return copy;
  }

  test('where a byte of a table was changed, with the name of the table', async () => {
    expect(await refusedBy({ path: flipped('mail', 1_000) })).toMatch(/the table mail \(product\) is damaged/);
    await expect(checkBackup(flipped('plan', 300))).rejects.toThrow('the table plan (product) is damaged');
  });

  const PLACES = 60;
  test.each(Array.from({ length: PLACES }, (_, i) => i))(
    `where any byte at all was changed, at %i of ${PLACES} places`,
    async (i) => {
      const bytes = readFileSync(path);
      const place = Math.floor((bytes.length * i) / PLACES);
      bytes[place] = (bytes[place] ?? 0) ^ 0x01;
      const copy = join(folder, 'any.backup');
      writeFileSync(copy, bytes);
      await expect(checkBackup(copy)).rejects.toThrow(DamagedBackup);
    },
  );

  test('where the file ends early, wherever that is, or something follows', async () => {
    const bytes = readFileSync(path);
    const copy = join(folder, 'short.backup');
    for (const length of [0, 10, 30, 5_000, Math.floor(bytes.length / 2), bytes.length - 38, bytes.length - 1]) {
      writeFileSync(copy, bytes.subarray(0, length));
      await expect(checkBackup(copy)).rejects.toThrow(/cut short|no backup/);
    }
    writeFileSync(copy, bytes.subarray(0, Math.floor(bytes.length / 2)));
    expect(await refusedBy({ path: copy })).toMatch(/cut short/);
    writeFileSync(copy, Buffer.concat([bytes, Buffer.from('x')]));
    await expect(checkBackup(copy)).rejects.toThrow('something follows its end');
  });

  test('where the last look finds something', async () => {
    const said = await refusedBy({ prove: () => Promise.reject(new Error('the last look found something')) });
    expect(said).toBe('the last look found something');
  });

  test('where the backup is of a later release', async () => {
    const newest = Object.keys(migrations).toSorted().at(-1) ?? '';
    const { [newest]: _later, ...earlier } = migrations;
    const said = await refusedBy({
      databases: [{ part: 'product', target: source.url, migrations: earlier }],
    });
    expect(said).toContain(`of a later release: it has ${newest}`);
  });

  test('where it was ended half way', async () => {
    const stop = new AbortController();
    const said = await refusedBy({
      signal: stop.signal,
      onTable: ({ table }) => {
        if (table === 'ledger_posting') stop.abort(new Error('ended'));
      },
    });
    expect(said).toBe('ended');
  });

  test('where somebody is connected', async () => {
    const to = await fresh();
    await sql`SELECT 1`.execute(to.product.db.kysely);
    await expect(restore(to)).rejects.toThrow(/the database of the product is in use/);
  });

  test('where something is there, unless it may go', async () => {
    const to = { product: await unused({ migrated: true }), market: await unused() };
    await expect(restore(to)).rejects.toThrow(/is not empty: with --replace/);
    await sql`INSERT INTO strategy (name, summary, description, author, category, segment, risk, min_capital_paise, created_at)
      VALUES ('Old', '', '', '', 'trend', 'intraday', 'low', 1, now())`.execute(to.product.db.kysely);
    await sql`CREATE SCHEMA pgboss CREATE TABLE job (id int)`.execute(to.product.db.kysely);
    await to.product.db.close();
    await restore(to, { replace: true });
    expect(await unusedView(to.product.url)).toEqual(await contentOf(source));
  });
});

test('backing up and restoring need no other right than to own the database', async () => {
  const to = await unused();
  const role = `owner_${randomBytes(4).toString('hex')}`;
  const name = new URL(to.url).pathname.slice(1);
  await sql.raw(`CREATE ROLE ${role} LOGIN PASSWORD 'only-for-this-test'`).execute(to.db.kysely);
  await sql.raw(`ALTER DATABASE ${name} OWNER TO ${role}`).execute(to.db.kysely);
  await to.db.close();
  const asOwner = new URL(to.url);
  [asOwner.username, asOwner.password] = [role, 'only-for-this-test'];
  const target = asOwner.href;
  const market = await unused();
  for (const replace of [false, true]) {
    await restore({ product: { ...to, url: target }, market }, { replace });
  }
  const again = join(folder, 'owner.backup');
  await writeBackup({ path: again, keys: [], databases: [{ part: 'product', target }] });
  const sums = (tables: readonly { readonly table: string; readonly sha256: string }[]) =>
    tables.map(({ table, sha256 }) => [table, sha256]);
  const whole = (await checkBackup(path)).tables.filter(({ part }) => part === 'product');
  expect(sums((await checkBackup(again)).tables)).toEqual(sums(whole));
  const { db } = source;
  opened.splice(opened.indexOf(to), 1);
  await sql.raw(`DROP DATABASE ${name} WITH (FORCE)`).execute(db.kysely);
  await sql.raw(`DROP ROLE ${role}`).execute(db.kysely);
});

test('a backup of an earlier release is brought up to this one', async () => {
  const old = await unused();
  const steps = Object.entries(migrations);
  await migrate(old.url, Object.fromEntries(steps.slice(0, 20)));
  await sql`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
    VALUES ('Asha', 'asha', 'asha@mail.test', '9', '-', 'asha', '[]', now())`.execute(old.db.kysely);
  const file = join(folder, 'old.backup');
  await writeBackup({ path: file, keys: [], databases: [{ part: 'product', target: old.url }] });
  const to = await fresh();
  await restore(to, { path: file });
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM kysely_migration`.execute(
    to.product.db.kysely,
  );
  expect(rows).toEqual([{ n: steps.length }]);
  expect(await schemaOf(to.product)).toEqual(await schemaOf(source));
  expect((await contentOf(to.product))['account']).toMatch(/^1 /);
});

test('what is interrupted leaves no file, and a file that is there is not written over', async () => {
  const stop = new AbortController();
  const file = join(folder, 'interrupted.backup');
  const interrupted = writeBackup({
    path: file,
    keys: [],
    databases: [{ part: 'product', target: source.url }],
    signal: stop.signal,
    onTable: ({ table }) => {
      if (table === 'ledger_posting') stop.abort(new Error('ended'));
    },
  });
  await expect(interrupted).rejects.toThrow('ended');
  await expect(backUp(path)).rejects.toThrow(/EEXIST/);
  expect(readdirSync(folder).filter((name) => name.includes('interrupted') || name.endsWith('.partial'))).toEqual([]);
  await checkBackup(path);
});
