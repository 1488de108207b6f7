import type { Database } from '@trickdesk/db';
import {
  chosenThenRandom,
  createFakeClock,
  scaledCount,
  type TestDatabase,
  withTestDatabase,
} from '@trickdesk/testkit';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { insertAccount } from '../../testing/insert-account.ts';
import {
  checkLedger,
  faultsOf,
  KeyReused,
  NotCovered,
  type Posting,
  postTransfer,
  readLedgerReport,
  readTrialBalance,
  reportWords,
  type Transfer,
} from './index.ts';

const AT = new Date('2026-11-23T10:00:00Z');
let testDatabase: TestDatabase;
let db: Database;
beforeAll(async () => {
  testDatabase = await withTestDatabase();
  db = testDatabase.db;
});
afterAll(() => testDatabase.drop());

let made = 0;
const somebody = (): Promise<number> => insertAccount(db, `saver${++made}`);
const keyOf = (): string => `key-${++made}`;

function refund(ownerId: number, amountPaise: bigint, idempotencyKey = keyOf()): Transfer {
  return {
    ...{ cause: 'reversal', causeId: '7', idempotencyKey, sentence: 'A plan was refunded.' },
    postings: [
      { account: { ownerId: null, name: 'revenue' }, amountPaise: -amountPaise },
      { account: { ownerId, name: 'main' }, amountPaise },
    ],
  };
}

/** Out of one account into another of the same person's. */
function shift(ownerId: number, amountPaise: bigint, idempotencyKey = keyOf()): Transfer {
  return {
    ...{ cause: 'withdrawal', causeId: '8', idempotencyKey, sentence: 'It was moved.' },
    postings: [
      { account: { ownerId, name: 'main' }, amountPaise: -amountPaise },
      { account: { ownerId, name: 'rewards' }, amountPaise },
    ],
  };
}

const post = (transfer: Transfer) => db.transaction((tx) => postTransfer(tx, transfer, AT));

async function balancesOf(ownerId: number): Promise<Record<string, bigint>> {
  const rows = await db.kysely
    .selectFrom('ledger_account')
    .select(['name', 'balance_paise'])
    .where('owner_id', '=', ownerId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row.balance_paise]));
}

describe('a transfer', () => {
  test('moves money between accounts, and each posting says what was there after it', async () => {
    const owner = await somebody();
    await post(refund(owner, 500_00n));
    const { transferId } = await post(shift(owner, 120_00n));
    expect(await balancesOf(owner)).toEqual({ main: 380_00n, rewards: 120_00n });
    const rows = await db.kysely
      .selectFrom('ledger_posting')
      .select(['amount_paise', 'balance_after_paise'])
      .where('transfer_id', '=', transferId)
      .orderBy('amount_paise')
      .execute();
    expect(rows).toEqual([
      { amount_paise: -120_00n, balance_after_paise: 380_00n },
      { amount_paise: 120_00n, balance_after_paise: 120_00n },
    ]);
  });

  test('is made once for its key, and refused for other money under it', async () => {
    const owner = await somebody();
    const transfer = refund(owner, 10_00n);
    const first = await post(transfer);
    expect(await post(transfer)).toEqual({ transferId: first.transferId, isRepeated: true });
    await expect(post({ ...transfer, postings: refund(owner, 11_00n).postings })).rejects.toThrow(KeyReused);
    const other = await somebody();
    await expect(post(refund(other, 10_00n, transfer.idempotencyKey))).rejects.toThrow(KeyReused);
    expect(await balancesOf(owner)).toEqual({ main: 10_00n });
  });

  test('never takes more than there is, and its transaction may go on', async () => {
    const owner = await somebody();
    await post(refund(owner, 99n));
    await db.transaction(async (tx) => {
      await expect(postTransfer(tx, shift(owner, 100n), AT)).rejects.toThrow(NotCovered);
      await postTransfer(tx, shift(owner, 99n), AT);
    });
    expect(await balancesOf(owner)).toEqual({ main: 0n, rewards: 99n });
  });

  test('that is none is refused before it is sent', async () => {
    const owner = await somebody();
    const { postings, ...rest } = refund(owner, 5n);
    await expect(post({ ...rest, postings: postings.slice(1) })).rejects.toThrow(RangeError);
  });
});

test('however many ask at once and however often, each key acts once and nobody goes below zero', async () => {
  let covered = 0;
  let refused = 0;
  const anyPerson = fc.integer({ min: 0, max: 2 });
  const anyTransfers = fc.array(fc.tuple(anyPerson, anyPerson, fc.integer({ min: 1, max: 90 })), {
    ...{ minLength: 20, maxLength: 40 },
  });
  await fc.assert(
    fc.asyncProperty(anyTransfers, async (asked) => {
      const owners = [await somebody(), await somebody(), await somebody()];
      for (const owner of owners) await post(refund(owner, 60n));
      const transfers = asked.map(([from, to, amount]): Transfer => {
        const [giver, taker] = [owners[from] ?? 0, owners[to] ?? 0];
        if (giver === taker) return shift(giver, BigInt(amount));
        const postings: Posting[] = [
          { account: { ownerId: giver, name: 'main' }, amountPaise: BigInt(-amount) },
          { account: { ownerId: taker, name: 'main' }, amountPaise: BigInt(amount) },
        ];
        return { ...refund(giver, 1n), postings };
      });
      const outcomes = await Promise.all(
        // Each key twice, from different connections.
        [...transfers, ...transfers.toReversed()].map(async (transfer) => {
          const done = await post(transfer).catch((error: unknown) => {
            if (error instanceof NotCovered) return undefined;
            throw error;
          });
          return { key: transfer.idempotencyKey, done };
        }),
      );
      const moved = outcomes.filter(({ done }) => done && !done.isRepeated).map(({ key }) => key);
      expect(new Set(moved).size).toBe(moved.length);
      covered += moved.length;
      refused += outcomes.filter(({ done }) => !done).length;
      const left = await Promise.all(owners.map(balancesOf));
      const total = left.flatMap((balances) => Object.values(balances)).reduce((sum, balance) => sum + balance, 0n);
      expect(total).toBe(180n);
      for (const balances of left) for (const balance of Object.values(balances)) expect(balance >= 0n).toBe(true);
    }),
    chosenThenRandom([anyTransfers], { chosen: 3, random: scaledCount('rounds of concurrent transfers', 1) }),
  );
  expect(covered).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(0);
  expect(faultsOf(await readTrialBalance(db.kysely))).toEqual([]);
}, 300_000);

describe('the database refuses, whoever writes,', () => {
  const run = (...statements: RawBuilder<unknown>[]) =>
    db.transaction(async (tx) => {
      for (const statement of statements) await statement.execute(tx);
    });
  const head = (key: string) =>
    sql`INSERT INTO ledger_transfer (cause, cause_id, idempotency_key, sentence, at) VALUES ('payment', '1', ${key}, '', now())`;
  const side = (key: string, ledgerAccountId: number, amount: number) =>
    sql`INSERT INTO ledger_posting (transfer_id, ledger_account_id, amount_paise)
      SELECT id, ${ledgerAccountId}, ${amount} FROM ledger_transfer WHERE idempotency_key = ${key}`;
  let mine = 0;
  let revenue = 0;
  beforeAll(async () => {
    const owner = await somebody();
    await post(refund(owner, 50n));
    const idOf = async (condition: RawBuilder<unknown>): Promise<number> => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM ledger_account WHERE ${condition}`.execute(db.kysely);
      return rows[0]?.id ?? 0;
    };
    mine = await idOf(sql`owner_id = ${owner} AND name = 'main'`);
    revenue = await idOf(sql`name = 'revenue'`);
  });

  test('a transfer that does not add up to zero, or has one side or none', async () => {
    const key = keyOf();
    const off = run(head(key), side(key, mine, 5), side(key, revenue, -4));
    await expect(off).rejects.toThrow(/2 postings that add up to 1/);
    await expect(run(head(key), side(key, mine, 5))).rejects.toThrow(/1 postings that add up to 5/);
    await expect(run(head(key))).rejects.toThrow(/0 postings that add up to 0/);
    await expect(run(head(key), side(key, mine, 5), side(key, revenue, -5))).resolves.toBeUndefined();
  });

  test('a side that is added to a transfer of before', async () => {
    const key = keyOf();
    await run(head(key), side(key, mine, 5), side(key, revenue, -5));
    const held = sql`INSERT INTO ledger_account (owner_id, name) SELECT owner_id, 'rewards' FROM ledger_account WHERE id = ${mine} RETURNING id`;
    const { rows } = await held.execute(db.kysely);
    const third = (rows[0] as { id: number }).id;
    await expect(run(side(key, third, 5))).rejects.toThrow(/3 postings that add up to 5/);
  });

  test('a person’s account below zero; the platform’s may owe', async () => {
    const key = keyOf();
    const short = run(head(key), side(key, mine, -1_000), side(key, revenue, 1_000));
    await expect(short).rejects.toThrow(/ledger_account_covers/);
    await expect(run(head(key), side(key, mine, 1_000), side(key, revenue, -1_000))).resolves.toBeUndefined();
  });

  test.each([
    ['a changed posting', sql`UPDATE ledger_posting SET amount_paise = amount_paise + 1`],
    ['a changed transfer', sql`UPDATE ledger_transfer SET sentence = 'x'`],
    ['a posting that is removed', sql`DELETE FROM ledger_posting`],
    ['a transfer that is removed', sql`DELETE FROM ledger_transfer`],
    ['an emptied ledger', sql`TRUNCATE ledger_account, ledger_transfer, ledger_posting`],
    ['a balance that somebody writes', sql`UPDATE ledger_account SET balance_paise = balance_paise + 1`],
    ['an account that gets another owner', sql`UPDATE ledger_account SET owner_id = NULL WHERE owner_id IS NOT NULL`],
    ['an account that is removed', sql`DELETE FROM ledger_account`],
    [
      'an account that begins with money',
      sql`INSERT INTO ledger_account (owner_id, name, balance_paise) VALUES (NULL, 'tds_payable', 5)`,
    ],
  ])('%s', async (_what, statement) => {
    await expect(run(statement)).rejects.toThrow(/only added to|by postings alone/);
  });

  test('an account by a name that its owner cannot have', async () => {
    const wrong = sql`INSERT INTO ledger_account (owner_id, name) SELECT owner_id, 'revenue' FROM ledger_account WHERE id = ${mine}`;
    await expect(run(wrong)).rejects.toThrow(/ledger_account/);
  });
});

describe('the ledger is added up once a day of India', () => {
  const logged: string[] = [];
  const log = createLog('info', (line) => logged.push(line));
  const clock = createFakeClock(Date.UTC(2026, 10, 23, 18, 0));
  const check = () => checkLedger({ database: db, clock, log });
  const kept = () =>
    db.kysely.selectFrom('ledger_check').select(['day', 'is_sound', 'faults']).orderBy('day').execute();

  test('and nothing is said while it adds up, however many ask at once', async () => {
    await post(refund(await somebody(), 70n));
    await Promise.all([check(), check(), check()]);
    await check();
    expect(await kept()).toEqual([{ day: '2026-11-23', is_sound: true, faults: [] }]);
    expect(logged).toEqual([]);
    const report = await readLedgerReport(db);
    expect(reportWords(report)).toMatch(/^The ledger adds up: \d+ postings, together ₹0\.00\.\n {2}main /);
    // What people have is what the platform owes them: the other side of each rupee.
    expect(report.balances.reduce((sum, { balancePaise }) => sum + balancePaise, 0n)).toBe(0n);
    expect(report.balances.map(({ ofPeople }) => ofPeople)).toContain(false);
  });

  test('and what should not have been possible is found, told and kept', async () => {
    const owner = await somebody();
    const { transferId } = await post(refund(owner, 70n));
    // As by somebody who owns the database and switches its guards off.
    await sql`ALTER TABLE ledger_posting DISABLE TRIGGER USER`.execute(db.kysely);
    await sql`UPDATE ledger_posting SET amount_paise = 80 WHERE transfer_id = ${transferId} AND amount_paise = 70`.execute(
      db.kysely,
    );
    await sql`ALTER TABLE ledger_posting ENABLE TRIGGER USER`.execute(db.kysely);
    const faults = [
      'All postings add up to ₹0.10, not to zero.',
      `main of ${owner} shows ₹0.70; its postings add up to ₹0.80.`,
      `Transfer ${transferId} does not balance.`,
    ];
    expect(faultsOf(await readTrialBalance(db.kysely))).toEqual(faults);
    const report = await readLedgerReport(db);
    expect(report.faults).toEqual(faults);
    expect(reportWords(report)).toContain('does NOT add up');
    // The same day still: midnight of India is half an hour away.
    await clock.advance(29 * 60_000);
    await check();
    expect(await kept()).toHaveLength(1);
    await clock.advance(60_000);
    await check();
    expect((await kept())[1]).toEqual({ day: '2026-11-24', is_sound: false, faults });
    expect(logged.join('')).toContain('the ledger does not add up');
  });
});
