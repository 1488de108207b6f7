import { indiaMoment } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { DATASET, insertInstrument, insertStrategy } from '../deployments/testing/world.ts';
import { putClock } from '../market-data/store.ts';
import { recordActivity, recordTradeActivity, type TradeActivity } from './index.ts';

const NOW = indiaMoment('2026-01-05', 600);
const CHROME = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0' };
let api: TestApi;
let strategyId = 0;
beforeAll(async () => {
  api = await openTestApi();
  await insertInstrument(api.database.db, 'SBIN');
  strategyId = await insertStrategy(api.database.db, 'ema-trend', {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '5m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
  await putClock(api.database.db.kysely, DATASET, { exchangeAt: NOW, seenAt: api.clock.now(), speed: 1, feed: 'live' });
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken, headers: CHROME, address: '10.1.2.3' });
let people = 0;
const somebody = (): Promise<Person> => api.signUp(`logged${++people}`);

async function sentencesOf(person: Person, input: Parameters<typeof api.send<'userlog'>>[1] = {}): Promise<string[]> {
  const { data } = await api.send('userlog', { pageSize: 100, ...input }, as(person));
  return data.log_list.map((entry) => `${entry.kind}: ${entry.sentence}`);
}

describe('what a person does is in their log, newest first', () => {
  test('signing in and out, with device and address', async () => {
    const person = await somebody();
    const credentials = { email: person.username, password: person.password, tokenTransport: 'body' as const };
    const { data } = await api.send('login', credentials, { headers: CHROME, address: '10.1.2.3' });
    const refreshToken = data.refreshToken ?? '';
    await api.send('logout', { refreshToken }, { headers: CHROME, address: '10.1.2.3' });
    await api.send('logout', { refreshToken }, { headers: CHROME, address: '10.1.2.3' });
    const log = await api.send('userlog', {}, as(person));
    expect(log.data).toMatchObject({ pageNumber: 1, pageSize: 12, total: 3 });
    expect(log.data.log_list.slice(0, 2)).toEqual([
      expect.objectContaining({
        kind: 'sign_in',
        sentence: 'Signed out.',
        device: CHROME['user-agent'],
        address: '10.1.2.3',
      }),
      expect.objectContaining({
        kind: 'sign_in',
        sentence: 'Signed in.',
        device: CHROME['user-agent'],
        address: '10.1.2.3',
      }),
    ]);
  });

  test('what is done with a trick, and its settings', async () => {
    const person = await somebody();
    const { data } = await api.send('toptenclone', { TricksId: strategyId, name: 'Mine' }, as(person));
    const { TricksId } = data;
    await api.send('setSetting', { TricksId, capitalPaise: 2_00_000_00, maxTradesPerDay: 4 }, as(person));
    await api.send('setSetting', { maxLossPerDayPaise: null, notify: { trades: false, halts: true } }, as(person));
    for (let again = 0; again < 2; again += 1) {
      await api.send('starttrick', { TricksId, idempotencyKey: 'once' }, as(person));
    }
    await api.send('stoptrick', { TricksId }, as(person));
    await api.send('starttrick', { TricksId, idempotencyKey: 'twice' }, as(person));
    await api.send('sellTrick', { TricksId, idempotencyKey: 'sell' }, as(person));
    expect(await sentencesOf(person)).toEqual([
      'trick: Sold “Mine”, which held nothing.',
      'trick: Started “Mine”.',
      'trick: Stopped “Mine”.',
      'trick: Started “Mine”.',
      'settings: Changed what new copies of tricks begin with: largest loss a day taken away, alerts for halts.',
      'settings: Changed settings of “Mine”: capital ₹2,00,000.00, trades a day 4.',
      'trick: Copied “ema-trend” as “Mine”, in test mode.',
      'sign_in: Signed in.',
    ]);
    const { data: log } = await api.send('userlog', { Search: 'sold' }, as(person));
    expect(log.log_list).toEqual([expect.objectContaining({ address: '10.1.2.3', device: CHROME['user-agent'] })]);
  });

  test('an act that was refused is not in the log', async () => {
    const person = await somebody();
    const { data } = await api.send('toptenclone', { TricksId: strategyId }, as(person));
    expect((await api.send('stoptrick', { TricksId: data.TricksId }, as(person))).code).toBe('TRICK_NOT_RUNNING');
    expect(await sentencesOf(person, { kind: 'trick' })).toHaveLength(1);
  });

  test('the second use of a refresh token: the account is told, and its log says where it came from', async () => {
    const person = await somebody();
    await api.send('refresh-token', { refreshToken: person.refreshToken });
    const thief = { address: '203.0.113.9', headers: { 'user-agent': 'curl/8' } };
    for (let again = 0; again < 2; again += 1) {
      expect((await api.send('refresh-token', { refreshToken: person.refreshToken }, thief)).status).toBe(401);
    }
    const { data } = await api.send('login', { email: person.username, password: person.password }, {});
    const session = { token: data.accessToken };
    const log = await api.send('userlog', { kind: 'security' }, session);
    expect(log.data.log_list).toEqual([expect.objectContaining({ address: '203.0.113.9', device: 'curl/8' })]);
    const alerts = await api.send('usernotificationlist', { notication_category_id: 8 }, session);
    expect(alerts.data.notification_list).toEqual([expect.objectContaining({ severity: 'urgent', link: '/logs' })]);
  });

  test('wrong passwords beyond the back-off are told of once an hour, however many there are', async () => {
    const person = await somebody();
    const guess = () =>
      api.send('login', { email: person.username, password: 'not the password' }, { address: '203.0.113.10' });
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).code).toBe('BAD_CREDENTIALS');
    for (let tries = 0; tries < 6; tries += 1) expect((await guess()).code).toBe('TOO_MANY_TRIES');
    await expect.poll(() => sentencesOf(person, { kind: 'security' })).toHaveLength(1);
    const alerts = await api.send('usernotificationlist', {}, as(person));
    expect(alerts.data.notification_list.map((row) => row.title)).toEqual([
      'Somebody tries to sign in to your account',
    ]);
  });

  test('dates are days in India, both inclusive', async () => {
    const person = await somebody();
    await api.database.db.transaction(async (tx) => {
      for (const at of [
        '2026-03-01T18:29:59Z',
        '2026-03-01T18:30:00Z',
        '2026-03-02T18:29:59Z',
        '2026-03-02T18:30:00Z',
      ]) {
        const entry = { accountId: person.userId, kind: 'money' as const, sentence: at, at: new Date(at) };
        await recordActivity(tx, entry);
      }
    });
    const day = { from_date: '2026-03-02', to_date: '2026-03-02' };
    expect(await sentencesOf(person, day)).toEqual(['money: 2026-03-02T18:29:59Z', 'money: 2026-03-01T18:30:00Z']);
    const { data } = await api.send('userlog', day, as(person));
    expect(data.log_list[0]).not.toHaveProperty('device');
  });
});

describe('the log of trading', () => {
  const anyEntry = fc.record({
    kind: fc.constantFrom('decision' as const, 'veto' as const, 'order' as const, 'fill' as const, 'halt' as const),
    mode: fc.constantFrom('paper' as const, 'live' as const),
    symbol: fc.constantFrom('SBIN', 'INFY', undefined),
    day: fc.integer({ min: 1, max: 4 }),
    ofTrick: fc.boolean(),
  });

  test('whatever was recorded, pages are the filtered whole in one order, and of its owner alone', async () => {
    const stranger = await somebody();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEntry, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        async (drawn, day) => {
          const person = await somebody();
          const { data: clone } = await api.send('toptenclone', { TricksId: strategyId }, as(person));
          const entries = drawn.map(
            ({ day: on, ofTrick, ...entry }, i): TradeActivity => ({
              ...entry,
              accountId: person.userId,
              deploymentId: ofTrick ? clone.TricksId : undefined,
              sentence: `Entry ${i}.`,
              exchangeAt: indiaMoment(`2026-02-0${on}`, 600),
              at: new Date(0),
            }),
          );
          await api.database.db.transaction((tx) => recordTradeActivity(tx, entries));
          const date = `2026-02-0${day}`;
          const numbered = entries.map((entry, i) => ({ ...entry, i, day: drawn[i]?.day ?? 0 }));
          const newestFirst = numbered.toSorted((a, b) => b.exchangeAt - a.exchangeAt || b.i - a.i);
          const expected = (wanted: (entry: (typeof numbered)[number]) => boolean) =>
            newestFirst.filter(wanted).map((entry) => entry.sentence);
          expect(await readAll(person, {})).toEqual(expected(() => true));
          expect(await readAll(person, { TricksId: clone.TricksId })).toEqual(
            expected((e) => e.deploymentId !== undefined),
          );
          expect(await readAll(person, { from_date: date, to_date: date })).toEqual(expected((e) => e.day === day));
          expect(await readAll(person, { kind: 'veto' })).toEqual(expected((e) => e.kind === 'veto'));
          expect(await readAll(person, { Search: 'sbin' })).toEqual(expected((e) => e.symbol === 'SBIN'));
          expect(await readAll(stranger, { TricksId: clone.TricksId })).toEqual([]);
        },
      ),
      { numRuns: scaledCount('trade logs', 2) },
    );
  });

  async function readAll(person: Person, filter: Parameters<typeof api.send<'userlogTrade'>>[1]): Promise<string[]> {
    const sentences: string[] = [];
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { data } = await api.send('userlogTrade', { ...filter, pageNumber, pageSize: 4 }, as(person));
      sentences.push(...data.log_list.map((entry) => entry.sentence));
      if (data.log_list.length === 0) {
        expect(data.total).toBe(sentences.length);
        return sentences;
      }
    }
  }

  test('an entry says which trick, which of the three badges, and when by the exchange', async () => {
    const person = await somebody();
    const { data: clone } = await api.send('toptenclone', { TricksId: strategyId, name: 'Mine' }, as(person));
    const entry = { accountId: person.userId, kind: 'fill' as const, exchangeAt: NOW, at: new Date(0), symbol: 'SBIN' };
    await api.database.db.transaction((tx) =>
      recordTradeActivity(tx, [
        { ...entry, deploymentId: clone.TricksId, mode: 'paper', sentence: 'Bought 1 SBIN at ₹800.00.' },
        { ...entry, mode: 'live', sentence: 'Sold 1 SBIN at ₹801.00.' },
      ]),
    );
    const { data } = await api.send('userlogTrade', {}, as(person));
    const common = { log_id: expect.any(Number), kind: 'fill', symbol: 'SBIN', at: '2026-01-05T10:00:00+05:30' };
    expect(data.log_list).toEqual([
      { ...common, sentence: 'Sold 1 SBIN at ₹801.00.', is_live: 1, badge: 'live_simulated' },
      {
        ...common,
        sentence: 'Bought 1 SBIN at ₹800.00.',
        is_live: 0,
        badge: 'test',
        TricksId: clone.TricksId,
        trickName: 'Mine',
      },
    ]);
  });
});
