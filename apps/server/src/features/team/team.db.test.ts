import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { levelsStatement } from './store.ts';
import { boughtBy, invitedBy, refunded } from './testing/people.ts';

let api: TestApi;
let me: Person;
let names = 0;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  names += 1;
  me = await api.signUp(`inviter${names}`);
});

const db = () => api.database.db;
const as = ({ accessToken }: Person) => ({ token: accessToken });
const now = () => new Date(api.clock.now());
const invite = (referrer: number, name?: string, at?: Date) =>
  invitedBy(db(), referrer, { ...(name ? { name } : {}), ...(at ? { at } : {}) });
const buy = (accountId: number) => boughtBy(db(), accountId, now());
const team = async (input: Parameters<typeof ask>[0] = {}) => (await ask(input)).data;
const ask = (input: { level?: number; Search?: string; pageNumber?: number; pageSize?: number }) =>
  api.send('getMyTeam', input, as(me));
const referrals = async (input: Parameters<typeof api.send<'directreferrallist'>>[1] = {}) =>
  (await api.send('directreferrallist', input, as(me))).data;
const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

describe('the team', () => {
  test('is empty at first, with the code of the link and what plans bring', async () => {
    const data = await team();
    const { data: mine } = await api.send('myprofile', {}, as(me));
    expect(data).toMatchObject({
      ...{ referralCode: mine.profile.referralCode, levels: [], hasDeeper: false, member_list: [], total: 0 },
      ...{ designation_level: 0, activeReferrals: 0 },
      nextDesignation: { designation_level: 1, activeReferrals: 1 },
    });
    expect(data.plan_rewards).toContainEqual({
      ...{ planName: 'Trade activation, monthly', pricePaise: 499_00, rewardPaise: 50_00 },
    });
    expect(data.plan_rewards.every(({ rewardPaise }) => rewardPaise > 0)).toBe(true);
  });

  test('is counted level by level, with who is active; names below the first are shortened', async () => {
    const direct = await invite(me.userId, 'Kiran Kulkarni');
    await invite(me.userId, 'Meera Menon', new Date('2026-02-01T00:00Z'));
    const second = await invite(direct, 'Asha Devi Kapoor');
    await invite(second, 'Zoya');
    await buy(second);
    const data = await team();
    expect(data.levels).toEqual([
      { level: 1, members: 2, active: 0 },
      { level: 2, members: 1, active: 1 },
      { level: 3, members: 1, active: 0 },
    ]);
    expect(namesOf(data.member_list)).toEqual(['Meera Menon', 'Kiran Kulkarni']);
    expect(data.member_list[1]).toMatchObject({ isActive: false, designation_level: 1 });
    const below = await team({ level: 2 });
    expect(below.member_list).toEqual([
      expect.objectContaining({ name: 'Asha K.', invitedBy: 'Kiran Kulkarni', isActive: true, designation_level: 0 }),
    ]);
    expect((await team({ level: 3 })).member_list).toMatchObject([{ name: 'Zoya', invitedBy: 'Asha K.' }]);
  });

  test('tells nobody’s email, mobile, username, nor more of a name than is shown, however it is searched', async () => {
    const direct = await invite(me.userId, 'Kiran Kulkarni');
    await invite(direct, 'Asha Kapoor');
    expect((await team({ level: 2, Search: 'kapoor' })).total).toBe(0);
    expect((await team({ level: 2, Search: 'asha k' })).total).toBe(1);
    expect((await team({ Search: 'kulkarni' })).total).toBe(1);
    expect((await team({ Search: '%' })).total).toBe(0);
    const all = JSON.stringify([await team(), await team({ level: 2 }), await referrals()]);
    expect(all).not.toMatch(/mail\.test|9000000000|member\d|Kapoor/);
  });

  test('comes in pages that never share a person', async () => {
    for (let i = 0; i < 5; i += 1) await invite(me.userId, `Person ${i}`);
    const pages = [];
    for (const pageNumber of [1, 2, 3]) pages.push(await team({ pageNumber, pageSize: 2 }));
    expect(pages.flatMap(({ member_list: rows }) => namesOf(rows))).toEqual([4, 3, 2, 1, 0].map((i) => `Person ${i}`));
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  test('is one’s own: nobody sees whom others invited, and who is not signed in sees nothing', async () => {
    await invite((await api.signUp(`other${names}`)).userId, 'Somebody Else');
    expect(await team()).toMatchObject({ levels: [], total: 0 });
    expect(await referrals()).toMatchObject({ trick_list: [], total: 0 });
    for (const call of ['getMyTeam', 'directreferrallist', 'myRewardhistory'] as const) {
      expect([call, (await api.send(call, {})).code]).toEqual([call, 'TOKEN_MISSING']);
    }
  });

  test('has levels from 1 to 20', async () => {
    for (const level of [0, 21, 1.5]) {
      const answer = await ask({ level });
      expect([level, answer.status, answer.errors[0]?.path]).toEqual([level, 422, 'level']);
    }
  });
});

describe('who is active', () => {
  test('has a plan that runs, was paid, and was not refunded; nor is it the referrer by another name', async () => {
    const one = await invite(me.userId);
    const invoiceId = await buy(one);
    expect((await team()).activeReferrals).toBe(1);
    await refunded(db(), invoiceId, now());
    expect((await team()).activeReferrals).toBe(0);
    // The next month is paid again.
    const next = await buy(one);
    expect((await team()).activeReferrals).toBe(1);
    await db()
      .kysely.insertInto('reward')
      .values({
        ...{ account_id: me.userId, kind: 'plan', invoice_id: next, referred_id: one, state: 'withheld' },
        ...{ withheld_because: 'w', gross_paise: 1n, tds_paise: 0n, tax_year: '2627', at: now() },
      })
      .execute();
    expect((await team()).activeReferrals).toBe(0);
    const two = await invite(me.userId);
    await buy(two);
    await db()
      .kysely.updateTable('subscription')
      .set({ state: 'ended', end_reason: 'expired', ended_at: now() })
      .where('account_id', '=', two)
      .execute();
    expect((await team()).activeReferrals).toBe(0);
  });

  test('makes the level, in the profile too; the thresholds are rows', async () => {
    for (let i = 0; i < 3; i += 1) await buy(await invite(me.userId));
    // Somebody further down counts for nothing.
    await buy(await invite(await invite(me.userId)));
    const level = async () => (await api.send('myprofile', {}, as(me))).data.profile.designation_level;
    expect(await level()).toBe(2);
    expect(await team()).toMatchObject({ designation_level: 2, nextDesignation: { activeReferrals: 5 } });
    await db().kysely.updateTable('designation').set({ active_referrals: 4 }).where('level', '=', 2).execute();
    expect(await level()).toBe(1);
    await db().kysely.updateTable('designation').set({ active_referrals: 3 }).where('level', '=', 2).execute();
  });
});

describe('the list of direct referrals', () => {
  const flag = (accountId: number, column: 'trade_activated_at' | 'robo_activated_at') =>
    db()
      .kysely.updateTable('account')
      .set({ [column]: now() })
      .where('id', '=', accountId)
      .execute();

  async function makePeople() {
    const asha = await invite(me.userId, 'Asha Kapoor', new Date('2026-03-01T00:00Z'));
    const bela = await invite(me.userId, 'bela Rao', new Date('2026-01-01T00:00Z'));
    const chetan = await invite(me.userId, 'Chetan 50%', new Date('2026-02-01T00:00Z'));
    await flag(asha, 'trade_activated_at');
    await flag(bela, 'robo_activated_at');
    await buy(await invite(bela));
    const reward = { account_id: me.userId, kind: 'plan', tax_year: '2627', at: now() } as const;
    await db()
      .kysely.insertInto('reward')
      .values([
        {
          ...reward,
          invoice_id: await buy(bela),
          referred_id: bela,
          state: 'paid',
          gross_paise: 50_00n,
          tds_paise: 1_00n,
        },
        {
          ...reward,
          invoice_id: await buy(chetan),
          referred_id: chetan,
          state: 'paid',
          gross_paise: 10_00n,
          tds_paise: 0n,
        },
        {
          ...reward,
          invoice_id: await buy(bela),
          referred_id: bela,
          state: 'taken_back',
          gross_paise: 9_00n,
          tds_paise: 0n,
        },
        {
          ...{ ...reward, invoice_id: await buy(asha), referred_id: asha, state: 'withheld', gross_paise: 7_00n },
          ...{ tds_paise: 0n, withheld_because: 'w' },
        },
      ])
      .execute();
  }

  test('has what each of them is and brought, newest first', async () => {
    await makePeople();
    const data = await referrals();
    expect(data.trick_list).toMatchObject([
      { name: 'Asha Kapoor', isTradeactive: true, isRoboactive: false, rewardPaise: 0, withheldPaise: 7_00 },
      { name: 'Chetan 50%', isActive: true, designation_level: 0, rewardPaise: 10_00 },
      { name: 'bela Rao', isActive: true, designation_level: 1, isRoboactive: true, rewardPaise: 49_00 },
    ]);
    // Asha's only plan may be the caller's own by another name.
    expect(data).toMatchObject({ total: 3, active: 2, rewardPaise: 59_00 });
  });

  test('is narrowed by each filter, and by all of them', async () => {
    await makePeople();
    const found = async (input: Parameters<typeof referrals>[0]) => namesOf((await referrals(input)).trick_list);
    expect(await found({ keyword: 'KAP' })).toEqual(['Asha Kapoor']);
    expect(await found({ keyword: '50%' })).toEqual(['Chetan 50%']);
    expect(await found({ keyword: 'mail.test' })).toEqual([]);
    expect(await found({ isTradeactive: true })).toEqual(['Asha Kapoor']);
    expect(await found({ isTradeactive: false })).toEqual(['Chetan 50%', 'bela Rao']);
    expect(await found({ isRoboactive: true })).toEqual(['bela Rao']);
    expect(await found({ isRoboactive: false })).toEqual(['Asha Kapoor', 'Chetan 50%']);
    expect(await found({ designation_level: 1 })).toEqual(['bela Rao']);
    expect(await found({ designation_level: 0, isTradeactive: false, isRoboactive: false, keyword: 'e' })).toEqual([
      'Chetan 50%',
    ]);
    expect((await referrals({ designation_level: 5 })).total).toBe(0);
  });

  test('is sorted by each column, either way; equal rows have one order, and pages share nobody', async () => {
    await makePeople();
    const sorted = async (type: 'since' | 'name' | 'level' | 'reward') => {
      const [up, down] = [await referrals({ type, order: 'asc' }), await referrals({ type })];
      expect(down.trick_list).toEqual(up.trick_list.toReversed());
      const pages = [1, 2].map((pageNumber) => referrals({ type, order: 'asc', pageNumber, pageSize: 2 }));
      expect((await Promise.all(pages)).flatMap(({ trick_list: rows }) => rows)).toEqual(up.trick_list);
      return namesOf(up.trick_list);
    };
    expect(await sorted('since')).toEqual(['bela Rao', 'Chetan 50%', 'Asha Kapoor']);
    expect(await sorted('name')).toEqual(['Asha Kapoor', 'bela Rao', 'Chetan 50%']);
    expect(await sorted('level')).toEqual(['Asha Kapoor', 'Chetan 50%', 'bela Rao']);
    expect(await sorted('reward')).toEqual(['Asha Kapoor', 'Chetan 50%', 'bela Rao']);
  });

  test('refuses a column, an order or a level that does not exist, at its field', async () => {
    const wrong = [{ type: 'email' }, { order: 'up' }, { designation_level: 6 }, { Search: 'a' }, { isRoboactive: 1 }];
    for (const input of wrong) {
      const answer = await api.send('directreferrallist', input as never, as(me));
      expect([answer.status, answer.errors[0]?.path]).toEqual([422, Object.keys(input)[0]]);
    }
  });
});

describe('an account’s referrer', () => {
  const setReferrer = (id: number, referrer: number) =>
    db().kysely.updateTable('account').set({ referred_by: referrer }).where('id', '=', id).execute();

  test('is said at its registration alone, whoever writes', async () => {
    const [one, two] = [await invite(me.userId), await invite(me.userId)];
    await expect(setReferrer(two, one)).rejects.toThrow('at its registration alone');
  });

  test('is never itself, nor anybody who came after it: there is no circle', async () => {
    const later = await invite(me.userId);
    const referrer = sql`(SELECT last_value FROM account_id_seq)`;
    for (const by of [sql`${later + 1_000_000}`, referrer]) {
      const insert = sql`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, referred_by,
          ability, created_at)
        VALUES ('A', 'circle', 'circle@mail.test', '9', '-', 'CIRCLE', ${by}, '[]', now())`;
      await expect(insert.execute(db().kysely)).rejects.toThrow('account_referred_by_earlier');
    }
  });
});

describe('a team of some thousand people', () => {
  const CROWD = 20_000;
  const WITHIN_MS = 1_500;

  /** As many people as are asked for, each invited by who the expression says: `i` from 1, `first` the first one's id. */
  const grow = (count: number, tag: string, referredBy: string) =>
    sql
      .raw(
        `WITH start AS (SELECT nextval('account_id_seq')::int + 1 AS first)
        INSERT INTO account (id, full_name, username, email, mobile, password_hash, referral_code, referred_by, ability, created_at)
        SELECT first + i - 1, 'Ravi Rao', '${tag}' || i, '${tag}' || i || '@mail.test', '9', '-', '${tag}' || i, ${referredBy},
          '[]', now() FROM start, generate_series(1, ${count}) i`,
      )
      .execute(db().kysely)
      .then(() => sql`SELECT setval('account_id_seq', (SELECT max(id) FROM account))`.execute(db().kysely));

  beforeAll(async () => {
    await grow(CROWD, 'crowd', 'NULL');
    await sql`ANALYZE account`.execute(db().kysely);
  });

  test('is read by the index on who referred whom', async () => {
    await grow(500, 'plan', `CASE WHEN i <= 50 THEN ${me.userId} ELSE first + (i % 50) END`);
    await sql`ANALYZE account`.execute(db().kysely);
    const { sql: text, parameters } = levelsStatement(me.userId, 20).compile(db().kysely);
    expect(parameters.length).toBeGreaterThan(0);
    const plan = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${levelsStatement(me.userId, 20)}`.execute(db().kysely);
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('RECURSIVE');
    expect(lines).toContain('account_referred_by');
    expect(lines).not.toMatch(/Seq Scan on account/);
  });

  test('a chain is followed as far as levels are counted, and says that there is more', async () => {
    await grow(3_000, 'deep', `CASE WHEN i = 1 THEN ${me.userId} ELSE first + i - 2 END`);
    const before = performance.now();
    const data = await team({ level: 20 });
    expect(performance.now() - before).toBeLessThan(WITHIN_MS);
    expect(data.levels).toHaveLength(20);
    expect(data.levels.every(({ members }) => members === 1)).toBe(true);
    expect(data).toMatchObject({ hasDeeper: true, total: 1, member_list: [{ name: 'Ravi R.' }] });
  });

  test('a wide one is counted whole, and its list is sorted whole', async () => {
    await grow(5_000, 'wide', `CASE WHEN i <= 4000 THEN ${me.userId} ELSE first + (i % 4000) END`);
    const before = performance.now();
    const data = await team();
    const list = await referrals({ type: 'level', pageNumber: 300 });
    expect(performance.now() - before).toBeLessThan(2 * WITHIN_MS);
    expect(data.levels).toEqual([
      { level: 1, members: 4_000, active: 0 },
      { level: 2, members: 1_000, active: 0 },
    ]);
    expect([list.total, list.trick_list.length]).toEqual([4_000, 12]);
  });
});
