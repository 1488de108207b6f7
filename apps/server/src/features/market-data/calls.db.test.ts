import { indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { putTail } from './candle-store.ts';
import { type InstrumentRow, putClock, putLastPrices, searchInstruments, upsertInstruments } from './store.ts';

const DATASET = 'simulator:synthetic:1';
const OPEN = indiaMoment('2025-07-08', 555);
let api: TestApi;
let person: Person;

const listed = (symbol: string, parts: Partial<InstrumentRow> = {}): InstrumentRow => ({
  exchange: 'NSE',
  token: '1',
  symbol,
  tradingSymbol: `${symbol}-EQ`,
  name: symbol,
  kind: 'equity',
  tickPaise: 5,
  lotSize: 1,
  expiry: undefined,
  strikePaise: undefined,
  active: true,
  ...parts,
});

beforeAll(async () => {
  api = await openTestApi();
  person = await api.signUp('meera');
  const { db } = api.database;
  await db.transaction((tx) =>
    upsertInstruments(
      tx,
      [
        listed('SBIN', { name: 'State Bank of India' }),
        listed('SBILIFE', { name: 'SBI Life Insurance' }),
        listed('INFY', { name: 'Infosys 100% digital' }),
        listed('GOLDBEES', { kind: 'etf' }),
        listed('NIFTY', { kind: 'index', tradingSymbol: 'Nifty 50', name: 'Nifty 50' }),
        listed('GONE', { active: false }),
      ],
      new Date(),
    ),
  );
  const id = (await searchInstruments(db.kysely, { text: 'SBIN', limit: 1 }))[0]?.id ?? 0;
  const bars = Array.from({ length: 10 }, (_, i) => ({
    instrumentId: id,
    bar: { openAt: OPEN + i * MINUTE_MS, open: 600_00, high: 601_05 + i, low: 599_95, close: 600_50, volume: 100 },
  }));
  await putTail(db.kysely, DATASET, bars);
  await putClock(db.kysely, DATASET, {
    exchangeAt: OPEN + 10 * MINUTE_MS,
    seenAt: api.clock.now(),
    speed: 30,
    feed: 'live',
  });
  await putLastPrices(db.kysely, DATASET, [
    {
      instrumentId: id,
      pricePaise: 606_00,
      openPaise: 600_00,
      highPaise: 607_00,
      lowPaise: 599_95,
      previousClosePaise: 600_00,
      volume: 12_345,
      at: OPEN + 10 * MINUTE_MS,
    },
  ]);
});
afterAll(() => api.close());

const signedIn = () => ({ token: person.accessToken });

test('a search finds the symbol itself first, then what begins with the text, in symbol or name, and only what is offered', async () => {
  const search = async (text: string, kind?: 'etf') => {
    const input = { Search: text, ...(kind ? { kind } : {}) };
    const { data } = await api.send('searchinstruments', input, signedIn());
    return data.instrument_list.map((one) => one.symbol);
  };
  expect(await search('sbi')).toEqual(['SBIN', 'SBILIFE']);
  expect(await search('SBILIFE')).toEqual(['SBILIFE']);
  expect(await search('bank')).toEqual(['SBIN']);
  expect(await search('GO')).toEqual(['GOLDBEES']);
  expect(await search('e', 'etf')).toEqual(['GOLDBEES']);
  // Signs that mean something to the database mean themselves.
  expect(await search('100%')).toEqual(['INFY']);
  expect(await search('_')).toEqual([]);
});

test('an index can be looked at but not traded', async () => {
  const { data } = await api.send('searchinstruments', { Search: 'NIFTY' }, signedIn());
  expect(data.instrument_list).toMatchObject([{ symbol: 'NIFTY', kind: 'index', tradable: false, tickSize: 0.05 }]);
});

test('candles come in rupees with their source, days from and to included', async () => {
  const input = { symbol: 'SBIN', interval: '5m', from_date: '2025-07-08', to_date: '2025-07-08' } as const;
  const { data } = await api.send('candles', input, signedIn());
  expect(data).toEqual({
    candles: [
      [OPEN / 1_000, 600, 601.09, 599.95, 600.5, 500],
      [OPEN / 1_000 + 300, 600, 601.14, 599.95, 600.5, 500],
    ],
    exchange: 'NSE',
    symbol: 'SBIN',
    interval: '5m',
    source: 'Simulated market, seed 1',
    simulated: true,
  });
  const earlier = await api.send('candles', { ...input, from_date: '2025-07-01', to_date: '2025-07-07' }, signedIn());
  expect(earlier.data.candles).toEqual([]);
});

test('candles of an instrument that nobody knows are refused', async () => {
  const answer = await api.send('candles', { symbol: 'NOSUCH', interval: '1d' }, signedIn());
  expect([answer.status, answer.code]).toEqual([404, 'INSTRUMENT_UNKNOWN']);
});

test('a quote tells price, day and change, and names what has no price', async () => {
  const input = { instruments: [{ symbol: 'SBIN' }, { symbol: 'INFY' }, { symbol: 'NOSUCH' }] };
  const { data } = await api.send('quote', input, signedIn());
  expect(data.missing).toEqual(['INFY', 'NOSUCH']);
  expect(data.quotes).toMatchObject([
    {
      symbol: 'SBIN',
      last: 606,
      open: 600,
      high: 607,
      low: 599.95,
      previousClose: 600,
      changePercent: 1,
      volume: 12_345,
    },
  ]);
});

test('prices are for people who are signed in', async () => {
  const answers = [
    await api.send('searchinstruments', { Search: 'SBIN' }),
    await api.send('candles', { symbol: 'SBIN', interval: '1d' }),
    await api.send('quote', { instruments: [{ symbol: 'SBIN' }] }),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [401, 'TOKEN_MISSING']));
});
