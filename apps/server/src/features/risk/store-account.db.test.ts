import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockRisk } from './store.ts';
import { DAY, insertDeployment, insertLink } from './testing/desk-facts.ts';
import { at, BEFORE, HAND, RESTS, RiskRows, type Trader } from './testing/risk-rows.ts';

let rows: RiskRows;
beforeAll(async () => {
  rows = await RiskRows.open();
});
afterAll(() => rows.drop());

test('entries of one account are decided one after another, and those of another beside them', async () => {
  const [person, other] = [await rows.trader(), await rows.trader()];
  const told: string[] = [];
  const enter = (of: Trader, word: string) =>
    rows.db.transaction(async (tx) => {
      await lockRisk(tx, of.accountId);
      told.push(word);
    });
  let waiting: Promise<void> | undefined;
  await rows.db.transaction(async (tx) => {
    await lockRisk(tx, person.accountId);
    waiting = enter(person, 'the same');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await enter(other, 'another');
  });
  await waiting;
  expect(told).toEqual(['another', 'the same']);
});

describe('what is counted of an account', () => {
  test('as trades of the day are its entries, each once however many orders it leaves as, that traded or still may', async () => {
    const person = await rows.trader();
    const slices = { trade_order_id: await rows.intent(person) };
    await rows.order(person, slices);
    await rows.order(person, slices);
    await rows.order(person, RESTS);
    await rows.order(person, { state: 'cancelled', filled_quantity: 1, filled_value_paise: 600_00n });
    for (const state of ['cancelled', 'rejected', 'expired']) await rows.order(person, { ...RESTS, state });
    await rows.order(person, { role: 'exit' });
    await rows.order(person, { day: BEFORE });
    await rows.order(await rows.trader());
    expect((await rows.account(person)).trick_trades).toBe(3n);
  });

  test('as orders of a minute are all that were decided within it, by whomever', async () => {
    const person = await rows.trader();
    for (const decided_at of [at(-59), at(0)]) await rows.order(person, { decided_at });
    await rows.order(person, { ...HAND, decided_at: at(-1) });
    await rows.order(person, { decided_at: at(-60) });
    await rows.order(person, { decided_at: at(-1), exchange_at: new Date('2026-01-04T18:29:59Z') });
    await rows.order(await rows.trader(), { decided_at: at(-1) });
    expect((await rows.account(person)).last_minute).toBe(3n);
  });

  test('counts the first order of a day, made as it began', async () => {
    const person = await rows.trader();
    await rows.order(person, { ...HAND, decided_at: at(-1), exchange_at: new Date('2026-01-04T18:30:00Z') });
    expect((await rows.account(person)).last_minute).toBe(1n);
    expect(await rows.lines(person)).toHaveLength(1);
  });

  test('as realised are live results of the day', async () => {
    const [person, other] = [await rows.trader(), await rows.trader()];
    const booked = (of: Trader, table: 'daily_result' | 'daily_result_live', net: number, day = DAY) =>
      sql`INSERT INTO ${sql.table(table)} (deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise,
          trades, wins)
        VALUES (${of.deploymentId}, ${day}, ${of.accountId}, ${table === 'daily_result' ? 'paper' : 'live'}, 0, 0,
          ${net}, 1, 0)`.execute(rows.kysely);
    await booked(person, 'daily_result_live', -1_00);
    await booked(person, 'daily_result_live', -20_00, BEFORE);
    await booked(person, 'daily_result', -300_00);
    await booked(other, 'daily_result_live', -4_000_00);
    const second = { ...person, deploymentId: await insertDeployment(rows.db, person) };
    await booked(second, 'daily_result_live', -5_00);
    expect((await rows.account(person)).realised_paise).toBe(-6_00n);
  });

  test('are its switches, and those over it', async () => {
    const [person, other] = [await rows.trader(), await rows.trader()];
    const set = async () => {
      const { is_killed: own, desk_killed: desk, product_killed: product } = await rows.account(person);
      return [own, desk, product];
    };
    const kill = (id: number) =>
      sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at) VALUES (${id}, 'owner', '', now())`.execute(
        rows.kysely,
      );
    const stop = (id: number) =>
      sql`INSERT INTO desk_switch (account_id, reason, set_at) VALUES (${id}, '', now())`.execute(rows.kysely);
    await kill(other.accountId);
    await stop(other.accountId);
    expect(await set()).toEqual([false, false, false]);
    await kill(person.accountId);
    expect(await set()).toEqual([true, false, false]);
    await stop(person.accountId);
    await kill(0);
    expect(await set()).toEqual([true, true, true]);
    await sql`DELETE FROM kill_switch`.execute(rows.kysely);
    expect(await set()).toEqual([false, true, false]);
  });

  test('is the session that the entry goes through, else the newest; none of a link that is gone', async () => {
    const person = await rows.trader();
    const second = await insertLink(rows.db, person.accountId);
    await insertLink(rows.db, (await rows.trader()).accountId);
    const fund = (id: number, paise: number) =>
      sql`UPDATE broker_link SET funds_available_paise = ${paise} WHERE id = ${id}`.execute(rows.kysely);
    await fund(person.linkId, 1);
    await fund(second, 2);
    const funds = async (brokerLinkId?: number) =>
      (await rows.account(person, brokerLinkId === undefined ? {} : { brokerLinkId })).funds_available_paise;
    expect([await funds(person.linkId), await funds(second), await funds()]).toEqual([1n, 2n, 2n]);
    // A link that stands again is older than its session.
    await sql`UPDATE broker_link SET last_login_at = now() WHERE id = ${person.linkId}`.execute(rows.kysely);
    expect(await funds()).toBe(1n);
    await sql`UPDATE broker_link SET last_login_at = now() WHERE id = ${second}`.execute(rows.kysely);
    await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${second}`.execute(rows.kysely);
    expect([await funds(second), await funds()]).toEqual([null, 1n]);
  });

  test('is the number of its own changes', async () => {
    const [person, other] = [await rows.trader(), await rows.trader()];
    const version = async () => (await rows.account(person)).version ?? 0n;
    const before = await version();
    await rows.order(other);
    expect(await version()).toBe(before);
    await rows.order(person);
    expect(await version()).toBe(before + 1n);
    await sql`INSERT INTO risk_limit (account_id, max_trades_per_day, updated_at) VALUES (${other.accountId}, 9, now())`.execute(
      rows.kysely,
    );
    expect((await rows.account(person)).max_trades_per_day).toBeNull();
  });
});

describe('a position of an earlier day that was closed on this one', () => {
  /** Bought at 500 and sold today at 610; the last close was 590, and its result of all days is kept as 10,000. */
  async function closed(person: Trader, more: { position?: object; exit?: object } = {}): Promise<void> {
    await rows.position(person, {
      ...{ status: 'closed', entry_at: new Date(`${BEFORE}T05:00:00Z`), exit_at: at(0), exit_day: DAY },
      ...{ exit_paise: 610_00, exit_order_id: await rows.intent(person, more.exit), exit_reason: '' },
      ...{ gross_paise: 10_000_00n, net_paise: 10_000_00n },
      ...more.position,
    });
  }
  const moved = async (more: { position?: object; exit?: object } = {}, and?: (person: Trader) => Promise<unknown>) => {
    const person = await rows.trader();
    await closed(person, more);
    await and?.(person);
    return Number((await rows.account(person)).realised_paise) + 10_000_00;
  };

  test('counts by what it moved since the last close, after what its sale cost', async () => {
    expect(await moved({ exit: { charges_paise: 30_00n } })).toBe(2_000_00 - 30_00);
    const short = { direction: 'short' };
    expect(await moved({ position: short })).toBe(-2_000_00);
  });

  test('from its last price, where the share has had none today', async () => {
    await rows.price(2, { pricePaise: 580_00, at: new Date(`${BEFORE}T09:00:00Z`) });
    expect(await moved()).toBe(3_000_00);
    await rows.price(2, { pricePaise: 600_02, at: new Date('2026-01-04T18:30:00Z') });
    expect(await moved()).toBe(2_000_00);
    await rows.price(2, { pricePaise: 600_02, at: at(-5) });
  });

  test('from the close of its own share', async () => {
    const close = (paise: number) =>
      sql`UPDATE last_price SET previous_close_paise = ${paise} WHERE instrument_id = 2`.execute(rows.kysely);
    await close(400_00);
    const infosys = { symbol: 'INFY' };
    expect(await moved({ position: infosys, exit: infosys })).toBe(2_000_00);
    await close(590_00);
  });

  test('with all sales of it on the day, and none of an earlier one but that which closed it', async () => {
    expect(await moved({}, (person) => rows.intent(person, { filled_quantity: 10, at: at(-60) }))).toBe(2_200_00);
    const early = { day: BEFORE, at: new Date(`${BEFORE}T06:00:00Z`) };
    expect(await moved({}, (person) => rows.intent(person, { filled_quantity: 10, ...early }))).toBe(2_000_00);
    expect(await moved({ exit: early })).toBe(2_000_00);
  });

  test.each<[string, object]>([
    ['of another run', { run_number: 2 }],
    ['of another share', { symbol: 'INFY' }],
    ['that opened something', { purpose: 'entry' }],
    ['of what was bought again', { at: at(2) }],
    ['that did not trade', { filled_quantity: 0, average_paise: null }],
  ])('and no order %s', async (_, more) => {
    expect(await moved({}, (person) => rows.intent(person, { filled_quantity: 10, ...more }))).toBe(2_000_00);
  });

  test.each<[string, object]>([
    ['in test mode', { mode: 'paper' }],
    ['closed on another day', { exit_day: BEFORE }],
    ['opened on the day', { entry_at: new Date('2026-01-04T18:30:00Z') }],
    ['still open', { status: 'open' }],
  ])('and not at all where it was %s', async (_, position) => {
    expect(await moved({ position })).toBe(10_000_00);
  });

  test('as somebody else’s does not', async () => {
    const [person, other] = [await rows.trader(), await rows.trader()];
    await closed(other);
    expect((await rows.account(person)).realised_paise).toBe(0n);
  });
});
