import { indiaMoment, toIndiaIso } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { putClock } from '../market-data/store.ts';
import { endOrder, fillPart, insertOrder } from './runner/orders-store.ts';
import { recordTrade } from './testing/trades.ts';
import { DATASET, insertInstrument, insertStrategy } from './testing/world.ts';

const NOW = indiaMoment('2026-09-29', 600);
const MIN_CAPITAL = 1_00_000_00;
let api: TestApi;
let asha: Person;
let ravi: Person;
let strategyId = 0;

const definition = (symbol: string): StrategyDefinitionInput => ({
  format: 1,
  instruments: [{ exchange: 'NSE', symbol }],
  interval: '5m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > open' },
  sizing: { method: 'capital_share', percent: 50 },
});

beforeAll(async () => {
  api = await openTestApi();
  [asha, ravi] = [await api.signUp('asha'), await api.signUp('ravi')];
  await insertInstrument(api.database.db, 'SBIN');
  strategyId = await insertStrategy(api.database.db, 'test-trick', definition('SBIN'));
  await setClock();
});
afterAll(() => api.close());

const setClock = () =>
  putClock(api.database.db.kysely, DATASET, { exchangeAt: NOW, seenAt: api.clock.now(), speed: 1, feed: 'live' });
const as = (person: Person) => ({ token: person.accessToken });
let keys = 0;
const key = (): string => `key-${++keys}`;

async function clone(person: Person = asha, name?: string): Promise<number> {
  const { data } = await api.send('toptenclone', { TricksId: strategyId, ...(name ? { name } : {}) }, as(person));
  return data.TricksId;
}

async function started(person: Person = asha): Promise<number> {
  const TricksId = await clone(person);
  const { status } = await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(person));
  expect(status).toBe(200);
  return TricksId;
}

/** What the runner would have written: a position that is held. */
async function hold(TricksId: number, intentId = 1): Promise<void> {
  await recordTrade(api.database.db, {
    accountId: asha.userId,
    deploymentId: TricksId,
    runNumber: 1,
    intentId,
    symbol: 'SBIN',
    direction: 'long',
    quantity: 10,
    entryAt: NOW,
    entryPaise: 60_000,
    entryChargesPaise: 12_34,
  });
}

/** An entry that is under way. */
async function enter(TricksId: number): Promise<void> {
  await api.database.db.transaction((tx) =>
    insertOrder(tx, {
      ...{ mode: 'paper', accountId: asha.userId, deploymentId: TricksId, runNumber: 1, intentId: 1, symbol: 'SBIN' },
      ...{ side: 'buy', purpose: 'entry', quantity: 10, decisionSequence: 0, reason: 'It was time.', at: NOW },
    }),
  );
}

describe('toptenclone', () => {
  test('copies a trick, stopped and in test mode; twice gives two names', async () => {
    const first = await api.send('toptenclone', { TricksId: strategyId }, as(ravi));
    const second = await api.send('toptenclone', { TricksId: strategyId }, as(ravi));
    expect([first.data.name, second.data.name]).toEqual(['test-trick', 'test-trick 2']);
    const { data } = await api.send('mytrick', { type: 'Test', trickStatus: 2 }, as(ravi));
    expect(data.trick_list.map((trick) => trick.name)).toEqual(['test-trick 2', 'test-trick']);
    expect(data.trick_list[0]).toMatchObject({ badge: 'test', phase: 'idle', trickStatus: 2, openPositions: 0 });
  });

  test('names copies apart that are made at the same moment', async () => {
    const person = await api.signUp('hasty');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.send('toptenclone', { TricksId: strategyId }, as(person))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ data }) => data.name)).size).toBe(20);
  });

  test('begins with the defaults of its owner', async () => {
    const person = await api.signUp('careful');
    const defaults = { capitalPaise: 3_00_000_00, quantityMultiplier: 2, maxTradesPerDay: 4, squareOff: '14:30' };
    await api.send('setSetting', defaults, as(person));
    const { data } = await api.send('trickdetails', { TricksId: await clone(person) }, as(person));
    expect(data.trick_details.settings).toMatchObject(defaults);
  });

  test('does not know a trick that is not there', async () => {
    const { status, code } = await api.send('toptenclone', { TricksId: 999_999 }, as(asha));
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('starttrick', () => {
  test('answers the same under twenty requests with one key, and begins one run', async () => {
    const TricksId = await clone();
    const idempotencyKey = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.send('starttrick', { TricksId, idempotencyKey }, as(asha))),
    );
    for (const { status, data } of answers) {
      expect(status).toBe(200);
      expect(data).toEqual({ TricksId, trickStatus: 1, phase: 'running' });
    }
    const runs = await api.database.db.kysely
      .selectFrom('deployment_run')
      .select('run_number')
      .where('deployment_id', '=', TricksId)
      .execute();
    expect(runs).toEqual([{ run_number: 1 }]);
    const other = await clone();
    const reused = await api.send('starttrick', { TricksId: other, idempotencyKey }, as(asha));
    expect([reused.status, reused.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('is refused while it runs, while it sells, and where an instrument is gone', async () => {
    const TricksId = await started();
    expect((await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha))).code).toBe(
      'TRICK_ALREADY_RUNNING',
    );
    await hold(TricksId);
    await api.send('sellTrick', { TricksId, idempotencyKey: key() }, as(asha));
    expect((await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha))).code).toBe('TRICK_EXITING');
    const gone = await insertStrategy(api.database.db, 'gone', definition('NOTHERE'));
    const { data } = await api.send('toptenclone', { TricksId: gone }, as(asha));
    const refused = await api.send('starttrick', { TricksId: data.TricksId, idempotencyKey: key() }, as(asha));
    expect(refused.code).toBe('TRICK_INSTRUMENT_GONE');
    expect(refused.message).toContain('NOTHERE');
  });

  test('is refused where the capital is not enough, or the market has never been heard of', async () => {
    const TricksId = await clone();
    const set = (capital: bigint) =>
      api.database.db.kysely
        .updateTable('deployment')
        .set({ capital_paise: capital })
        .where('id', '=', TricksId)
        .execute();
    const start = async () => (await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha))).code;
    await set(0n);
    expect(await start()).toBe('TRICK_NO_CAPITAL');
    await set(BigInt(MIN_CAPITAL) - 1n);
    expect(await start()).toBe('TRICK_CAPITAL_TOO_SMALL');
    await set(BigInt(MIN_CAPITAL));
    await api.database.db.kysely.deleteFrom('market_clock').execute();
    expect(await start()).toBe('MARKET_DATA_UNAVAILABLE');
    await setClock();
    expect(await start()).toBeUndefined();
  });
});

const commandsOf = (TricksId: number) =>
  api.database.db.kysely
    .selectFrom('deployment_command')
    .select('verb')
    .where('deployment_id', '=', TricksId)
    .execute();

describe('stoptrick and sellTrick', () => {
  test('what holds nothing ends at once; what holds something goes on with its exits', async () => {
    const flat = await started();
    const stopped = await api.send('stoptrick', { TricksId: flat }, as(asha));
    expect(stopped.data).toEqual({ TricksId: flat, trickStatus: 2, phase: 'idle' });
    const held = await started();
    await hold(held);
    const stopping = await api.send('stoptrick', { TricksId: held, verb: 'stop_after_exit' }, as(asha));
    expect(stopping.data).toEqual({ TricksId: held, trickStatus: 1, phase: 'stopping' });
    const sold = await api.send('sellTrick', { TricksId: held, idempotencyKey: key() }, as(asha));
    expect(sold.data).toEqual({ TricksId: held, trickStatus: 1, phase: 'exiting', exits: 1 });
    const none = await started();
    const nothing = await api.send('sellTrick', { TricksId: none, idempotencyKey: key() }, as(asha));
    expect(nothing.data).toEqual({ TricksId: none, trickStatus: 4, phase: 'idle', exits: 0 });
  });

  test('an entry that waits is counted in the plan, and each verb says what becomes of it', async () => {
    const waiting = async () => {
      const TricksId = await started();
      await enter(TricksId);
      return TricksId;
    };
    const { data } = await api.send('trickdetails', { TricksId: await waiting() }, as(asha));
    expect(data.trick_details.plan).toEqual({ sell: [], waitingEntries: { count: 1, quantity: 10 } });
    const words = async (verb: 'stop_entries' | 'stop_after_exit') =>
      (await api.send('stoptrick', { TricksId: await waiting(), verb }, as(asha))).message;
    expect(await words('stop_entries')).toContain('those that wait are withdrawn');
    expect(await words('stop_after_exit')).toContain('may still be filled');
    const sale = await api.send('sellTrick', { TricksId: await waiting(), idempotencyKey: key() }, as(asha));
    expect(sale.data).toMatchObject({ phase: 'exiting', exits: 0 });
    expect(sale.message).toContain('is withdrawn');
    const filled = await started();
    await hold(filled);
    const held = await api.send('trickdetails', { TricksId: filled }, as(asha));
    expect(held.data.trick_details.plan.waitingEntries).toEqual({ count: 0, quantity: 0 });
  });

  test('what is being sold goes on with that, whatever stop is asked for then, and no entry comes back', async () => {
    const TricksId = await started();
    await enter(TricksId);
    await api.send('sellTrick', { TricksId, idempotencyKey: key() }, as(asha));
    for (const verb of ['stop_after_exit', 'stop_entries'] as const) {
      const { data, message } = await api.send('stoptrick', { TricksId, verb }, as(asha));
      expect(data).toEqual({ TricksId, trickStatus: 1, phase: 'exiting' });
      expect(message).toBe('It is ending already, and goes on with that. No new entries.');
    }
    expect(await commandsOf(TricksId)).toEqual([{ verb: 'sell' }]);
  });

  test('twenty sales with one key ask once', async () => {
    const TricksId = await started();
    await hold(TricksId);
    const idempotencyKey = key();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.send('sellTrick', { TricksId, idempotencyKey }, as(asha))),
    );
    for (const { data } of answers) expect(data).toMatchObject({ phase: 'exiting', exits: 1 });
    expect(await commandsOf(TricksId)).toEqual([{ verb: 'sell' }]);
  });

  test('what does not run is neither stopped nor sold; there is nobody to detach to', async () => {
    const TricksId = await clone();
    expect((await api.send('stoptrick', { TricksId }, as(asha))).code).toBe('TRICK_NOT_RUNNING');
    expect((await api.send('sellTrick', { TricksId, idempotencyKey: key() }, as(asha))).code).toBe('TRICK_NOT_RUNNING');
    expect((await api.send('stoptrick', { TricksId, verb: 'detach' }, as(asha))).code).toBe('VERB_NOT_AVAILABLE');
  });
});

test('a mark of the chart stands for whatever was executed, also of an order that was withdrawn with a part or still fills', async () => {
  const TricksId = await started();
  await enter(TricksId);
  const minute = (count: number) => NOW + count * 60_000;
  const of = { deploymentId: TricksId, runNumber: 1, intentId: 1, chargesPaise: 1_00 };
  const part = (filledQuantity: number, at: number) =>
    api.database.db.transaction((tx) =>
      fillPart(tx, {
        ...{ ...of, at, quantity: 2, pricePaise: 60_000, filledQuantity, averagePaise: 60_000, isComplete: false },
      }),
    );
  const marks = async () => (await api.send('trickdetails', { TricksId }, as(asha))).data.trick_details.markers;
  expect(await marks()).toEqual([]);
  await part(2, minute(1));
  await part(4, minute(2));
  const expected = {
    symbol: 'SBIN',
    side: 'buy',
    purpose: 'entry',
    price: 600,
    quantity: 4,
    at: toIndiaIso(minute(2)),
  };
  expect(await marks()).toMatchObject([expected]);
  await api.database.db.transaction((tx) => {
    const end = { intentId: 1, at: minute(5), state: 'cancelled', note: undefined } as const;
    return endOrder(tx, { deploymentId: TricksId, runNumber: 1, fence: 0n }, end);
  });
  expect(await marks()).toMatchObject([expected]);
});

describe('setSetting', () => {
  test('changes a stopped trick with the words of the specification', async () => {
    const TricksId = await clone();
    const input = { TricksId, capitalPaise: 2_00_000_00, maxLossPerDayPaise: 5_000_00, squareOff: '15:00' };
    const { message, data } = await api.send('setSetting', input, as(asha));
    expect(message).toBe('Settings successfully set');
    expect(data.settings).toMatchObject({
      capitalPaise: 2_00_000_00,
      maxLossPerDayPaise: 5_000_00,
      squareOff: '15:00',
    });
    const off = await api.send('setSetting', { TricksId, maxLossPerDayPaise: null, squareOff: null }, as(asha));
    expect(off.data.settings.maxLossPerDayPaise).toBeUndefined();
    expect(off.data.settings.squareOff).toBe('15:10');
  });

  test('refuses a square-off that the rules would not follow, with the reason, and changes nothing', async () => {
    const TricksId = await clone();
    const setTo = (id: number, squareOff: string) =>
      api.send('setSetting', { TricksId: id, maxTradesPerDay: 3, squareOff }, as(asha));
    const late = await setTo(TricksId, '15:11');
    expect([late.status, late.errors[0]?.path]).toEqual([422, 'squareOff']);
    expect(late.errors[0]?.message).toContain('15:10');
    const { data } = await api.send('trickdetails', { TricksId }, as(asha));
    expect(data.trick_details.settings.maxTradesPerDay).toBeUndefined();
    expect((await setTo(TricksId, '15:10')).data.settings.squareOff).toBe('15:10');
    const delivery = await insertStrategy(api.database.db, 'overnight', {
      ...definition('SBIN'),
      product: 'DELIVERY',
      session: { entryFrom: '09:20', entryTo: '14:45', weekdays: [1, 2, 3, 4, 5] },
      exit: { long: 'close < open' },
    });
    const overnight = await api.send('toptenclone', { TricksId: delivery }, as(asha));
    const refused = await setTo(overnight.data.TricksId, '15:00');
    expect([refused.status, refused.errors[0]?.path]).toEqual([422, 'squareOff']);
    expect(refused.errors[0]?.message).toContain('over night');
  });

  test('refuses too little capital, and everything but notices while the trick runs', async () => {
    const TricksId = await started();
    expect((await api.send('setSetting', { TricksId, quantityMultiplier: 2 }, as(asha))).code).toBe('TRICK_RUNS');
    const notices = { trades: false, halts: true };
    expect((await api.send('setSetting', { TricksId, notify: notices }, as(asha))).data.settings.notify).toEqual(
      notices,
    );
    const stopped = await clone();
    const small = await api.send('setSetting', { TricksId: stopped, capitalPaise: MIN_CAPITAL - 1 }, as(asha));
    expect(small.code).toBe('TRICK_CAPITAL_TOO_SMALL');
  });

  test('keeps every default that is set at the same moment', async () => {
    const person = await api.signUp('manyhands');
    await Promise.all([
      api.send('setSetting', { capitalPaise: 5_00_000_00 }, as(person)),
      api.send('setSetting', { quantityMultiplier: 3 }, as(person)),
      api.send('setSetting', { maxTradesPerDay: 7 }, as(person)),
    ]);
    const { data } = await api.send('setSetting', { squareOff: '15:05' }, as(person));
    expect(data.settings).toEqual({
      capitalPaise: 5_00_000_00,
      quantityMultiplier: 3,
      maxTradesPerDay: 7,
      squareOff: '15:05',
    });
  });
});

test('the tricks of somebody else answer like tricks that do not exist', async () => {
  const TricksId = await started();
  const answers = [
    await api.send('trickdetails', { TricksId }, as(ravi)),
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(ravi)),
    await api.send('stoptrick', { TricksId }, as(ravi)),
    await api.send('sellTrick', { TricksId, idempotencyKey: key() }, as(ravi)),
    await api.send('setSetting', { TricksId, quantityMultiplier: 2 }, as(ravi)),
  ];
  for (const { status, code } of answers) expect([status, code]).toEqual([404, 'NOT_FOUND']);
  const { data } = await api.send('trickdetails', { TricksId }, as(asha));
  expect(data.trick_details).toMatchObject({ trickStatus: 1, phase: 'running' });
});

describe('mytrick and myTrickCalculation', () => {
  test('pages do not overlap, filters hold, and totals are over the whole filtered set', async () => {
    const person = await api.signUp('many');
    const ids: number[] = [];
    for (let i = 0; i < 8; i += 1) ids.push(await clone(person, i < 3 ? `Special 100% ${i}` : undefined));
    for (const id of ids.slice(0, 2)) {
      await api.send('starttrick', { TricksId: id, idempotencyKey: key() }, as(person));
    }
    const all = { type: 'Test', trickStatus: 0 } as const;
    const [first, second] = [
      await api.send('mytrick', all, as(person)),
      await api.send('mytrick', { ...all, pageNumber: 2 }, as(person)),
    ];
    expect(first.data).toMatchObject({ total: 8, pageNumber: 1, pageSize: 6 });
    const beyond = await api.send('mytrick', { ...all, pageNumber: 3 }, as(person));
    expect(beyond.data).toEqual({ trick_list: [], total: 8, pageNumber: 3, pageSize: 6 });
    const named = await api.send('mytrick', { ...all, Search: 'Special', pageSize: 1, pageNumber: 2 }, as(person));
    expect(named.data).toMatchObject({ total: 3, trick_list: [{ name: 'Special 100% 1', symbols: ['SBIN'] }] });
    const listed = [...first.data.trick_list, ...second.data.trick_list].map((trick) => trick.TricksId);
    expect(listed).toEqual(ids.toReversed());
    const count = async (input: object) =>
      (await api.send('mytrick', { type: 'Test', ...input }, as(person))).data.total;
    expect(await Promise.all([1, 2, 3, 4].map((trickStatus) => count({ trickStatus })))).toEqual([2, 6, 0, 0]);
    expect(await count({ trickStatus: 0, Search: '100%' })).toBe(3);
    expect(await count({ trickStatus: 0, Search: '100_' })).toBe(0);
    expect(await count({ type: 'Live', trickStatus: 0 })).toBe(0);
    const sums = await api.send('myTrickCalculation', all, as(person));
    expect(sums.data).toMatchObject({ capitalPaise: 8 * MIN_CAPITAL, running: 2, stopped: 6, halted: 0 });
    const live = await api.send('myTrickCalculation', { type: 'Live', trickStatus: 0 }, as(person));
    expect(live.data).toMatchObject({ capitalPaise: 0, running: 0, stopped: 0 });
  });
});
