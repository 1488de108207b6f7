import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createRandom, type EpochMs } from '@trickdesk/domain';
import { scaledCount, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkNew, verifyChain } from '../features/audit/index.ts';
import { faultsOf, postTransfer, readTrialBalance } from '../features/ledger/index.ts';
import { approveWithdrawal } from '../features/withdrawals/decide.ts';
import { sendPayouts, settlePayoutEvent } from '../features/withdrawals/index.ts';
import { insertAccount } from '../testing/insert-account.ts';
import { deskOf, secrets } from '../testing/money/desk.ts';
import type { Report, Shift } from '../testing/money/worker.ts';
import { createWorld, fateOf, NO_TROUBLE, wordsOf } from '../testing/money/world.ts';

/**
 * Fifty people at once, in processes that are killed: withdrawals, plans, payments told of late, twice and out of order,
 * refunds, decisions of three operators, a bank that loses answers. `TEST_SCALE=100` is 2,000 acts each.
 */
const CLIENTS = 50;
const PROCESSES = 5;
const SEED = 20_261_124;
/** How long a process works at least before it is killed, and at most: some end before. */
const KILL_FROM_MS = 150;
const KILL_WITHIN_MS = 3_000;
const WORKER = fileURLToPath(new URL('../testing/money/worker.ts', import.meta.url));

let database: TestDatabase;
const people: number[] = [];
const operators: number[] = [];
beforeAll(async () => {
  database = await withTestDatabase();
  await createWorld(database.db);
  for (let i = 0; i < 3; i += 1) operators.push(await insertAccount(database.db, `chaos_operator${i}`));
  for (let i = 0; i < CLIENTS; i += 1) people.push(await makePerson(i));
});
afterAll(() => database.drop());

const kysely = () => database.db.kysely;

/** Verified, with a bank account and some money; most were invited by somebody before them. */
async function makePerson(i: number): Promise<number> {
  const referrer = i % 5 === 0 ? null : (people[Math.floor(i / 3)] ?? null);
  const id = await insertAccount(database.db, `chaos${i}`, referrer);
  await sql`UPDATE account SET kyc_verified_at = now() WHERE id = ${id}`.execute(kysely());
  const bank = await sql<{ id: number }>`INSERT INTO bank_account (account_id, status, number_sealed,
      number_fingerprint, number_masked, ifsc, bank_name, holder_name, name_at_bank, set_at)
    VALUES (${id}, 'verified', ${Buffer.alloc(0)}, ${Buffer.from(String(i))}, '••••0000', 'HDFC0001234', 'Bank', 'Asha',
      'Asha', now()) RETURNING id`.execute(kysely());
  const bankId = bank.rows[0]?.id ?? 0;
  const sealed = secrets.seal('123456780000', `bank_account:${bankId}`);
  await sql`UPDATE bank_account SET number_sealed = ${sealed} WHERE id = ${bankId}`.execute(kysely());
  for (const name of ['main', 'rewards'] as const) {
    const postings = [
      { account: { ownerId: id, name }, amountPaise: OPENING },
      { account: { ownerId: null, name: 'revenue' } as const, amountPaise: -OPENING },
    ];
    const transfer = {
      cause: 'reward',
      causeId: '0',
      idempotencyKey: `opening ${id} ${name}`,
      sentence: 'Opening.',
    } as const;
    await database.db.transaction((tx) => postTransfer(tx, { ...transfer, postings }, new Date()));
  }
  return id;
}
const OPENING = 20_000_00n;

interface Tally {
  readonly next: number[];
  readonly acts: Record<string, number>;
  readonly refusals: Record<string, number>;
  /** What each key was answered with. */
  readonly answers: Map<string, Set<number>>;
  readonly faults: string[];
  kills: number;
}

/** One process with its share of the clients, started anew where it left off each time it is killed. */
async function runShift(tally: Tally, share: number, shift: Omit<Shift, 'clients'>): Promise<void> {
  for (;;) {
    const clients = people
      .map((accountId, client) => ({ client, accountId, from: tally.next[client] ?? 0 }))
      .filter(({ client, from }) => client % PROCESSES === share && from < shift.acts);
    if (clients.length === 0 || tally.faults.length > 0) return;
    const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message) => count(tally, message as Report));
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    // From its first act on: a death at the start would find nothing under way.
    let killer: NodeJS.Timeout | undefined;
    child.once('message', () => {
      killer = killSometime(child, tally, share);
    });
    child.send({ ...shift, clients });
    await ended;
    clearTimeout(killer);
  }
}

let turns = 0;
function killSometime(child: ChildProcess, tally: Tally, share: number): NodeJS.Timeout {
  turns += 1;
  const within = KILL_FROM_MS + createRandom(SEED, share, turns).int(KILL_WITHIN_MS - KILL_FROM_MS);
  // The first at once, while others of its clients are in the middle of an act: few acts are over before any time is up.
  const wait = turns === 1 ? 0 : within;
  return setTimeout(() => {
    if (child.exitCode === null && child.kill('SIGKILL')) tally.kills += 1;
  }, wait);
}

function count(tally: Tally, report: Report): void {
  if ('fault' in report) {
    tally.faults.push(report.fault);
    return;
  }
  tally.next[report.client] = report.number + 1;
  if ('refused' in report) {
    tally.refusals[report.refused] = (tally.refusals[report.refused] ?? 0) + 1;
    return;
  }
  const { act, key, id } = report.done;
  tally.acts[act] = (tally.acts[act] ?? 0) + 1;
  if (key === undefined || id === undefined) return;
  const ids = tally.answers.get(key) ?? new Set();
  tally.answers.set(key, ids.add(id));
}

/** Everything that is under way comes to its end, as it would with time. */
async function settleAll(startedAt: EpochMs): Promise<void> {
  const { paying, withdrawals } = deskOf(database.db, { startedAt, trouble: NO_TROUBLE });
  const [first = 0, second = 0] = operators;
  const origin = { requestId: 'end', address: '127.0.0.1', device: 'end' };
  const waiting = await kysely().selectFrom('withdrawal').select('id').where('state', '=', 'requested').execute();
  // Half of them stay asked for: what is held is compared with them.
  for (const { id: withdrawalId } of waiting.slice(Math.ceil(waiting.length / 2))) {
    for (const accountId of [first, second]) {
      await approveWithdrawal(withdrawals, { accountId, origin }, { withdrawalId }).catch(() => undefined);
    }
  }
  await sql`UPDATE withdrawal SET next_try_at = now() WHERE state IN ('approved', 'sent')`.execute(kysely());
  await sendPayouts(paying);
  const { rows } = await sql<{ reference: string }>`SELECT reference FROM world_payout`.execute(kysely());
  for (const { reference } of rows) {
    for (const state of wordsOf(reference)) {
      const notice = {
        kind: 'payout',
        reference,
        state,
        payoutId: `pout_${reference}`,
        utr: undefined,
        reason: undefined,
      } as const;
      await settlePayoutEvent(paying, { id: `end_${reference}_${state}`, event: state }, notice);
    }
  }
}

const one = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row> => {
  const { rows } = await query.execute(kysely());
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
};
const balanceOf = async (name: string): Promise<bigint> =>
  (
    await one(
      sql<{
        sum: bigint;
      }>`SELECT coalesce(sum(balance_paise), 0)::bigint AS sum FROM ledger_account WHERE name = ${name}`,
    )
  ).sum;

test('fifty people, killed processes, repeated keys and events out of order: every rupee is where it must be', async () => {
  const acts = scaledCount('acts of each of fifty people', 4);
  const startedAt = Date.now();
  const tally: Tally = { next: [], acts: {}, refusals: {}, answers: new Map(), faults: [], kills: 0 };
  const shift = { databaseUrl: database.url, startedAt, seed: SEED, operators, acts };
  await Promise.all(Array.from({ length: PROCESSES }, (_, share) => runShift(tally, share, shift)));
  expect(tally.faults).toEqual([]);
  expect(tally.next).toEqual(people.map(() => acts));

  // In the middle of everything it adds up already.
  expect(faultsOf(await readTrialBalance(kysely()))).toEqual([]);
  await settleAll(startedAt);
  expect(faultsOf(await readTrialBalance(kysely()))).toEqual([]);

  // Each key led to one thing, whoever died meanwhile.
  for (const [key, ids] of tally.answers) expect([key, ids.size]).toEqual([key, 1]);
  const asked = await kysely().selectFrom('withdrawal').select(['id', 'idempotency_key']).execute();
  const known = new Map(asked.map((row) => [row.idempotency_key, row.id]));
  for (const [key, ids] of tally.answers) if (key.startsWith('w-')) expect(ids).toContain(known.get(key));
  const bought = await one(sql<{ keys: bigint; invoices: bigint }>`SELECT
    (SELECT count(*) FROM idempotent_call WHERE call = 'buyplan') AS keys,
    (SELECT count(*) FROM invoice WHERE kind = 'invoice' AND paid_by = 'wallet') AS invoices`);
  expect(bought.invoices).toBe(bought.keys);
  const numbers = await one(sql<{ last: bigint; rows: bigint }>`SELECT
    (SELECT sum(last) FROM invoice_series) AS last, (SELECT count(*) FROM invoice) AS rows`);
  expect(numbers.rows).toBe(numbers.last);

  // What left is what the bank took, and what came is what was captured.
  const payouts = await sql<{ reference: string; amount_paise: bigint; state: string | null }>`
    SELECT p.reference, p.amount_paise, w.state FROM world_payout p
    LEFT JOIN withdrawal w ON p.reference = 'withdrawal-' || w.id`.execute(kysely());
  for (const { reference, state } of payouts.rows) expect([reference, state]).toEqual([reference, fateOf(reference)]);
  const left = payouts.rows.filter(({ state }) => state === 'paid').reduce((sum, row) => sum + row.amount_paise, 0n);
  expect(await balanceOf('bank_clearing')).toBe(left);
  const { sum: captured } = await one(
    sql<{ sum: bigint }>`SELECT coalesce(sum(amount_paise), 0)::bigint AS sum FROM world_payment`,
  );
  expect(await balanceOf('gateway_clearing')).toBe(-captured);

  // Two people for each large one, and neither its owner.
  const { rows: alone } =
    await sql`SELECT w.id FROM withdrawal w WHERE w.state IN ('approved', 'sent', 'paid', 'reversed', 'failed')
    AND (SELECT count(*) FROM withdrawal_approval a WHERE a.withdrawal_id = w.id) <> w.approvals_needed`.execute(
      kysely(),
    );
  expect(alone).toEqual([]);
  while ((await linkNew({ database: database.db, clock: { now: Date.now } })) > 0);
  const chain = await verifyChain(database.db);
  expect([chain.broken, Object.values(chain.unlinked).reduce((a, b) => a + b, 0)]).toEqual([undefined, 0]);

  const transfers = await one(sql<{ count: bigint }>`SELECT count(*) AS count FROM ledger_transfer`);
  const total = Object.values(tally.acts).reduce((a, b) => a + b, 0);
  const refused = Object.values(tally.refusals).reduce((a, b) => a + b, 0);
  process.stdout.write(
    `money: ${CLIENTS} people, ${total + refused} acts (${refused} refused), ${tally.kills} processes killed, ` +
      `${transfers.count} transfers, ${payouts.rows.length} payouts, ${chain.entries} entries in the chain, ` +
      `in ${Math.round((Date.now() - startedAt) / 1_000)} s; 0 faults\n${JSON.stringify({ ...tally.acts, ...tally.refusals })}\n`,
  );
  expect(tally.kills).toBeGreaterThan(0);
  expect(tally.acts['withdraw']).toBeGreaterThan(0);
}, 3_600_000);
