import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printOfDatabase } from '../../testing/database-print.ts';
import type { Person, TestApi } from '../../testing/test-api.ts';
import { DATASET } from '../deployments/testing/world.ts';
import { rewardReferrer } from '../rewards/index.ts';
import { type Leaving, openLeaving } from './testing/leaving.ts';
import { giveMoney, liveIn, marksOf } from './testing/lived-in.ts';

let api: TestApi;
let kysely: Leaving['kysely'];
let as: Leaving['as'];
let somebody: Leaving['somebody'];
let preview: Leaving['preview'];
let erase: Leaving['erase'];
let invite: Leaving['invite'];
let waiting: Leaving['waiting'];
beforeAll(async () => {
  ({ api, kysely, as, somebody, preview, erase, invite, waiting } = await openLeaving());
});
afterAll(() => api.close());

describe('what stands against an erasure', () => {
  const OBSTACLES: readonly (readonly [string, string, (person: Person) => Promise<unknown>])[] = [
    ['TRICKS_RUNNING', '/my-tricks', (person) => copyOfTrick(person, "status = 'running', phase = 'running'")],
    ['TRICKS_RUNNING', '/my-tricks', (person) => copyOfTrick(person, "status = 'stopped', phase = 'exiting'")],
    ['POSITIONS_OPEN', '/positions', holdSomething],
    ['ORDERS_UNDER_WAY', '/orders', (person) => order(person, "'open', 0, 'delivery'")],
    ['ORDERS_UNDER_WAY', '/orders', (person) => order(person, "'unknown', 0, 'delivery'")],
    ['BROKER_POSITIONS', '/positions', (person) => order(person, "'filled', 5, 'intraday'")],
    ['WALLET_HOLDS_MONEY', '/wallet', (person) => giveMoney(api, person.userId, 1n)],
    ['PAYMENT_UNDER_WAY', '/subscription', (person) => payment(person)],
    ['REFUND_UNDER_WAY', '/subscription/transactions', (person) => refund(person)],
    [
      'LEGAL_HOLD',
      '',
      ({ userId }) => sql`INSERT INTO legal_hold VALUES (${userId}, 'A court asks.', now(), NULL)`.execute(kysely),
    ],
  ];

  test.each(OBSTACLES)(
    '%s is told before, refused with what to do, and nothing is changed',
    async (code, link, put) => {
      const person = await somebody();
      expect((await preview(person)).obstacle_list).toEqual([]);
      await put(person);
      const [obstacle, ...more] = (await preview(person)).obstacle_list;
      expect([obstacle?.code, obstacle?.link ?? '', more]).toEqual([code, link, []]);
      const before = await printOfDatabase(api.database.db);
      const refused = await erase(person);
      expect([refused.status, refused.code]).toEqual([409, 'ERASURE_BLOCKED']);
      expect(refused.errors).toEqual([{ path: code, message: obstacle?.sentence }]);
      const { attempt_counter: _tries, ...rest } = before;
      expect(await printOfDatabase(api.database.db)).toMatchObject(rest);
    },
  );

  test('is told all at once', async () => {
    const person = await somebody();
    await copyOfTrick(person, "status = 'running', phase = 'running'");
    await giveMoney(api, person.userId, 49_900n);
    await payment(person);
    const { obstacle_list: obstacles } = await preview(person);
    expect(obstacles.map(({ code }) => code)).toEqual(['TRICKS_RUNNING', 'WALLET_HOLDS_MONEY', 'PAYMENT_UNDER_WAY']);
    expect(obstacles[1]?.sentence).toContain('₹499.00');
    expect((await erase(person)).errors.map(({ path }) => path)).toEqual(obstacles.map(({ code }) => code));
  });

  test('is not what has ended: a stopped trick, a closed position, orders of before, shares that are held', async () => {
    const person = await somebody();
    await copyOfTrick(person, "status = 'stopped', phase = 'idle'");
    await order(person, "'cancelled', 0, 'intraday'");
    await order(person, "'filled', 5, 'delivery'");
    await order(person, "'filled', 5, 'intraday'", '2026-01-02');
    expect((await preview(person)).obstacle_list).toEqual([]);
    expect((await erase(person)).status).toBe(200);
  });

  test('is a reward that comes at the same moment: the erasure waits, and is refused', async () => {
    const [referrer, invited] = [await somebody(), await liveIn(api, marksOf('damayanti', 5))];
    await invite(referrer, invited);
    const { id: invoiceId } = await kysely
      .selectFrom('invoice')
      .select('id')
      .where('account_id', '=', invited.userId)
      .executeTakeFirstOrThrow();
    const paid = { invoiceId, accountId: invited.userId, planName: 'Plus', taxYear: '2526', at: new Date() };
    let erasing: ReturnType<typeof erase> | undefined;
    await api.database.db.transaction(async (tx) => {
      await rewardReferrer(tx, { ...paid, rewardPaise: 5_000n });
      erasing = erase(referrer);
      await expect.poll(waiting).toBe(1);
    });
    expect((await erasing)?.errors.map(({ path }) => path)).toEqual(['WALLET_HOLDS_MONEY']);
  });

  test('holds against what is begun at the same moment: one of both happens', async () => {
    for (let i = 0; i < 5; i += 1) {
      const person = await somebody();
      const [erased, begun] = await Promise.allSettled([erase(person), payment(person)]);
      const isErased = erased.status === 'fulfilled' && erased.value.status === 200;
      expect([isErased, begun.status === 'fulfilled']).toEqual([isErased, !isErased]);
    }
  });

  test('a reward that comes while an erasure is under way waits, and is not paid', async () => {
    const [referrer, invited] = [await somebody(), await somebody()];
    await invite(referrer, invited);
    const paid = { invoiceId: 1, accountId: invited.userId, planName: 'Plus', taxYear: '2526', at: new Date() };
    let both: Promise<unknown> | undefined;
    await api.database.db.transaction(async (tx) => {
      // Where the erasure comes late, with the account in its hands.
      await sql`LOCK TABLE risk_limit IN EXCLUSIVE MODE`.execute(tx);
      const erasing = erase(referrer);
      await expect.poll(waiting).toBe(1);
      const rewarding = api.database.db.transaction((inner) => rewardReferrer(inner, { ...paid, rewardPaise: 5_000n }));
      both = Promise.all([erasing, rewarding]);
      await expect.poll(waiting).toBe(2);
    });
    await both;
    expect((await sql`SELECT 1 FROM reward WHERE account_id = ${referrer.userId}`.execute(kysely)).rows).toEqual([]);
  });
});

/** A copy of a trick of the catalogue, in a state. @returns its number */
async function copyOfTrick(person: Person, state: string): Promise<number> {
  const { data } = await api.send('hometrickers', {}, as(person));
  const clone = await api.send('toptenclone', { TricksId: data.trick_list[0]?.TricksId ?? 0 }, as(person));
  const id = clone.data.TricksId;
  await sql`UPDATE deployment SET ${sql.raw(state)} WHERE id = ${id}`.execute(kysely);
  return id;
}

async function holdSomething(person: Person): Promise<void> {
  const id = await copyOfTrick(person, "status = 'stopped', phase = 'idle'");
  await sql`WITH entry AS (
      INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
        quantity, state, reason, at, day)
      VALUES (${person.userId}, ${id}, 'live', 1, 1, 'SBIN', 'NSE', 'buy', 'entry', 1, 'filled', '', now(), '2026-01-05')
      RETURNING id)
    INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity, status,
      entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, charges_paise)
    SELECT ${person.userId}, ${id}, 'live', 1, 'SBIN', 'NSE', 'long', 1, 'open', now(), 60000, 0, id, '', 0
    FROM entry`.execute(kysely);
}

let links = 0;
async function order(person: Person, facts: string, day?: string): Promise<void> {
  links += 1;
  const today = new Date(api.clock.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ today: string }>`SELECT (exchange_at AT TIME ZONE 'Asia/Kolkata')::date::text AS today
    FROM market_clock WHERE dataset = ${DATASET}`.execute(kysely);
  await sql`WITH link AS (
      INSERT INTO broker_link (account_id, broker, environment, client_code, holder_name, status, last_login_at,
        token_expires_at)
      VALUES (${person.userId}, 'angelone', 'simulator', ${`T${links}`}, 'A', 'linked', now(), now()) RETURNING id)
    INSERT INTO broker_order (account_id, broker_link_id, role, exchange, symbol, token, trading_symbol, side, kind,
      placed_kind, quantity, price_paise, state, filled_quantity, product, decided_at, exchange_at, day, updated_at)
    SELECT ${person.userId}, id, 'own', 'NSE', 'SBIN', '3045', 'SBIN-EQ', 'buy', 'limit', 'limit', 5, 60000,
      ${sql.raw(facts)}, now(), now(), ${day ?? rows[0]?.today ?? today}::date, now() FROM link`.execute(kysely);
}

const payment = ({ userId }: Person) =>
  sql`INSERT INTO payment (account_id, plan_id, amount_paise, credit_paise, renews_from_wallet, state, idempotency_key,
      created_at)
    SELECT ${userId}, id, 49900, 0, false, 'open', 'k', now() FROM plan WHERE slug = 'trade-month'`.execute(kysely);

/** Of an invoice that was taken back to where its money came from. */
async function refund(person: Person): Promise<void> {
  const { id: planId } = await kysely
    .selectFrom('plan')
    .select('id')
    .where('slug', '=', 'trade-month')
    .executeTakeFirstOrThrow();
  await giveMoney(api, person.userId, 49_900n);
  const input = { planId, payWith: 'wallet', idempotencyKey: 'p' } as const;
  await api.send('tradeactivation', input, as(person));
  await sql`INSERT INTO refund (invoice_id, amount_paise, target, state, reason, asked_at)
    SELECT id, total_paise, 'source', 'sent', '', now() FROM invoice WHERE account_id = ${person.userId}`.execute(
    kysely,
  );
}
