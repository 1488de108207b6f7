import { indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { countWaiting } from '../../testing/waiting-statements.ts';
import { DATASET, insertInstrument } from '../deployments/testing/world.ts';
import { putClock } from '../market-data/store.ts';
import { deleteOwn, lockVersions } from './own-store.ts';

let api: TestApi;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  api = await openTestApi();
  [asha, ravi] = [await api.signUp('asha'), await api.signUp('ravi')];
  await insertInstrument(api.database.db, 'SBIN');
  const at = indiaMoment('2026-09-30', 700);
  await putClock(api.database.db.kysely, DATASET, { exchangeAt: at, seenAt: api.clock.now(), speed: 1, feed: 'live' });
});
afterAll(() => api.close());
afterEach(async () => {
  await sql`TRUNCATE backtest, deployment, strategy CASCADE`.execute(api.database.db.kysely);
});

const as = (person: Person) => ({ token: person.accessToken });
let key = 0;
const nextKey = () => {
  key += 1;
  return `own-${key}`;
};

const DEFINITION = {
  format: 1 as const,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '5m' as const,
  product: 'INTRADAY' as const,
  direction: 'long' as const,
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close,fast)crosses above ema(close, 50)' },
  risk: { stopLoss: { kind: 'percent' as const, percent: 1 } },
  sizing: { method: 'capital_share' as const, percent: 20 },
  parameters: { fast: { default: 20, min: 5, max: 50, step: 1 } },
};

interface Saving {
  readonly definition?: object;
  readonly [field: string]: unknown;
}

const savingOf = (more: Saving) => ({ name: 'My cross', definition: DEFINITION, idempotencyKey: nextKey(), ...more });

async function save(person: Person, more: Saving = {}) {
  // Wrong inputs are sent on purpose.
  const { data, code, message } = await api.send('savetrick', savingOf(more) as never, as(person));
  if (code !== undefined) throw new Error(message);
  return data;
}

const refused = async (person: Person, more: Saving) => api.send('savetrick', savingOf(more) as never, as(person));

describe('validatetrick', () => {
  test('answers the rules in words, the contract and the canonical form, and saves nothing', async () => {
    const { data } = await api.send('validatetrick', { definition: DEFINITION, capitalPaise: 2_00_000_00 }, as(asha));
    expect(data).toMatchObject({ valid: true, errors: [], warmupBars: 51 });
    expect(data.definition?.entry.long).toBe('ema(close, fast) crosses above ema(close, 50)');
    expect(data.rules?.join(' ')).toContain('Buys when EMA 20 crosses above EMA 50.');
    expect(data.contract).toMatchObject({ mostHeldPaise: 40_000_00, outBy: '15:05', stopAtBroker: 'own' });
    expect(data.contract?.sentences.join(' ')).toContain('No back-test says yet what a bad day costs.');
    expect((await api.send('owntricks', {}, as(asha))).data.total).toBe(0);
  });

  test('names what is wrong by its place, with what would be right there', async () => {
    const definition = { ...DEFINITION, entry: { long: 'emma(close, 20) > 5' }, colour: 'red' };
    const { data } = await api.send('validatetrick', { definition }, as(asha));
    expect(data).toEqual({
      valid: false,
      errors: [
        { path: 'colour', message: '"colour" is not a field here' },
        { path: 'entry.long', message: expect.stringContaining('did you mean "ema"?'), at: { offset: 0, length: 15 } },
      ],
    });
  });

  test('what asks too much of the machine is not valid, with the reason', async () => {
    const { data } = await api.send('validatetrick', { definition: COSTLY }, as(asha));
    expect(data).toMatchObject({ valid: false, errors: [{ path: '', message: expect.stringContaining('most') }] });
  });
});

test('rules that square off after the broker does are neither valid nor saved, with the time that would be right', async () => {
  const at = (squareOff: string) => ({ ...DEFINITION, session: { ...DEFINITION.session, squareOff } });
  const message = 'brokers sell intraday positions by themselves at 15:15: expected 15:10 or earlier';
  for (const time of ['15:11', '15:25']) {
    const { data } = await api.send('validatetrick', { definition: at(time) }, as(asha));
    expect(data).toEqual({ valid: false, errors: [{ path: 'session.squareOff', message }] });
    expect(await refused(asha, { definition: at(time) })).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'definition.session.squareOff', message }],
    });
  }
  expect((await save(asha, { definition: at('15:10') })).version).toBe(1);
});

test.each([
  [
    'a default that could not be chosen',
    { parameters: { fast: { default: 20, min: 5, max: 50, step: 10 } } },
    { path: 'parameters.fast.default', message: 'expected 15 or 25: values go from 5 in steps of 10' },
  ],
  [
    'hours before the session',
    { session: { ...DEFINITION.session, entryFrom: '06:00', entryTo: '09:00' } },
    { path: 'session.entryTo', message: 'the session opens at 09:15: entries until 09:00 never come' },
  ],
])('rules with %s are neither valid nor saved, with the reason in its place', async (_, wrong, { path, message }) => {
  const definition = { ...DEFINITION, ...wrong };
  const { data } = await api.send('validatetrick', { definition }, as(asha));
  expect(data).toEqual({ valid: false, errors: [{ path, message }] });
  expect(await refused(asha, { definition })).toMatchObject({
    code: 'INVALID_INPUT',
    errors: [{ path: `definition.${path}`, message }],
  });
});

describe('an instrument that there is none of', () => {
  const traded = (symbol: string) => ({ ...DEFINITION, instruments: [{ exchange: 'NSE', symbol }] });
  const read = (symbol: string) => ({ ...DEFINITION, entry: { long: `close > 1 and close @ ${symbol} > 1` } });

  test('is named at its place, with the one that may be meant, and nothing is saved', async () => {
    const errors = async (definition: object) =>
      (await api.send('validatetrick', { definition: definition as never }, as(asha))).data.errors;
    expect(await errors(traded('SBNI'))).toEqual([
      { path: 'instruments.0.symbol', message: '"SBNI" is no instrument of NSE; did you mean "SBIN"?' },
    ]);
    expect(await errors(read('ZZZZ'))).toEqual([
      { path: 'entry.long', message: '"ZZZZ" is no instrument of NSE', at: { offset: 14, length: 12 } },
    ]);
    expect(await refused(asha, { definition: traded('XYZNOPE') })).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'definition.instruments.0.symbol', message: '"XYZNOPE" is no instrument of NSE' }],
    });
    expect((await refused(asha, { definition: read('ZZZZ') })).errors).toMatchObject([
      { path: 'definition.entry.long' },
    ]);
    expect((await api.send('owntricks', {}, as(asha))).data.total).toBe(0);
  });

  test('is not one that is offered no more or was imported, nor an index in a condition', async () => {
    await insertInstrument(api.database.db, 'IMPORTED');
    await insertInstrument(api.database.db, 'NIFTY');
    await sql`UPDATE instrument SET active = false WHERE symbol = 'IMPORTED'`.execute(api.database.db.kysely);
    await sql`UPDATE instrument SET kind = 'index' WHERE symbol = 'NIFTY'`.execute(api.database.db.kysely);
    await save(asha, { definition: traded('IMPORTED') });
    await save(asha, { definition: read('NIFTY') });
    expect((await api.send('validatetrick', { definition: read('IMPORTED') }, as(asha))).data.valid).toBe(true);
  });
});

const COSTLY = {
  ...DEFINITION,
  instruments: Array.from({ length: 50 }, (_, i) => ({ exchange: 'NSE', symbol: `SHARE${i}` })),
  entry: { long: Array.from({ length: 60 }, (_, i) => `sma(close, ${i + 2}) > ${i}`).join(' or ') },
};

describe('savetrick', () => {
  test('makes a trick, then versions that never change; the same rules make none', async () => {
    const first = await save(asha, { summary: 'Crosses', note: 'A start' });
    expect(first).toMatchObject({ version: 1, madeVersion: true });
    const { TricksId } = first;
    const changed = { ...DEFINITION, interval: '15m' };
    const second = await save(asha, { TricksId, version: 1, definition: changed, note: 'Slower' });
    expect(second).toMatchObject({ TricksId, version: 2, madeVersion: true });
    const same = await save(asha, { TricksId, version: 2, definition: changed, name: 'Slow cross' });
    expect(same).toEqual({ ...second, madeVersion: false });
    const { trick } = (await api.send('owntrick', { TricksId }, as(asha))).data;
    expect(trick).toMatchObject({ name: 'Slow cross', version: 2, interval: '15m', retired: false, copies: 0 });
    expect(trick.versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'Slower'],
      [1, 'A start'],
    ]);
    const old = (await api.send('owntrick', { TricksId, version: 1 }, as(asha))).data.trick.shown;
    expect(old).toMatchObject({ version: 1, versionHash: first.versionHash });
    expect(old.definition.interval).toBe('5m');
    expect(old.definition.entry.long).toBe('ema(close, fast) crosses above ema(close, 50)');
  });

  test('one key saves once, and with other rules it is refused', async () => {
    const idempotencyKey = nextKey();
    const [one, again] = await Promise.all([save(asha, { idempotencyKey }), save(asha, { idempotencyKey })]);
    expect(again).toEqual(one);
    expect((await api.send('owntricks', {}, as(asha))).data.total).toBe(1);
    expect((await refused(asha, { idempotencyKey, name: 'Other' })).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('a version that was saved elsewhere in the meantime is not written over', async () => {
    const { TricksId } = await save(asha);
    const both = await Promise.all(
      ['3m', '10m'].map((interval) => refused(asha, { TricksId, version: 1, definition: { ...DEFINITION, interval } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(lost).toMatchObject({ code: 'OWN_TRICK_CHANGED', message: expect.stringContaining('Version 2') });
    expect((await refused(asha, { TricksId })).code).toBe('OWN_TRICK_CHANGED');
    expect((await api.send('owntrick', { TricksId }, as(asha))).data.trick.versions.length).toBe(2);
  });

  test('what is wrong is refused by its place in the definition, what is too costly with the reason', async () => {
    const wrong = await refused(asha, { definition: { ...DEFINITION, entry: { long: 'close >' } } });
    expect(wrong).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'definition.entry.long' }] });
    const costly = await refused(asha, { definition: COSTLY });
    expect(costly).toMatchObject({ code: 'TRICK_TOO_COSTLY', errors: [{ path: 'definition' }] });
    expect((await api.send('owntricks', {}, as(asha))).data.total).toBe(0);
  });

  test('an account keeps a hundred, also where the last two are saved at once', async () => {
    await sql`INSERT INTO strategy (owner_id, name, summary, description, author, category, segment, risk,
        min_capital_paise, created_at)
      SELECT ${asha.userId}, 'Own ' || n, '', '', 'Asha', 'trend', 'intraday', 'medium', 1, now()
      FROM generate_series(1, 99) n`.execute(api.database.db.kysely);
    const both = await Promise.all([refused(asha, {}), refused(asha, {})]);
    expect(both.map(({ code }) => code).filter((code) => code !== undefined)).toEqual(['OWN_TRICKS_FULL']);
  });
});

describe('an own trick', () => {
  test('is copied and runs the version that it was copied from', async () => {
    const { TricksId } = await save(asha);
    const copy = await api.send('toptenclone', { TricksId }, as(asha));
    await save(asha, { TricksId, version: 1, definition: { ...DEFINITION, interval: '15m' } });
    const { trick_details: running } = (await api.send('trickdetails', { TricksId: copy.data.TricksId }, as(asha)))
      .data;
    expect(running.interval).toBe('5m');
    const { trick } = (await api.send('owntrick', { TricksId }, as(asha))).data;
    expect(trick.copies).toBe(1);
    expect(trick.versions.map(({ version, copies }) => [version, copies])).toEqual([
      [2, 0],
      [1, 1],
    ]);
  });

  test('is nobody else’s: not read, copied, saved over, retired or deleted', async () => {
    const { TricksId } = await save(asha);
    const sent = as(ravi);
    const answers = [
      await api.send('owntrick', { TricksId }, sent),
      await api.send('trickerdetails', { TricksId }, sent),
      await api.send('toptenclone', { TricksId }, sent),
      await api.send('retiretrick', { TricksId }, sent),
      await api.send('deletetrick', { TricksId }, sent),
      await refused(ravi, { TricksId, version: 1 }),
    ];
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'NOT_FOUND'));
    expect((await api.send('owntricks', {}, sent)).data.total).toBe(0);
    expect((await api.send('owntrick', { TricksId }, as(asha))).data.trick).toMatchObject({
      version: 1,
      retired: false,
    });
  });

  test('that is retired can be neither copied nor tested, stands last, and comes back', async () => {
    const { TricksId } = await save(asha, { name: 'Old' });
    await save(asha, { name: 'New' });
    for (let again = 0; again < 2; again += 1) await api.send('retiretrick', { TricksId }, as(asha));
    expect((await api.send('toptenclone', { TricksId }, as(asha))).code).toBe('NOT_FOUND');
    const coverage = await api.send('backtestCoverage', { TricksId }, as(asha));
    expect(coverage).toMatchObject({
      ...{ status: 409, code: 'OWN_TRICK_RETIRED' },
      message: expect.stringContaining('Take it back into use before you back-test it.'),
    });
    expect((await api.send('backtestCoverage', { TricksId }, as(ravi))).code).toBe('NOT_FOUND');
    const { trick_list: list } = (await api.send('owntricks', {}, as(asha))).data;
    expect(list.map(({ name, retired }) => [name, retired])).toEqual([
      ['New', false],
      ['Old', true],
    ]);
    await api.send('retiretrick', { TricksId, retired: false }, as(asha));
    expect((await api.send('toptenclone', { TricksId }, as(asha))).status).toBe(200);
    const { log_list: log } = (await api.send('userlog', {}, as(asha))).data;
    const sentences = log.map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => sentence.includes('Retired the trick “Old”'))).toHaveLength(1);
    expect(sentences).toContain('Took the trick “Old” back into use.');
  });

  test('is deleted where nothing rests on it, else the answer says to retire it', async () => {
    const { TricksId } = await save(asha);
    await save(asha, { TricksId, version: 1, definition: { ...DEFINITION, interval: '15m' } });
    expect((await api.send('deletetrick', { TricksId }, as(asha))).status).toBe(200);
    expect((await api.send('owntrick', { TricksId }, as(asha))).code).toBe('NOT_FOUND');
    const kept = await save(asha);
    await api.send('toptenclone', { TricksId: kept.TricksId }, as(asha));
    const answer = await api.send('deletetrick', { TricksId: kept.TricksId }, as(asha));
    expect(answer).toMatchObject({ code: 'OWN_TRICK_IN_USE' });
    expect(answer.message).toMatch(/^1 my-trick rests on this trick, .* Retire it instead/);
    expect((await api.send('owntrick', { TricksId: kept.TricksId }, as(asha))).data.trick.copies).toBe(1);
  });

  test('that is being deleted is not there for a copy that comes meanwhile', async () => {
    const { TricksId } = await save(asha);
    let copying: ReturnType<typeof api.send<'toptenclone'>> | undefined;
    await api.database.db.transaction(async (tx) => {
      await lockVersions(tx, TricksId);
      await deleteOwn(tx, TricksId);
      copying = api.send('toptenclone', { TricksId }, as(asha));
      await expect.poll(() => countWaiting(api.database.db), { timeout: 10_000 }).toBe(1);
    });
    expect((await copying)?.code).toBe('NOT_FOUND');
  });

  test('says on its page that nothing was tested ahead', async () => {
    const { TricksId } = await save(asha);
    const { data } = await api.send('trickerdetails', { TricksId }, as(asha));
    expect(data.trick_details.reportStatus).toBe('none');
  });

  test('with a back-test is kept', async () => {
    const { TricksId } = await save(asha);
    await sql`INSERT INTO backtest (account_id, tricks_id, name, strategy_version_id, definition, version_hash, dataset,
        from_date, to_date, capital_paise, costs, slippage_bps, status, created_at)
      SELECT ${asha.userId}, ${TricksId}, 'Own', id, definition, 'hash', ${DATASET}, '2026-01-05', '2026-01-06',
        10000000, true, 2, 'done', now() FROM strategy_version WHERE strategy_id = ${TricksId}`.execute(
      api.database.db.kysely,
    );
    const answer = await api.send('deletetrick', { TricksId }, as(asha));
    expect(answer.message).toMatch(/^1 back-test rests on this trick/);
    expect((await api.send('owntrick', { TricksId }, as(asha))).data.trick.backtests).toBe(1);
  });
});
