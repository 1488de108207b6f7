import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApi } from '../../testing/test-api.ts';
import { markKycVerified, markTradeActivated } from '../accounts/index.ts';
import { HOUR_MS, LivePeople } from './testing/live-people.ts';

let people: LivePeople;
let api: TestApi;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
});
afterAll(() => api.close());
beforeEach(async () => {
  [asha, ravi] = [await people.signUp('asha'), await people.signUp('ravi')];
});

const as = (person: Person) => ({ token: person.accessToken });
const db = () => people.db;
const key = () => people.key();
const ready = (person: Person = asha) => people.ready(person);
const goLive = (TricksId: number, person = asha, more: Parameters<typeof people.goLive>[2] = {}) =>
  people.goLive(TricksId, person, more);
const gatesShut = async (TricksId: number, person = asha) =>
  (await api.send('golivecheck', { TricksId }, as(person))).data.readiness
    .filter(({ passed }) => !passed)
    .map(({ gate }) => gate);

describe('testtolivetrick', () => {
  test('takes a trick live with a run of its own, and keeps what was acknowledged word for word', async () => {
    const { TricksId, brokerId } = await ready();
    const { status, data, message } = await goLive(TricksId);
    expect(status).toBe(200);
    expect(message).toContain('live');
    expect(data).toMatchObject({
      TricksId,
      brokerId,
      trickStatus: 1,
      phase: 'running',
      paperExits: 0,
      algoId: 'generic',
    });
    const live = await api.send('mytrick', { type: 'Live' }, as(asha));
    expect(live.data.trick_list).toMatchObject([{ TricksId, badge: 'live_simulated', brokerId }]);
    expect((await api.send('mytrick', { type: 'Test', trickStatus: 0 }, as(asha))).data.total).toBe(0);
    const runs = await db()
      .selectFrom('deployment_run')
      .select(['run_number', 'mode'])
      .where('deployment_id', '=', TricksId)
      .execute();
    expect(runs).toEqual([{ run_number: 1, mode: 'live' }]);
    const kept = await db()
      .selectFrom('live_acknowledgement')
      .selectAll()
      .where('deployment_id', '=', TricksId)
      .execute();
    expect(kept).toMatchObject([
      { account_id: asha.userId, broker_link_id: brokerId, algo_id: 'generic', version_hash: data.versionHash },
    ]);
    const settings = { capitalPaise: 1_00_000_00, quantityMultiplier: 1 };
    expect(kept[0]?.contract).toEqual({ ...data.contract, settings });
    expect(data.contract.sentences).toContain(
      'Buys SBIN, INFY for up to ₹1,00,000.00 at a time, a part of it with money that the broker lends for the day; gains and losses move this with its capital.',
    );
    expect(data.contract).toMatchObject({
      mostEntriesPerDay: 4,
      mostOrdersPerDay: 12,
      outBy: '15:10',
      stopAtBroker: 'own',
    });
    const { definition: stored } = await db()
      .selectFrom('strategy_version')
      .select('definition')
      .where('strategy_id', '=', people.strategyId)
      .executeTakeFirstOrThrow();
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([k, v]) => [k, sorted(v)]),
            )
          : value;
    const hash = createHash('sha256')
      .update(JSON.stringify(sorted({ definition: stored, version: 1 })))
      .digest('hex');
    expect(data.versionHash).toBe(hash);
  });

  test('refuses a newcomer and names both KYC and activation, then each alone, then the broker', async () => {
    const TricksId = await people.clone(asha);
    const first = await goLive(TricksId);
    expect([first.status, first.code]).toEqual([409, 'KYC_AND_ACTIVATION_MISSING']);
    expect(first.message).toContain('KYC is not verified');
    expect(first.message).toContain('Trading is not activated');
    const facts = { database: api.database.db, clock: api.clock };
    await markTradeActivated(facts, { accountId: asha.userId, forDemo: false });
    expect((await goLive(TricksId)).code).toBe('KYC_NOT_VERIFIED');
    await markTradeActivated(facts, { accountId: ravi.userId, forDemo: false });
    await markKycVerified(facts, { accountId: asha.userId, forDemo: false });
    expect((await goLive(TricksId)).code).toBe('BROKER_NOT_LINKED');
    const other = await people.clone(ravi);
    await markKycVerified(facts, { accountId: ravi.userId, forDemo: false });
    await db().updateTable('account').set({ trade_activated_at: null }).where('id', '=', ravi.userId).execute();
    expect((await goLive(other, ravi)).code).toBe('TRADE_NOT_ACTIVATED');
  });

  test('refuses a session that has ended, and asks which of two broker accounts is meant', async () => {
    await people.clear(asha);
    const TricksId = await people.clone(asha);
    const expired = await people.link(asha, -1);
    expect(await goLive(TricksId)).toMatchObject({ status: 409, code: 'BROKER_SESSION_CLOSED' });
    const open = await people.link(asha);
    const which = await goLive(TricksId);
    expect([which.status, which.errors[0]?.path]).toEqual([422, 'brokerId']);
    expect((await goLive(TricksId, asha, { brokerId: expired })).code).toBe('BROKER_SESSION_CLOSED');
    const foreign = await people.link(ravi);
    expect((await goLive(TricksId, asha, { brokerId: foreign })).status).toBe(404);
    expect((await goLive(TricksId, asha, { brokerId: open })).status).toBe(200);
  });

  test('refuses under the kill switch of the account or of the product, and under a risk lock', async () => {
    const { TricksId } = await ready();
    for (const account of [asha.userId, 0]) {
      const set = { account_id: account, set_by: 'owner', reason: 'Enough for today.', set_at: new Date(0) };
      await db().insertInto('kill_switch').values(set).execute();
      expect(await goLive(TricksId)).toMatchObject({
        code: 'KILL_SWITCH_ON',
        message: 'The kill switch is on: Enough for today.',
      });
      await db().deleteFrom('kill_switch').where('account_id', '=', account).execute();
    }
    const lock = (until: number) =>
      db()
        .insertInto('risk_limit')
        .values({ account_id: asha.userId, locked_until: new Date(until), updated_at: new Date(0) } as never)
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ locked_until: new Date(until) }))
        .execute();
    await lock(api.clock.now() + HOUR_MS);
    expect((await goLive(TricksId)).code).toBe('RISK_LOCKED');
    await lock(api.clock.now() - HOUR_MS);
    expect((await goLive(TricksId)).status).toBe(200);
  });

  test('refuses too little capital, an instrument that is gone, and a market that was never heard of', async () => {
    const { TricksId } = await ready();
    const capital = (paise: bigint) =>
      db().updateTable('deployment').set({ capital_paise: paise }).where('id', '=', TricksId).execute();
    await capital(0n);
    expect((await goLive(TricksId)).code).toBe('TRICK_NO_CAPITAL');
    await capital(1n);
    expect((await goLive(TricksId)).code).toBe('TRICK_CAPITAL_TOO_SMALL');
    await capital(1_00_000_00n);
    await db().updateTable('instrument').set({ active: false }).where('symbol', '=', 'INFY').execute();
    const gone = await goLive(TricksId);
    expect(gone.code).toBe('TRICK_INSTRUMENT_GONE');
    expect(gone.message).toContain('INFY');
    await db().updateTable('instrument').set({ active: true }).where('symbol', '=', 'INFY').execute();
    await db().deleteFrom('market_clock').execute();
    expect((await goLive(TricksId)).code).toBe('MARKET_DATA_UNAVAILABLE');
    await people.setClock();
    expect(await gatesShut(TricksId)).toEqual([]);
  });

  test('happens once for twenty requests with one key; the key with another broker account is refused', async () => {
    const { TricksId, brokerId } = await ready();
    const idempotencyKey = key();
    const answers = await Promise.all(Array.from({ length: 20 }, () => goLive(TricksId, asha, { idempotencyKey })));
    for (const { status, data } of answers) {
      expect(status).toBe(200);
      expect(data).toEqual(answers[0]?.data);
    }
    const kept = await db()
      .selectFrom('live_acknowledgement')
      .select('id')
      .where('deployment_id', '=', TricksId)
      .execute();
    expect(kept).toHaveLength(1);
    expect((await goLive(TricksId, asha, { idempotencyKey, brokerId })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await goLive(TricksId)).code).toBe('TRICK_IS_LIVE');
    expect((await api.send('golivecheck', { TricksId }, as(asha))).code).toBe('TRICK_IS_LIVE');
  });

  test('is done only with the contract that was read: a setting changed in between refuses it, and reading again helps', async () => {
    const { TricksId } = await ready();
    const read = async () => (await api.send('golivecheck', { TricksId }, as(asha))).data.contractHash;
    const first = await read();
    expect(await read()).toBe(first);
    await api.send('setSetting', { TricksId, capitalPaise: 2_00_000_00 }, as(asha));
    const idempotencyKey = key();
    const refused = await goLive(TricksId, asha, { idempotencyKey, contractHash: first });
    expect([refused.status, refused.code]).toEqual([409, 'CONTRACT_CHANGED']);
    expect(refused.message).toContain('has changed since you read it');
    const { data } = await api.send('trickdetails', { TricksId }, as(asha));
    expect(data.trick_details.mode).toBe('Test');
    const again = await read();
    expect(again).not.toBe(first);
    expect((await goLive(TricksId, asha, { idempotencyKey, contractHash: again })).status).toBe(200);
    const other = { idempotencyKey, contractHash: first };
    expect((await goLive(TricksId, asha, other)).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('the hash of a contract changes with each limit of its owner and with the version', async () => {
    const { TricksId } = await ready();
    const hashes = [];
    for (const change of [{}, { maxTradesPerDay: 2 }, { maxLossPerDayPaise: 900_00 }, { quantityMultiplier: 2 }]) {
      if (Object.keys(change).length > 0) await api.send('setSetting', { TricksId, ...change }, as(asha));
      hashes.push((await api.send('golivecheck', { TricksId }, as(asha))).data.contractHash);
    }
    await db()
      .updateTable('strategy_version')
      .set({ version: 2 })
      .where('strategy_id', '=', people.strategyId)
      .execute();
    hashes.push((await api.send('golivecheck', { TricksId }, as(asha))).data.contractHash);
    await db()
      .updateTable('strategy_version')
      .set({ version: 1 })
      .where('strategy_id', '=', people.strategyId)
      .execute();
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('is not done without the acknowledgement', async () => {
    const { TricksId } = await ready();
    const input = { TricksId, acknowledgeRisk: false, idempotencyKey: key() } as never;
    const { status, errors } = await api.send('testtolivetrick', input, as(asha));
    expect([status, errors[0]?.path]).toEqual([422, 'acknowledgeRisk']);
  });

  test('somebody else’s trick answers like one that does not exist, in every call', async () => {
    const { TricksId } = await ready();
    await ready(ravi);
    const idempotencyKey = key();
    const answers = [
      await goLive(TricksId, ravi),
      await api.send('golivecheck', { TricksId }, as(ravi)),
      await api.send('livetotesttrick', { TricksId, idempotencyKey }, as(ravi)),
      await api.send('enableDisableTrickBase', { TricksId, baseId: 1, enabled: false }, as(ravi)),
      await api.send('modifySLTrick', { TricksId, positionId: 1, stopLoss: 500 }, as(ravi)),
      await api.send('stoptrick', { TricksId, verb: 'detach' }, as(ravi)),
    ];
    for (const { status, code } of answers) expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });
});

test('whoever has a second factor shows it before real orders may follow; what is refused leaves the code good', async () => {
  const person = await people.signUp('meera');
  const token = person.accessToken;
  const { TricksId } = await people.ready(person);
  const { data } = await api.send('enabletwofactor', { password: person.password }, { token });
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const codeNow = () => totp.generate({ timestamp: api.clock.now() });
  await api.send('confirmtwofactor', { code: codeNow() }, { token });
  const without = await people.goLive(TricksId, person);
  expect([without.status, without.code, without.errors[0]?.path]).toEqual([401, 'TOTP_REQUIRED', 'totp']);
  expect((await people.goLive(TricksId, person, { totp: codeNow() })).code).toBe('TOTP_WRONG');
  await api.clock.advance(30_000);
  const code = codeNow();
  const other = 'f'.repeat(64);
  expect((await people.goLive(TricksId, person, { totp: code, contractHash: other })).code).toBe('CONTRACT_CHANGED');
  const idempotencyKey = people.key();
  const live = await people.goLive(TricksId, person, { totp: code, idempotencyKey });
  expect(live.status).toBe(200);
  // Its answer was lost on the way: asked again, with a code that is used up, it is the same.
  const again = await people.goLive(TricksId, person, { totp: code, idempotencyKey });
  expect(again.data).toEqual(live.data);
});
