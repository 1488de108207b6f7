import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type Database, migrate, simulatorMigrations } from '@trickdesk/db';
import { checkBackup } from '@trickdesk/db/backup';
import { type EmbeddedServer, startEmbedded } from '@trickdesk/db/embedded';
import { scaledCount } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkNew } from '../features/audit/index.ts';
import { type Posting, postTransfer, readLedgerReport } from '../features/ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createSecrets } from '../platform/secrets.ts';
import { loadMasterKeys } from '../platform/secrets-file.ts';
import { insertAccount } from '../testing/insert-account.ts';

const SERVER = join(import.meta.dirname, '..');
const SAVERS = 40;
const WRITERS = 6;
const BLOCK_BYTES = 200_000;

let folder: string;
let embedded: EmbeddedServer;
let source: Database;
let backup: string;
let keyFile: string;
const opened: Database[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-drill-'));
  chmodSync(folder, 0o755);
  [backup, keyFile] = [join(folder, 'kept', 'drill.backup'), join(folder, 'master.key')];
  const databases = ['source', 'market', 'target', 'target_market', 'cut', 'cut_market'];
  embedded = await startEmbedded({ dataDir: join(folder, 'pg'), databases });
  await migrate(embedded.url('source'));
  await migrate(embedded.url('market'), simulatorMigrations);
  source = open('source');
  await fill(source);
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
});

function open(name: string): Database {
  const database = createDatabase(embedded.url(name));
  opened.push(database);
  return database;
}

async function fill(database: Database): Promise<void> {
  const secrets = createSecrets(loadMasterKeys(keyFile));
  for (let i = 0; i < SAVERS; i += 1) await insertAccount(database, `saver${i}`);
  const sealed = secrets.seal('a mail', 'mail:first');
  await sql`INSERT INTO mail (dedupe_key, to_address, subject, sealed_body, body_until, created_at)
    VALUES ('first', 'a@mail.test', 'S', ${sealed}, now(), now())`.execute(database.kysely);
  await sql`INSERT INTO instrument (exchange, token, symbol, trading_symbol, name, kind, tick_paise, lot_size, updated_at)
    VALUES ('NSE', '1', 'SBIN', 'SBIN-EQ', 'SBIN', 'equity', 5, 1, now())`.execute(database.kysely);
  // Fewer are written and read before anybody is killed half way.
  const blocks = scaledCount('candle blocks of 200 kB', 24, 120);
  for (let i = 0; i < blocks; i += 1) {
    await sql`INSERT INTO candle_block (dataset, instrument_id, bar_interval, month, row_count, first_at, last_at, bytes, updated_at)
      SELECT 'drill', id, '1m', ${`block ${i}`}, 1, now(), now(), ${randomBytes(BLOCK_BYTES)}, now()
      FROM instrument`.execute(database.kysely);
  }
}

const pay = (database: Database, savers: readonly [number, number], key: string) => {
  const amountPaise = BigInt(1 + Math.floor(Math.random() * 10_000));
  const postings: Posting[] = [
    { account: { ownerId: null, name: 'revenue' }, amountPaise: -2n * amountPaise },
    ...savers.map((ownerId): Posting => ({ account: { ownerId, name: 'main' }, amountPaise })),
  ];
  const transfer = { cause: 'reward', causeId: key, idempotencyKey: key, sentence: 'A reward.', postings } as const;
  return database.transaction((tx) => postTransfer(tx, transfer, new Date()));
};

/** People join and are paid, and the chain follows, until it is stopped. */
function beginLoad(database: Database): { readonly done: () => number; readonly stop: () => Promise<void> } {
  let [running, done] = [true, 0];
  const write = async (writer: number): Promise<void> => {
    for (let i = 0; running; i += 1) {
      const first = 1 + ((writer + i) % SAVERS);
      await pay(database, [first, 1 + (first % SAVERS)], `load-${writer}-${i}`);
      done += 1;
      if (i % 20 === 0) await insertAccount(database, `joined-${writer}-${i}`);
    }
  };
  const link = async (): Promise<void> => {
    while (running) {
      await linkNew({ database, clock: systemClock });
      await sleep(50);
    }
  };
  const all = Promise.all([link(), ...Array.from({ length: WRITERS }, (_, i) => write(i))]);
  return {
    done: () => done,
    stop: async () => {
      running = false;
      await all;
    },
  };
}

interface Run {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly code: Promise<number | null>;
}

interface Where {
  readonly product: string;
  readonly market: string;
  readonly keys?: string;
}

/** The commands as the supervisor starts them. */
function run(
  entry: 'backup.ts' | 'restore.ts',
  words: readonly string[],
  { product, market, keys = keyFile }: Where,
): Run {
  const child = spawn(process.execPath, [join(SERVER, entry), ...words], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: embedded.url(product),
      SIM_DATABASE_URL: embedded.url(market),
      DATA_DIR: folder,
      MASTER_KEY_FILE: keys,
      ROLE: 'jobs',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const code = once(child, 'close').then(() => child.exitCode);
  return { child, said: () => said, code };
}

async function until(what: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!what()) {
    if (performance.now() > deadline) throw new Error('it did not come to that');
    await sleep(5);
  }
}

const SOURCE: Where = { product: 'source', market: 'market' };
const TARGET: Where = { product: 'target', market: 'target_market' };

async function countOf(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ONLY ${sql.table(table)}`.execute(
    database.kysely,
  );
  return rows[0]?.n ?? -1;
}

describe('a backup that was made under load and restored elsewhere', () => {
  let [paidBefore, paidAfter] = [0, 0];
  let restored: Database;
  beforeAll(async () => {
    const load = beginLoad(source);
    await until(() => load.done() > 200);
    paidBefore = load.done();
    const backing = run('backup.ts', [backup], SOURCE);
    expect([await backing.code, backing.said()]).toEqual([0, expect.stringContaining('The master key is NOT in it')]);
    paidAfter = load.done();
    await load.stop();
    expect(paidAfter).toBeGreaterThan(paidBefore);
    console.log(`transfers before the backup ${paidBefore}, during it ${paidAfter - paidBefore}`);
    console.log(
      backing
        .said()
        .split('\n')
        .filter((line) => /Backed up|MB\)/.test(line))
        .join('; '),
    );

    const restoring = run('restore.ts', [backup], TARGET);
    expect([await restoring.code, restoring.said()]).toEqual([0, expect.stringContaining('Restored ')]);
    console.log(
      restoring
        .said()
        .split('\n')
        .filter((line) => /Restored|adds up|chain is sound/.test(line))
        .join('; '),
    );
    expect(restoring.said()).toMatch(/The ledger adds up: \d{3,} postings/);
    expect(restoring.said()).toMatch(/The audit chain is sound: \d{3,} entries/);
    restored = open('target');
  });

  test('holds everything that was paid before it began, nothing from after its end, and each payment whole', async () => {
    const transfers = await countOf(restored, 'ledger_transfer');
    expect(transfers).toBeGreaterThanOrEqual(paidBefore);
    expect(transfers).toBeLessThanOrEqual(paidAfter + WRITERS);
    expect(await countOf(restored, 'ledger_posting')).toBe(3 * transfers);
    expect((await readLedgerReport(restored)).faults).toEqual([]);
  });

  test('has as many rows in each table as the backup says', async () => {
    const { tables } = await checkBackup(backup);
    const product = tables.filter(({ part }) => part === 'product');
    expect(product.length).toBeGreaterThan(70);
    for (const { table, rows } of product) expect([table, await countOf(restored, table)]).toEqual([table, rows]);
  });

  test('goes on: the next transfer, its entry in the chain and the next account get the next numbers', async () => {
    const { transferId } = await pay(restored, [1, 2], 'after the restore');
    expect(await countOf(restored, 'ledger_transfer')).toBeGreaterThan(paidBefore);
    expect(transferId).toBeGreaterThanOrEqual(BigInt(paidBefore));
    await insertAccount(restored, 'newcomer');
    expect(await linkNew({ database: restored, clock: systemClock })).toBeGreaterThan(0);
    expect((await readLedgerReport(restored)).faults).toEqual([]);
  });

  test('refuses what it refused before: changed postings, changed entries of the chain', async () => {
    for (const statement of [
      'UPDATE ledger_posting SET amount_paise = 1 WHERE id = 1',
      'DELETE FROM ledger_transfer WHERE id = 1',
      'UPDATE audit_link SET row_id = 1 WHERE seq = 1',
      'TRUNCATE audit_link',
    ]) {
      await expect(sql.raw(statement).execute(restored.kysely)).rejects.toThrow('only added to');
    }
  });

  test('stays as it is where another restore is killed or ended half way', async () => {
    const before = await readLedgerReport(restored);
    await restored.close();
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const restoring = run('restore.ts', [backup, '--replace'], TARGET);
      await until(() => restoring.said().includes('ledger_posting'));
      restoring.child.kill(signal);
      const code = await restoring.code;
      if (signal === 'SIGINT')
        expect([code, restoring.said()]).toEqual([130, expect.stringContaining('Nothing was changed')]);
      expect(restoring.said()).not.toContain('Restored ');
      const after = open('target');
      expect(await readLedgerReport(after)).toEqual(before);
      await after.close();
    }
    expect(before.postings).toBeGreaterThan(600);
  });

  test('leaves empty what was empty where its restore is killed', async () => {
    const cut: Where = { product: 'cut', market: 'cut_market' };
    const restoring = run('restore.ts', [backup], cut);
    await until(() => restoring.said().includes('ledger_posting'));
    restoring.child.kill('SIGKILL');
    await restoring.code;
    const again = run('restore.ts', [backup], cut);
    expect([await again.code, again.said()]).toEqual([0, expect.stringContaining('The ledger adds up')]);
  });
});

test('a backup that is killed leaves nothing that looks like one', async () => {
  const place = join(folder, 'killed');
  const backing = run('backup.ts', [`${place}/`], SOURCE);
  await until(() => backing.said().includes('candle_block'));
  backing.child.kill('SIGKILL');
  await backing.code;
  const left = readdirSync(place);
  expect(left).toEqual([expect.stringMatching(/^\..*\.partial$/)]);
  await expect(checkBackup(join(place, left[0] ?? ''))).rejects.toThrow('cut short');
});

test('a backup that is ended by its operator leaves nothing at all', async () => {
  const place = join(folder, 'ended');
  const backing = run('backup.ts', [`${place}/`], SOURCE);
  await until(() => backing.said().includes('account'));
  backing.child.kill('SIGINT');
  expect([await backing.code, backing.said()]).toEqual([130, expect.stringContaining('No backup was written')]);
  expect(readdirSync(place)).toEqual([]);
});

test('a flipped byte is refused with the name of its table, and another key in words, before anything is changed', async () => {
  const before = await printOf('target');
  const bytes = readFileSync(backup);
  const place = bytes.indexOf('"table":"candle_block"') + 1_000_000;
  bytes[place] = (bytes[place] ?? 0) ^ 0x01;
  const flipped = join(folder, 'flipped.backup');
  writeFileSync(flipped, bytes);
  const damaged = run('restore.ts', [flipped, '--replace'], TARGET);
  expect([await damaged.code, damaged.said()]).toEqual([
    1,
    expect.stringMatching(/Nothing was changed: the table candle_block \(product\) is damaged/),
  ]);

  const keys = join(folder, 'other.key');
  loadMasterKeys(keys);
  const closed = run('restore.ts', [backup, '--replace'], { ...TARGET, keys });
  expect([await closed.code, closed.said()]).toEqual([
    1,
    expect.stringMatching(/do not open the secrets in this backup/),
  ]);
  expect(await printOf('target')).toEqual(before);
});

async function printOf(name: string): Promise<unknown> {
  const database = open(name);
  try {
    return await readLedgerReport(database);
  } finally {
    await database.close();
  }
}
