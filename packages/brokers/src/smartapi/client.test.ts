import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmartApi, type SmartApiSettings } from './client.ts';
import { type Endpoint, PATHS } from './endpoints.ts';
import type { RateLimit } from './rate-budget.ts';
import { ACCESS, LOG_IN, SBIN, SECRETS, WIRE_TOKENS } from './testing/fixtures.ts';
import { quickTiming } from './testing/quick-timing.ts';
import {
  FIREWALL_PAGE,
  gateway,
  ok,
  RATE_REFUSAL,
  refused,
  type StubServer,
  startStubServer,
} from './testing/stub-server.ts';
import { systemTiming } from './timing.ts';

let stub: StubServer;
beforeEach(async () => {
  stub = await startStubServer();
});
afterEach(() => stub.close());

const UNLIMITED = Object.fromEntries(
  Object.keys(PATHS).map((endpoint): [string, readonly RateLimit[]] => [endpoint, []]),
) satisfies Partial<Record<Endpoint, readonly RateLimit[]>>;

function client(settings: SmartApiSettings = {}, timing = quickTiming) {
  return createSmartApi(
    { baseUrl: stub.url, masterUrl: `${stub.url}/master.json`, limits: UNLIMITED, ...settings },
    { random: () => 0, timing },
  );
}

test('a log-in sends the PIN as password without an old session and gives three tokens', async () => {
  stub.answer(PATHS.logIn, ok({ ...WIRE_TOKENS, jwtToken: `Bearer ${WIRE_TOKENS.jwtToken}` }));
  const before = Date.now();
  const outcome = await client().sessions.logIn(LOG_IN);
  expect(outcome).toMatchObject({
    kind: 'ok',
    value: {
      accessToken: SECRETS.accessToken,
      refreshToken: SECRETS.refreshToken,
      feedToken: SECRETS.feedToken,
    },
  });
  expect(outcome.kind === 'ok' && outcome.value.issuedAt >= before).toBe(true);
  expect(stub.requests).toMatchObject([
    {
      method: 'POST',
      body: { clientcode: 'S100001', password: SECRETS.pin, totp: SECRETS.totp },
      headers: { 'x-privatekey': SECRETS.apiKey, 'x-usertype': 'USER', 'x-sourceid': 'WEB' },
    },
  ]);
  expect(stub.requests[0]?.headers.authorization).toBeUndefined();
});

test.each([
  [refused('AB1050', 'Invalid totp'), 'wrong_totp'],
  [refused('AB9999', 'Invalid TOTP given'), 'wrong_totp'],
  [refused('AB1007', 'Login Id or password is invalid'), 'wrong_credentials'],
  [refused('AB1000', 'Invalid Email Or Password'), 'wrong_credentials'],
  [refused('AB1006', 'Client Is Block For Trading'), 'account_blocked'],
  [gateway('AG8001', 'Invalid Token'), 'wrong_api_key'],
  [refused('', 'LoginByPassword is not allowed.'), 'other'],
])('a refused log-in says why and is not repeated: %j', async (answer, reason) => {
  stub.answer(PATHS.logIn, answer);
  expect(await client().sessions.logIn(LOG_IN)).toMatchObject({ kind: 'refused', reason });
  expect(stub.requests).toHaveLength(1);
});

test('a log-in without a clear answer is unavailable and is not repeated', async () => {
  for (const [answer, cause] of [
    [RATE_REFUSAL, 'rate_limited'],
    [FIREWALL_PAGE, 'blocked'],
    [{ body: '' }, 'empty_reply'],
    [refused('AB1004', 'Something Went Wrong'), 'broker_fault'],
    [ok({ jwtToken: '' }), 'unreadable_reply'],
  ] as const) {
    stub.requests.length = 0;
    stub.answer(PATHS.logIn, answer);
    expect(await client().sessions.logIn(LOG_IN)).toEqual({ kind: 'unavailable', cause });
    expect(stub.requests).toHaveLength(1);
  }
});

test('renewing sends the refresh token under the old session; a dead one ends the session', async () => {
  stub.answer(PATHS.renew, ok({ ...WIRE_TOKENS, jwtToken: 'a.new.one' }), gateway('AB8051', 'Refresh Token Expired'));
  const { sessions } = client();
  expect(await sessions.renew(ACCESS)).toMatchObject({ kind: 'ok', value: { accessToken: 'a.new.one' } });
  expect(stub.requests[0]).toMatchObject({
    headers: { authorization: `Bearer ${SECRETS.accessToken}` },
    body: { refreshToken: SECRETS.refreshToken },
  });
  expect(await sessions.renew(ACCESS)).toEqual({ kind: 'session_expired' });
  expect(stub.requests).toHaveLength(2);
});

test('profile and funds are read with lists as text, amounts as text and gaps', async () => {
  stub.answer(
    PATHS.profile,
    ok({
      clientcode: 'S100001',
      name: 'ASHA RAO',
      email: '',
      mobileno: '',
      exchanges: '[ "NSE", "BSE" ]',
      products: ['DELIVERY', 'INTRADAY'],
      lastlogintime: '',
      brokerid: 'B2C',
    }),
  );
  stub.answer(
    PATHS.funds,
    ok({
      net: '9,303.40',
      availablecash: '9303.4000',
      collateral: '0.00',
      utiliseddebits: '696.60',
      m2munrealized: null,
      availableintradaypayin: '250.00',
      utilisedpayout: '100.0000',
    }),
  );
  const { sessions } = client();
  expect(await sessions.profile(ACCESS)).toEqual({
    kind: 'ok',
    value: {
      clientCode: 'S100001',
      name: 'ASHA RAO',
      email: undefined,
      mobile: undefined,
      exchanges: ['NSE', 'BSE'],
      products: ['DELIVERY', 'INTRADAY'],
    },
  });
  expect(await sessions.funds(ACCESS)).toEqual({
    kind: 'ok',
    value: {
      netPaise: 930_340n,
      availableCashPaise: 930_340n,
      collateralPaise: 0n,
      utilisedDebitsPaise: 69_660n,
      unrealisedPaise: undefined,
      realisedPaise: undefined,
      estimatedFreeCashPaise: 1_000_000n,
      movedTodayPaise: 15_000n,
    },
  });
});

test('funds without a balance are no funds of nought', async () => {
  stub.answer(PATHS.funds, ok({ net: '' }));
  expect(await client().sessions.funds(ACCESS)).toEqual({ kind: 'unavailable', cause: 'unreadable_reply' });
});

test('a read is repeated twice after passing failures, and then given up', async () => {
  stub.answer(PATHS.search, { body: '' }, refused('AB2001', 'Internal Error'), ok([]));
  const market = client().marketData(ACCESS);
  expect(await market.search('NSE', 'SBIN')).toEqual({ kind: 'ok', value: [] });
  expect(stub.requests).toHaveLength(3);
  stub.requests.length = 0;
  stub.answer(PATHS.search, { status: 503, body: 'down' });
  expect(await market.search('NSE', 'SBIN')).toEqual({ kind: 'unavailable', cause: 'broker_fault' });
  expect(stub.requests).toHaveLength(3);
});

test('a log-out, a refusal, a firewall page and an ended session are not repeated', async () => {
  const api = client();
  stub.answer(PATHS.logOut, { body: '' });
  expect(await api.sessions.logOut(ACCESS)).toEqual({ kind: 'unavailable', cause: 'empty_reply' });
  for (const [answer, outcome] of [
    [refused('AB1009', 'Symbol Not Found'), { kind: 'refused', code: 'AB1009', message: 'Symbol Not Found' }],
    [FIREWALL_PAGE, { kind: 'unavailable', cause: 'blocked' }],
    [gateway('AG8002', 'Token Expired'), { kind: 'session_expired' }],
  ] as const) {
    stub.answer(PATHS.lastPrice, answer);
    expect(await api.marketData(ACCESS).lastPrice(SBIN)).toEqual(outcome);
  }
  expect(stub.requests).toHaveLength(4);
});

test('a rate refusal holds back the client’s next call of that kind for a second', async () => {
  stub.answer(PATHS.lastPrice, RATE_REFUSAL, ok({ ltp: 812.5 }));
  const start = quickTiming.monotonic();
  expect(await client().marketData(ACCESS).lastPrice(SBIN)).toEqual({ kind: 'ok', value: 81_250 });
  expect(quickTiming.monotonic() - start).toBeGreaterThanOrEqual(1_000);
});

test('an answer that takes too long, headers or body, is a timeout', async () => {
  // Long enough for the request to arrive on a busy machine.
  const api = client({ timeoutMs: 500 });
  stub.answer(PATHS.lastPrice, { ...ok({ ltp: 1 }), delayMs: 2_000 });
  expect(await api.marketData(ACCESS).lastPrice(SBIN)).toEqual({ kind: 'unavailable', cause: 'timeout' });
  stub.answer(PATHS.lastPrice, { ...ok({ ltp: 1 }), delayBodyMs: 2_000 });
  expect(await api.marketData(ACCESS).lastPrice(SBIN)).toEqual({ kind: 'unavailable', cause: 'timeout' });
  expect(stub.requests).toHaveLength(2);
});

test('a connection that breaks, and a server that is not there, are network failures', async () => {
  stub.answer(PATHS.lastPrice, { ...ok({ ltp: 1 }), cutOff: true });
  expect(await client().marketData(ACCESS).lastPrice(SBIN)).toEqual({ kind: 'unavailable', cause: 'network' });
  expect(stub.requests).toHaveLength(3);
  const nowhere = client({ baseUrl: 'http://127.0.0.1:9' });
  expect(await nowhere.marketData(ACCESS).lastPrice(SBIN)).toEqual({ kind: 'unavailable', cause: 'network' });
});

test('the API key does not follow a redirect', async () => {
  stub.answer(PATHS.profile, { status: 307, headers: { location: `${stub.url}/elsewhere` }, body: '' });
  expect((await client().sessions.profile(ACCESS)).kind).toBe('unavailable');
  expect(stub.requests.every((request) => request.path === PATHS.profile)).toBe(true);
});

test('quotes go out in batches of fifty, each instrument once, and missing ones are named', async () => {
  const depth = {
    buy: [
      { price: 812.45, quantity: 10, orders: 2 },
      { price: 0, quantity: 0, orders: 0 },
    ],
    sell: [],
  };
  const full = {
    exchange: 'NSE',
    tradingSymbol: 'SBIN-EQ',
    symbolToken: '3045',
    ltp: 812.5,
    open: 810,
    close: '808.10',
  };
  stub.answer(
    PATHS.quote,
    ok({ fetched: [{ ...full, exchTradeTime: '21-Jun-2026 10:46:10', tradeVolume: 12, depth }], unfetched: [] }),
    ok({
      fetched: [],
      unfetched: [{ exchange: 'NSE', symbolToken: '9', message: 'Symbol token cannot be empty', errorCode: 'AB4018' }],
    }),
  );
  const instruments = Array.from({ length: 70 }, (_, i) => ({ exchange: 'NSE' as const, token: String(i) }));
  const reply = await client()
    .marketData(ACCESS)
    .quotes([...instruments, ...instruments.slice(0, 5)]);
  expect(reply).toMatchObject({
    kind: 'ok',
    value: {
      quotes: [
        {
          token: '3045',
          lastPaise: 81_250,
          previousClosePaise: 80_810,
          highPaise: undefined,
          volume: 12,
          lastTradeAt: Date.parse('2026-06-21T10:46:10+05:30'),
          bids: [{ pricePaise: 81_245, quantity: 10, orders: 2 }],
          asks: [],
        },
      ],
      missing: [{ exchange: 'NSE', token: '9', code: 'AB4018' }],
    },
  });
  const sent = stub.requests.map((request) => request.body);
  expect(sent).toMatchObject([
    { mode: 'FULL', exchangeTokens: { NSE: instruments.slice(0, 50).map((one) => one.token) } },
    { mode: 'FULL' },
  ]);
  expect(JSON.stringify(sent[1])).toContain('"69"');
});

test('a quote without a price makes the answer unreadable instead of a price of nought', async () => {
  stub.answer(PATHS.quote, ok({ fetched: [{ exchange: 'NSE', tradingSymbol: 'X', symbolToken: '1', ltp: null }] }));
  expect(await client().marketData(ACCESS).quotes([SBIN])).toEqual({ kind: 'unavailable', cause: 'unreadable_reply' });
});

test('candles over two windows are joined, and one failing window fails the whole', async () => {
  stub.answer(
    PATHS.candles,
    ok([['2026-01-01T09:15:00+05:30', 1, 2, 0.5, 1.5, 10]]),
    ok([['2026-02-02T09:15:00+05:30', 3, 4, 2.5, 3.5, 20]]),
    ok(null),
    refused('AB1012', "To datetime can't be greater than current datetime"),
  );
  const request = {
    instrument: SBIN,
    interval: '1m',
    from: Date.parse('2026-01-01T09:15:00+05:30'),
    to: Date.parse('2026-02-05T15:30:00+05:30'),
  } as const;
  const market = client().marketData(ACCESS);
  const reply = await market.candles(request);
  expect(reply.kind === 'ok' && reply.value.map((bar) => bar.close)).toEqual([150, 350]);
  expect(stub.requests[0]?.body).toEqual({
    exchange: 'NSE',
    symboltoken: '3045',
    interval: 'ONE_MINUTE',
    fromdate: '2026-01-01 09:15',
    todate: '2026-01-30 23:59',
  });
  expect(await market.candles(request)).toMatchObject({ kind: 'refused', code: 'AB1012' });
});

test('the instrument list arrives in pieces, with unknown rows counted', async () => {
  const row = {
    symbol: 'SBIN-EQ',
    name: 'SBIN',
    expiry: '',
    strike: '-1.000000',
    lotsize: '1',
    instrumenttype: '',
    exch_seg: 'NSE',
    tick_size: '10.000000',
  };
  const rows = Array.from({ length: 2500 }, (_, i) => ({ ...row, token: String(i + 1) }));
  stub.answer('/master.json', { body: [...rows, { ...row, token: '7', exch_seg: 'CDS' }] });
  const tokens: string[] = [];
  let pieces = 0;
  const reply = await client()
    .marketData(ACCESS)
    .readInstruments((piece) => {
      pieces += 1;
      tokens.push(...piece.map((one) => one.token));
    });
  expect(reply).toEqual({ kind: 'ok', value: { accepted: 2500, skipped: 1 } });
  expect(tokens).toEqual(rows.map((one) => one.token));
  expect(pieces).toBeGreaterThan(1);
  expect(stub.requests[0]?.headers['x-privatekey']).toBeUndefined();
});

test('an instrument list that breaks off is a failure, not a shorter list', async () => {
  const market = client().marketData(ACCESS);
  stub.answer(
    '/master.json',
    { body: [{ token: '1' }, { token: '2' }], cutOff: true },
    { body: '[{"token":"1"}' },
    FIREWALL_PAGE,
    { status: 500, body: 'no' },
  );
  const accept = (): void => undefined;
  expect(await market.readInstruments(accept)).toEqual({ kind: 'unavailable', cause: 'network' });
  expect(await market.readInstruments(accept)).toEqual({ kind: 'unavailable', cause: 'unreadable_reply' });
  expect(await market.readInstruments(accept)).toEqual({ kind: 'unavailable', cause: 'unreadable_reply' });
  expect(await market.readInstruments(accept)).toEqual({ kind: 'unavailable', cause: 'broker_fault' });
});

test('calls beyond the rate budget wait, and are told when their turn will not come in time', async () => {
  stub.answer(PATHS.lastPrice, ok({ ltp: 1 }));
  const api = client({ limits: { lastPrice: [{ calls: 2, windowMs: 300 }] }, maxQueueWaitMs: 550 }, systemTiming);
  const start = performance.now();
  const replies = await Promise.all(Array.from({ length: 8 }, () => api.marketData(ACCESS).lastPrice(SBIN)));
  expect(replies.filter((reply) => reply.kind === 'ok')).toHaveLength(4);
  expect(replies.filter((reply) => reply.kind === 'rate_limited')).toHaveLength(4);
  expect(stub.requests).toHaveLength(4);
  expect(performance.now() - start).toBeGreaterThanOrEqual(300);
});

test('currency is refused without asking the broker, as its prices do not fit into paise', async () => {
  const market = client().marketData(ACCESS);
  const usd = { exchange: 'CDS', token: '1', tradingSymbol: 'USDINR' } as const;
  for (const reply of [await market.quotes([usd]), await market.lastPrice(usd), await market.search('CDS', 'USD')]) {
    expect(reply).toMatchObject({ kind: 'refused', code: 'UNSUPPORTED_EXCHANGE' });
  }
  expect(stub.requests).toHaveLength(0);
});
