import { STREAM_PATH } from '@trickdesk/contract';
import { createBus } from '@trickdesk/db';
import { indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMyTrick } from '../features/deployments/index.ts';
import { recordTrade } from '../features/deployments/testing/trades.ts';
import { insertStrategy } from '../features/deployments/testing/world.ts';
import { putAction, turnLastPrices } from '../features/market-data/actions-store.ts';
import { MARKET_CHANNEL, publishMarket, publishPrices } from '../features/market-data/index.ts';
import { putLastPrices } from '../features/market-data/store.ts';
import { type Listening, listen } from '../http/listen.ts';
import { recordUserEvent, wakeUserStreams } from '../platform/user-events/index.ts';
import { openTestApi, type Person, type TestApi } from '../testing/test-api.ts';

const DATASET = 'simulator:synthetic:1';
const AT = indiaMoment('2025-07-08', 600);
let api: TestApi;
let listening: Listening;
let bus: Awaited<ReturnType<typeof createBus>>;
let sbin = 0;
let split = 0;
const opened: AbortController[] = [];

beforeAll(async () => {
  api = await openTestApi();
  const { database } = api;
  const inserted = await sql<{ id: number }>`
    INSERT INTO instrument (exchange, token, symbol, trading_symbol, name, kind, tick_paise, lot_size, updated_at)
    VALUES ('NSE', '3045', 'SBIN', 'SBIN-EQ', 'SBIN', 'equity', 5, 1, now()),
      ('NSE', '3046', 'SPLIT', 'SPLIT-EQ', 'SPLIT', 'equity', 5, 1, now())
    RETURNING id`.execute(database.db.kysely);
  [sbin = 0, split = 0] = inserted.rows.map(({ id }) => id);
  await sql`INSERT INTO market_clock (dataset, exchange_at, seen_at, speed, feed)
    VALUES (${DATASET}, ${new Date(AT)}, ${new Date(api.clock.now())}, 30, 'live')`.execute(database.db.kysely);
  bus = await createBus(database.url);
  listening = await listen(api.server, {
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: undefined,
    certificate: () => Promise.reject(new Error('not asked for')),
  });
});
afterAll(async () => {
  for (const one of opened) one.abort();
  await listening.stop(2_000);
  await bus.close();
  await api.close();
});

interface Received {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: unknown;
}

interface Stream {
  readonly status: number;
  readonly events: Received[];
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Opens a stream and collects what it sends. */
async function openStream(
  person: Pick<Person, 'accessToken'>,
  options: { symbols?: string; after?: string } = {},
): Promise<Stream> {
  const abort = new AbortController();
  opened.push(abort);
  const response = await fetch(`${listening.httpUrl}${STREAM_PATH}?symbols=${options.symbols ?? ''}`, {
    headers: {
      authorization: `Bearer ${person.accessToken}`,
      ...(options.after === undefined ? {} : { 'last-event-id': options.after }),
    },
    signal: abort.signal,
  });
  const events: Received[] = [];
  return { status: response.status, events, ended: collect(response, events), close: () => abort.abort() };
}

async function collect(response: Response, events: Received[]): Promise<void> {
  let rest = '';
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        const name = fields.get('event');
        if (name !== undefined)
          events.push({ id: fields.get('id'), name, data: JSON.parse(fields.get('data') ?? 'null') });
      }
    }
  } catch (error) {
    // A stream that this test aborted, or that the server cut off.
    if (!(error instanceof Error)) throw error;
  }
}

const progress = (order: number) =>
  ({ name: 'ownorder', payload: { orderId: order, status: 'open', filledQuantity: 2 } }) as const;

async function record(person: Person, order: number): Promise<void> {
  await api.database.db.transaction((tx) => recordUserEvent(tx, person.userId, progress(order)));
  wakeUserStreams(bus, person.userId);
}

const orders = (stream: Stream): number[] =>
  stream.events.flatMap(({ name, data }) =>
    name === 'ownorder' && typeof data === 'object' && data !== null && 'orderId' in data ? [Number(data.orderId)] : [],
  );
const named = (stream: Stream, name: string): Received[] => stream.events.filter((event) => event.name === name);

test('without a token there is no stream, and symbols that are none are refused', async () => {
  expect((await fetch(`${listening.httpUrl}${STREAM_PATH}`)).status).toBe(401);
  const person = await api.signUp('asha');
  expect((await openStream(person, { symbols: 'sbin;drop' })).status).toBe(422);
});

test('a stored event reaches its own account at once, in order, and nobody else', async () => {
  const [mine, other] = [await api.signUp('bala'), await api.signUp('chitra')];
  const [first, second] = [await openStream(mine), await openStream(other)];
  for (const order of [1, 2, 3]) await record(mine, order);
  await expect.poll(() => orders(first)).toEqual([1, 2, 3]);
  expect(orders(second)).toEqual([]);
  expect(first.events.filter((event) => event.name === 'ownorder').every((event) => /^\d+$/.test(event.id ?? ''))).toBe(
    true,
  );
});

test('a stream that comes back gets what it missed, each event once', async () => {
  const person = await api.signUp('deepa');
  const before = await openStream(person);
  await expect.poll(() => named(before, 'market').length).toBeGreaterThan(0);
  await record(person, 1);
  await expect.poll(() => orders(before)).toEqual([1]);
  before.close();
  for (const order of [2, 3, 4]) await record(person, order);
  const after = await openStream(person, { after: named(before, 'ownorder')[0]?.id ?? '' });
  await record(person, 5);
  await expect.poll(() => orders(after)).toEqual([2, 3, 4, 5]);
});

test('an event whose change was rolled back is never told', async () => {
  const person = await api.signUp('esha');
  const stream = await openStream(person);
  await expect.poll(() => named(stream, 'market').length).toBeGreaterThan(0);
  const failing = api.database.db.transaction(async (tx) => {
    await recordUserEvent(tx, person.userId, progress(1));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await record(person, 2);
  await expect.poll(() => orders(stream)).toEqual([2]);
});

test('an event without a wake-up is found by looking', async () => {
  const person = await api.signUp('farah');
  const stream = await openStream(person);
  await expect.poll(() => named(stream, 'market').length).toBeGreaterThan(0);
  await api.database.db.transaction((tx) => recordUserEvent(tx, person.userId, progress(7)));
  await expect.poll(() => orders(stream), { timeout: 6_000 }).toEqual([7]);
});

test('however fast prices come, a screen gets at most four a second of an instrument, the last one always', async () => {
  const person = await api.signUp('gita');
  const [watching, not] = [await openStream(person, { symbols: 'SBIN' }), await openStream(person)];
  const publisher = publishMarket(bus);
  const beganAt = performance.now();
  for (let i = 0; i < 100; i += 1) {
    publisher.tick(sbin, AT + i * 1_000, 600_00 + i, i);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await expect
    .poll(() => named(watching, 'quote').at(-1)?.data)
    .toMatchObject({ quotes: [{ symbol: 'SBIN', last: 600.99 }] });
  expect(named(watching, 'quote').length).toBeGreaterThan(2);
  // One at once, then four a second for as long as it took.
  const quarters = Math.ceil((performance.now() - beganAt) / 250);
  expect(named(watching, 'quote').length).toBeLessThanOrEqual(1 + quarters);
  expect(named(not, 'quote')).toEqual([]);
});

test('a price is shown the moment it comes, once, and none that is older after it', async () => {
  const person = await api.signUp('gauri');
  const stream = await openStream(person, { symbols: 'SBIN' });
  await expect.poll(() => named(stream, 'market').length).toBeGreaterThan(0);
  const at = AT + 1_000_000;
  const [show, market] = [publishPrices(bus), publishMarket(bus)];
  show(sbin, at, 611_00);
  await expect.poll(() => named(stream, 'quote').at(-1)?.data).toMatchObject({ quotes: [{ last: 611 }] });
  market.tick(sbin, at - 2_000, 609_00, 1);
  market.tick(sbin, at, 611_00, 2);
  show(sbin, at + 1_000, 612_00);
  await expect.poll(() => named(stream, 'quote').at(-1)?.data).toMatchObject({ quotes: [{ last: 612 }] });
  const shown = named(stream, 'quote').map((event) => event.data);
  expect(shown.filter((data) => JSON.stringify(data).includes('609'))).toEqual([]);
  expect(shown.filter((data) => JSON.stringify(data).includes('611'))).toHaveLength(1);
});

test('what a trick holds moves with its price on every stream of its account, and on no other', async () => {
  const { db } = api.database;
  const strategyId = await insertStrategy(db, 'one-share', {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '5m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
  const [person, other] = [await api.signUp('gopal'), await api.signUp('harsha')];
  const { data: cloned } = await api.send('toptenclone', { TricksId: strategyId }, { token: person.accessToken });
  const day = { openPaise: 598_00, highPaise: 611_00, lowPaise: 597_00, previousClosePaise: 595_00, volume: 1 };
  await putLastPrices(db.kysely, DATASET, [{ instrumentId: sbin, pricePaise: 600_00, at: AT, ...day }]);
  const [first, second, others] = [await openStream(person), await openStream(person), await openStream(other)];
  await expect.poll(() => named(others, 'market').length).toBeGreaterThan(0);
  const trade = {
    ...{ accountId: person.userId, deploymentId: cloned.TricksId, runNumber: 1, symbol: 'SBIN' },
    ...{ direction: 'long' as const, quantity: 10, entryAt: AT, entryPaise: 600_00, entryChargesPaise: 25_00 },
  };
  await recordTrade(db, { ...trade, intentId: 1 });
  // The account is told of its position, and from then on of what it is worth.
  const trick = await readMyTrick(db.kysely, { dataset: DATASET, simulated: true }, person.userId, cloned.TricksId);
  if (!trick) throw new Error('the trick is not there');
  await db.transaction((tx) => recordUserEvent(tx, person.userId, { name: 'trick', payload: { trick } }));
  wakeUserStreams(bus, person.userId);
  await expect.poll(() => named(first, 'pnl').length, { timeout: 5_000 }).toBe(1);
  const show = publishPrices(bus);
  let at = AT + 2_000_000;
  for (const stream of [first, second]) {
    const worth = () => {
      at += 1_000;
      show(sbin, at, 650_00);
      return named(stream, 'pnl').at(-1)?.data;
    };
    // 500 rupees of it, less the charges paid and those of selling ten shares.
    await expect.poll(worth, { timeout: 5_000 }).toMatchObject({
      tricks: [{ TricksId: cloned.TricksId }],
      test: { totalPnlPaise: expect.closeTo(500_00 - 25_00 - 8_00, -3.5) },
    });
  }
  expect(named(first, 'pnl').every((event) => event.id === undefined)).toBe(true);
  expect(named(others, 'pnl')).toEqual([]);
});

test('a closed minute and the market’s clock are told', async () => {
  const person = await api.signUp('hema');
  const stream = await openStream(person, { symbols: 'SBIN' });
  const bar = { openAt: AT, open: 600_00, high: 601_00, low: 599_00, close: 600_50, volume: 10 };
  await expect.poll(() => named(stream, 'market').length).toBeGreaterThan(0);
  publishMarket(bus).bar(sbin, bar);
  await expect
    .poll(() => named(stream, 'bar').map((event) => event.data))
    .toEqual([{ symbol: 'SBIN', candle: [AT / 1_000, 600, 601, 599, 600.5, 10] }]);
  expect(named(stream, 'market')[0]?.data).toEqual({ now: '2025-07-08T10:00:00+05:30', status: 'open', feed: 'live' });
});

test('news that makes no sense is reported and ends nothing', async () => {
  const person = await api.signUp('indu');
  const stream = await openStream(person, { symbols: 'SBIN' });
  await expect.poll(() => named(stream, 'market').length).toBeGreaterThan(0);
  bus.publish(MARKET_CHANNEL, 't,1,nonsense');
  publishMarket(bus).tick(sbin, AT, 777_00, 1);
  await expect.poll(() => named(stream, 'quote').at(-1)?.data).toMatchObject({ quotes: [{ last: 777 }] });
  expect(api.logged.join('\n')).toContain('market news with wrong figures');
});

test('however much was missed, all of it comes, in order', async () => {
  const person = await api.signUp('jaya');
  const text = 'x'.repeat(50_000);
  await sql`INSERT INTO user_event (account_id, name, payload, at)
    SELECT ${person.userId}, 'ownorder', jsonb_build_object('orderId', n, 'text', ${text}::text), now()
    FROM generate_series(1, 250) AS n`.execute(api.database.db.kysely);
  const stream = await openStream(person, { after: '0' });
  await expect.poll(() => orders(stream).length, { timeout: 10_000 }).toBe(250);
  expect(orders(stream)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
});

test('one account cannot hold more than a few streams open', async () => {
  const person = await api.signUp('kavya');
  const streams = await Promise.all(Array.from({ length: 9 }, () => openStream(person)));
  expect(streams.map((stream) => stream.status).sort()).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
  for (const stream of streams) stream.close();
  await expect.poll(async () => (await openStream(person)).status).toBe(200);
});

test('signing out ends the stream, and says so', async () => {
  const person = await api.signUp('lata');
  const stream = await openStream(person);
  const out = await fetch(`${listening.httpUrl}/jwt/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json', token: 'web' },
    body: JSON.stringify({ refreshToken: person.refreshToken }),
  });
  expect(out.status).toBe(200);
  await stream.ended;
  expect(named(stream, 'session').map((event) => event.data)).toEqual([
    { ended: true, reason: 'You were signed out.' },
  ]);
});

test('a stream ends when its token does', async () => {
  const person = await api.signUp('maya');
  await api.clock.advance(15 * 60_000 - 1_500);
  const stream = await openStream(person);
  expect(stream.status).toBe(200);
  await stream.ended;
  await api.clock.advance(2_000);
  expect((await openStream(person)).status).toBe(401);
});

test('with an ex-date open screens are told the price in its units, and no price of the day before after it', async () => {
  const { db } = api.database;
  const person = await api.signUp('urvi');
  const at = AT + 5 * 3_600_000;
  const day = { openPaise: 500_00, highPaise: 500_00, lowPaise: 500_00, previousClosePaise: 500_00, volume: 1 };
  await putLastPrices(db.kysely, DATASET, [{ instrumentId: split, pricePaise: 500_00, at, ...day }]);
  const stream = await openStream(person, { symbols: 'SPLIT' });
  const told = () =>
    named(stream, 'quote').flatMap(({ data }) => /"last":([\d.]+)/.exec(JSON.stringify(data))?.[1] ?? []);
  await expect.poll(told).toEqual(['500']);
  const exDate = '2025-07-09';
  await db.transaction(async (tx) => {
    const action = { exDate, kind: 'split', oldUnits: 1, newUnits: 5 } as const;
    await putAction(tx, { dataset: DATASET, instrumentId: split }, action);
    await turnLastPrices(tx, DATASET, exDate);
  });
  const [show, market] = [publishPrices(bus), publishMarket(bus)];
  market.clock(indiaMoment(exDate), 'closed');
  await expect.poll(told).toEqual(['500', '100']);
  // The broker repeats its last state when the feed signs in again.
  show(split, at + 1_000, 500_00);
  await new Promise((resolve) => setTimeout(resolve, 300));
  show(split, indiaMoment(exDate, 555), 101_00);
  await expect.poll(told).toEqual(['500', '100', '101']);
});
