import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFingerprints } from '../platform/fingerprints.ts';
import { SEALED_COLUMNS } from '../platform/sealed-store.ts';
import { createSecrets, KEYS_READ_EVERY_MS, keyIdOf, type Secrets } from '../platform/secrets.ts';
import { loadMasterKeys } from '../platform/secrets-file.ts';
import { readSettings } from '../platform/settings.ts';
import { openSecrets } from './broker-access.ts';
import { finishRotation, rotateKeys } from './rotate-keys.ts';

const ROWS = 450;
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-rotation-'));
const keyFile = join(folder, 'master.key');
let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const open = (): Secrets =>
  openSecrets({ settings: readSettings({ DATABASE_URL: database.url, MASTER_KEY_FILE: keyFile, DATA_DIR: folder }) });
const writeMail = (secrets: Secrets, key: string) =>
  sql`
  INSERT INTO mail (dedupe_key, to_address, subject, sealed_body, body_until, created_at)
  VALUES (${key}, 'a@mail.test', 'S', ${secrets.seal(`body of ${key}`, `mail:${key}`)}, now(), now())`.execute(
    database.db.kysely,
  );
const mails = async () =>
  (
    await sql<{ key: string; sealed: Buffer }>`SELECT dedupe_key AS key, sealed_body AS sealed FROM mail`.execute(
      database.db.kysely,
    )
  ).rows;

test('the columns that hold something sealed are those of the database', async () => {
  const { rows } = await sql<{ name: string }>`SELECT table_name || '.' || column_name AS name
    FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%sealed%'`.execute(database.db.kysely);
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a new key seals everything, and soon everybody seals with it; then the old one goes', async () => {
  const running = open();
  // As a process that has not read the file again yet.
  const lagging = createSecrets(loadMasterKeys(keyFile));
  const fingerprints = createFingerprints({ database: database.db, secrets: running, purpose: 'test' });
  const fingerprint = await fingerprints.of('ABCPE1234F');
  for (let i = 0; i < ROWS; i += 1) await writeMail(running, `mail-${i}`);

  const rotation = await rotateKeys(database.db, keyFile);
  expect(rotation).toMatchObject({ newestKeyId: 'k2', dropped: [] });
  expect(rotation.tables.find(({ table }) => table === 'mail')).toEqual({ table: 'mail', rows: ROWS, resealed: ROWS });
  expect(new Set((await mails()).map(({ sealed }) => keyIdOf(sealed)))).toEqual(new Set(['k2']));
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);

  // A process that runs since before reads what was sealed anew, and for a moment still writes with its own key.
  for (const { key, sealed } of await mails()) expect(running.open(sealed, `mail:${key}`)).toBe(`body of ${key}`);
  await writeMail(lagging, 'late');
  await sleep(KEYS_READ_EVERY_MS);
  expect(keyIdOf(running.seal('x', 'y'))).toBe('k2');
  expect(keyIdOf((await mails()).find(({ key }) => key === 'late')?.sealed ?? Buffer.alloc(0))).toBe('k1');

  const finished = await finishRotation(database.db, keyFile);
  expect(finished.dropped).toEqual(['k1']);
  expect(finished.tables.find(({ table }) => table === 'mail')).toEqual({ table: 'mail', rows: ROWS + 1, resealed: 1 });
  expect(readFileSync(keyFile, 'utf8')).toMatch(/^k2:[0-9a-f]{64}\n$/);

  // What it had in hand still opens.
  expect(running.open(running.seal('x', 'y'), 'y')).toBe('x');
  const after = open();
  for (const { key, sealed } of await mails()) expect(after.open(sealed, `mail:${key}`)).toBe(`body of ${key}`);
  const again = createFingerprints({ database: database.db, secrets: after, purpose: 'test' });
  expect((await again.of('ABCPE1234F')).equals(fingerprint)).toBe(true);
  // Nothing is left to do, and doing it again changes nothing.
  expect((await finishRotation(database.db, keyFile)).dropped).toEqual([]);
});

test('a row that does not open is named, and no key is dropped', async () => {
  await sql`INSERT INTO sealed_key (purpose, sealed) VALUES ('broken', ${open().seal('x', 'sealed_key:another')})`.execute(
    database.db.kysely,
  );
  await expect(rotateKeys(database.db, keyFile)).rejects.toThrow();
  await expect(finishRotation(database.db, keyFile)).rejects.toThrow();
  expect(readFileSync(keyFile, 'utf8').trim().split('\n')).toHaveLength(2);
});
