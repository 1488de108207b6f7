import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApi } from '../../testing/test-api.ts';
import { goesBeyond } from './owners-word.ts';
import { isOutLater } from './settings-rules.ts';
import { LivePeople } from './testing/live-people.ts';

let people: LivePeople;
let api: TestApi;
let asha: Person;
let TricksId: number;

beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
});
afterAll(() => api.close());
beforeEach(async () => {
  asha = await people.signUp('asha');
  ({ TricksId } = await people.ready(asha));
});

const as = () => ({ token: asha.accessToken });
const set = (change: object) => api.send('setSetting', { TricksId, ...change }, as());
const stopped = () =>
  people.db.updateTable('deployment').set({ status: 'stopped', phase: 'idle' }).where('id', '=', TricksId).execute();
const acknowledged = () =>
  people.db
    .selectFrom('live_acknowledgement')
    .select(['broker_link_id', 'version_hash', 'algo_id', 'contract'])
    .where('deployment_id', '=', TricksId)
    .orderBy('id')
    .execute();
const capital = async () =>
  (
    await people.db
      .selectFrom('deployment')
      .select('capital_paise')
      .where('id', '=', TricksId)
      .executeTakeFirstOrThrow()
  ).capital_paise;

const start = (more: object = {}) => api.send('starttrick', { TricksId, idempotencyKey: people.key(), ...more }, as());
/** As a release would have left it that asked for no word, or somebody at the database. */
const widen = (change: object) => people.db.updateTable('deployment').set(change).where('id', '=', TricksId).execute();
const contractNow = async () => (await api.send('golivecheck', { TricksId, settings: {} }, as())).data;

async function live(limits: object = {}): Promise<void> {
  if (Object.keys(limits).length > 0) expect((await set(limits)).status).toBe(200);
  expect((await people.goLive(TricksId, asha)).status).toBe(200);
  await stopped();
}

describe('a stopped live trick', () => {
  test('gets more capital only with its new contract, which is kept as the first one was', async () => {
    await live();
    const before = await capital();
    const change = { capitalPaise: 5_00_000_00 };
    const refused = await set(change);
    expect([refused.status, refused.code]).toEqual([409, 'ACKNOWLEDGEMENT_NEEDED']);
    expect(await capital()).toBe(before);
    const { data } = await api.send('golivecheck', { TricksId, settings: change }, as());
    expect(data.contract.mostHeldPaise).toBe(5_00_000_00);
    expect(data.contract.sentences[0]).toContain('for up to ₹5,00,000.00 at a time');
    expect(await capital()).toBe(before);
    // What was read was about another amount.
    const more = await set({ capitalPaise: 6_00_000_00, acknowledgedContract: data.contractHash });
    expect(more.code).toBe('CONTRACT_CHANGED');
    expect(await acknowledged()).toHaveLength(1);
    const agreed = await set({ ...change, acknowledgedContract: data.contractHash });
    expect(agreed.data.settings).toMatchObject({ capitalPaise: 5_00_000_00 });
    const [first, second, ...others] = await acknowledged();
    expect(others).toEqual([]);
    const settings = { capitalPaise: 5_00_000_00, quantityMultiplier: 1 };
    expect(second).toEqual({ ...first, contract: { ...data.contract, settings } });
    expect(second?.contract).not.toEqual(first?.contract);
    expect((await api.send('golivecheck', { TricksId }, as())).code).toBe('TRICK_IS_LIVE');
  });

  test('is asked for each limit that its contract states, and for none that becomes narrower', async () => {
    await live({ maxLossPerDayPaise: 2_000_00, maxTradesPerDay: 2, quantityMultiplier: 2, squareOff: '14:50' });
    const wider = [
      { quantityMultiplier: 3 },
      { maxLossPerDayPaise: 2_000_01 },
      { maxLossPerDayPaise: null },
      { maxTradesPerDay: 3 },
      { maxTradesPerDay: null },
      { squareOff: '14:51' },
      { squareOff: null },
      { capitalPaise: 1_00_000_00, maxTradesPerDay: 5 },
    ];
    for (const change of wider) expect([change, (await set(change)).code]).toEqual([change, 'ACKNOWLEDGEMENT_NEEDED']);
    const narrower = [
      { maxLossPerDayPaise: 1_500_00 },
      { maxTradesPerDay: 1 },
      { squareOff: '14:45' },
      { quantityMultiplier: 1 },
      { notify: { trades: false, halts: true } },
    ];
    for (const change of narrower) expect([change, (await set(change)).status]).toEqual([change, 200]);
    expect(await acknowledged()).toHaveLength(1);
  });
});

describe('a live trick starts', () => {
  test('with the settings that its owner agreed to, and with narrower ones, without being asked', async () => {
    await live({ maxLossPerDayPaise: 2_000_00 });
    expect((await start()).status).toBe(200);
    await stopped();
    await set({ maxLossPerDayPaise: 1_000_00, maxTradesPerDay: 2, squareOff: '14:30' });
    expect((await start()).status).toBe(200);
    expect(await acknowledged()).toHaveLength(1);
  });

  test('with wider settings, however they came about, only with its owner’s word to them, which is kept', async () => {
    const agreed = { quantityMultiplier: 2, maxLossPerDayPaise: 2_000_00, maxTradesPerDay: 3, squareOff: '14:50' };
    await live(agreed);
    const wider = [
      { capital_paise: 5_00_000_00n },
      { quantity_multiplier: 3 },
      { max_loss_per_day_paise: 2_000_01n },
      { max_loss_per_day_paise: null },
      { max_trades_per_day: 4 },
      { max_trades_per_day: null },
      { square_off_minute: 891 },
      { square_off_minute: null },
    ];
    const before = await people.db
      .selectFrom('deployment')
      .select(['capital_paise', 'quantity_multiplier', 'max_loss_per_day_paise', 'max_trades_per_day'])
      .select('square_off_minute')
      .where('id', '=', TricksId)
      .executeTakeFirstOrThrow();
    for (const change of wider) {
      await widen({ ...before, ...change });
      const refused = await start();
      expect([change, refused.status, refused.code]).toEqual([change, 409, 'ACKNOWLEDGEMENT_NEEDED']);
      expect(refused.message).toContain('more than you have agreed to');
    }
    await widen({ ...before, capital_paise: 5_00_000_00n });
    const { contract, contractHash } = await contractNow();
    expect(contract.mostHeldPaise).toBe(10_00_000_00);
    expect((await start({ acknowledgedContract: 'f'.repeat(64) })).code).toBe('CONTRACT_CHANGED');
    expect(await acknowledged()).toHaveLength(1);
    const key = { idempotencyKey: people.key(), acknowledgedContract: contractHash };
    const started = await start(key);
    expect([started.status, started.data.phase]).toEqual([200, 'running']);
    expect((await start(key)).data).toEqual(started.data);
    const kept = await acknowledged();
    expect(kept).toHaveLength(2);
    expect(kept[1]?.contract).toMatchObject({ ...contract, settings: { capitalPaise: 5_00_000_00 } });
    const { data } = await api.send('userlog', {}, as());
    expect(data.log_list[0]?.sentence).toContain('live, after reading what it may do.');
    await stopped();
    expect((await start()).status).toBe(200);
  });

  test('with its owner’s word where what was kept is of other rules, or of a time when settings were not kept', async () => {
    await live();
    const keep = (change: object) =>
      people.db.updateTable('live_acknowledgement').set(change).where('deployment_id', '=', TricksId).execute();
    const { contract } = await contractNow();
    for (const change of [{ contract: JSON.stringify(contract) }, { version_hash: 'of other rules' }]) {
      await keep(change);
      const refused = await start();
      expect([refused.code, refused.message.includes('nothing is kept')]).toEqual(['ACKNOWLEDGEMENT_NEEDED', true]);
    }
    const { contractHash } = await contractNow();
    expect((await start({ acknowledgedContract: contractHash })).status).toBe(200);
    await stopped();
    expect((await start()).status).toBe(200);
  });
});

test('whoever has a second factor shows it before a live trick is allowed more; what is refused leaves the code good', async () => {
  await live();
  const { data } = await api.send('enabletwofactor', { password: asha.password }, as());
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const codeNow = () => totp.generate({ timestamp: api.clock.now() });
  await api.send('confirmtwofactor', { code: codeNow() }, as());
  const change = { capitalPaise: 5_00_000_00 };
  const { contractHash } = (await api.send('golivecheck', { TricksId, settings: change }, as())).data;
  const agreed = { ...change, acknowledgedContract: contractHash };
  const without = await set(agreed);
  expect([without.status, without.code, without.errors[0]?.path]).toEqual([401, 'TOTP_REQUIRED', 'totp']);
  expect((await set({ ...agreed, totp: codeNow() })).code).toBe('TOTP_WRONG');
  expect(await acknowledged()).toHaveLength(1);
  expect(await capital()).not.toBe(5_00_000_00n);
  await api.clock.advance(30_000);
  const code = codeNow();
  const other = { ...agreed, acknowledgedContract: 'f'.repeat(64) };
  expect((await set({ ...other, totp: code })).code).toBe('CONTRACT_CHANGED');
  expect((await set({ ...agreed, totp: code })).status).toBe(200);
  expect(await acknowledged()).toHaveLength(2);
  await stopped();
  await widen({ capital_paise: 6_00_000_00n });
  const wider = { acknowledgedContract: (await contractNow()).contractHash };
  expect((await start(wider)).code).toBe('TOTP_REQUIRED');
  await widen({ capital_paise: 5_00_000_00n });
  // Its answer was lost on the way: asked again it is not more any longer. Less needs no code.
  expect((await set({ ...agreed, totp: code })).status).toBe(200);
  expect((await set({ capitalPaise: 4_00_000_00 })).status).toBe(200);
});

test('while its owner’s lock holds a live trick can be out earlier, and no later', async () => {
  await live({ squareOff: '14:50' });
  const until = new Date(api.clock.now() + 86_400_000).toISOString();
  expect((await api.send('risklock', { until, reason: 'Calm.' }, as())).status).toBe(200);
  const settings = { squareOff: '14:51' };
  const { contractHash } = (await api.send('golivecheck', { TricksId, settings }, as())).data;
  for (const change of [settings, { squareOff: null }, { ...settings, acknowledgedContract: contractHash }]) {
    expect([change, (await set(change)).code]).toEqual([change, 'RISK_LOCKED']);
  }
  expect((await set({ squareOff: '14:45' })).data.settings).toMatchObject({ squareOff: '14:45' });
});

test('a trick in test mode is asked for nothing', async () => {
  expect((await set({ capitalPaise: 5_00_000_00 })).status).toBe(200);
  expect(await acknowledged()).toEqual([]);
});

test('settings go beyond those agreed to exactly when one of them does', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined });
  const settings = fc.record(
    {
      capitalPaise: fc.integer({ min: 1, max: 5 }),
      quantityMultiplier: fc.integer({ min: 1, max: 3 }),
      maxLossPerDayPaise: limit,
      maxTradesPerDay: limit,
      squareOffMinute: fc.option(fc.integer({ min: 900, max: 905 }), { nil: undefined }),
    },
    { noNullPrototype: true },
  );
  const given = (value: object) => JSON.parse(JSON.stringify(value));
  const session = { entryFrom: '09:20', entryTo: '09:30', weekdays: [1], squareOff: '15:03' };
  const none = Number.POSITIVE_INFINITY;
  fc.assert(
    fc.property(settings, settings, (now, agreed) => {
      const isMore =
        now.capitalPaise > agreed.capitalPaise ||
        now.quantityMultiplier > agreed.quantityMultiplier ||
        (now.maxLossPerDayPaise ?? none) > (agreed.maxLossPerDayPaise ?? none) ||
        (now.maxTradesPerDay ?? none) > (agreed.maxTradesPerDay ?? none) ||
        Math.min(now.squareOffMinute ?? none, 903) > Math.min(agreed.squareOffMinute ?? none, 903);
      expect(goesBeyond(given(now), given(agreed), { product: 'INTRADAY', session })).toBe(isMore);
    }),
  );
});

test('a trick is out later exactly when the earlier of its own time and its owner’s is later', () => {
  const minute = fc.option(fc.integer({ min: 600, max: 920 }));
  const timeOf = (at: number | null) =>
    at === null ? null : `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(minute, minute, minute, (before, wanted, rules) => {
      const squareOff = timeOf(rules);
      const session = { entryFrom: '09:20', entryTo: '09:30', weekdays: [1], ...(squareOff ? { squareOff } : {}) };
      const out = (own: number | null) => Math.min(own ?? 1440, rules ?? 1440);
      const held = { square_off_minute: before };
      expect(isOutLater({ squareOff: timeOf(wanted) }, held, { product: 'INTRADAY', session })).toBe(
        out(wanted) > out(before),
      );
      expect(isOutLater({ squareOff: timeOf(wanted) }, held, { product: 'DELIVERY', session })).toBe(false);
    }),
  );
});
