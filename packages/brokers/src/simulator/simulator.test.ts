import { once } from 'node:events';
import { connect } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  SIM_TOTP_SECRET,
  type Simulator,
  startSimulator,
} from './index.ts';

const S = '/rest/secure/angelbroking';
const LOGIN = '/rest/auth/angelbroking/user/v1/loginByPassword';
const CONTROL_TOKEN = 'control-of-the-test';
const zTokens = z.object({ jwtToken: z.string(), refreshToken: z.string(), feedToken: z.string() });
const zRows = z.array(z.array(z.union([z.string(), z.number()])));

let simulator: Simulator;
let now = Date.parse('2026-11-20T22:00:00+05:30');
let jwt = '';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** Calls the broker; the clock moves on by two seconds so that only tests about limits meet them. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  now += 2_000;
  const sent = Object.entries({ 'x-privatekey': SIM_API_KEY, authorization: `Bearer ${jwt}`, ...headers });
  const response = await fetch(`${simulator.url}${path}`, {
    method,
    headers: Object.fromEntries(sent.filter(([, value]) => value !== '')),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    body: text.startsWith('{') ? z.record(z.string(), z.unknown()).parse(JSON.parse(text)) : {},
  };
}

async function control(path: string, order: unknown): Promise<Answer> {
  return call('POST', `/__sim/${path}`, order, { 'x-sim-control': CONTROL_TOKEN });
}

async function signIn(): Promise<z.infer<typeof zTokens>> {
  now += 90_000;
  const totp = new TOTP({ secret: Secret.fromBase32(SIM_TOTP_SECRET) }).generate({ timestamp: now + 2_000 });
  const answer = await call('POST', LOGIN, { clientcode: 'S100001', password: SIM_PIN, totp, state: 'abc' });
  expect(answer.body).toMatchObject({ status: true, message: 'SUCCESS', errorcode: '', data: { state: 'abc' } });
  return zTokens.parse(answer.body['data']);
}

beforeAll(async () => {
  const source = createSyntheticSource({ seed: 4, startAt: Date.parse('2025-07-07T11:00:30+05:30') });
  simulator = await startSimulator({
    source,
    store: createMemoryStore(),
    speed: 30,
    seed: 4,
    port: 0,
    paused: true,
    controlToken: CONTROL_TOKEN,
    wall: () => now,
  });
});
beforeEach(async () => {
  await control('faults', { clear: true });
  jwt = (await signIn()).jwtToken;
});
afterAll(() => simulator.close());

describe('the gateway', () => {
  test.each([
    ['a missing token', { authorization: '' }, 'AG8003'],
    ['an unknown token', { authorization: 'Bearer a.b.c' }, 'AG8001'],
    ['an unknown API key', { 'x-privatekey': 'nobody' }, 'AG8001'],
  ])('answers %s with its own envelope and HTTP 200', async (_, headers, errorCode) => {
    const answer = await call('GET', `${S}/user/v1/getProfile`, undefined, headers);
    expect(answer).toMatchObject({ status: 200, body: { success: false, errorCode, data: '' } });
    expect(answer.body).not.toHaveProperty('status');
  });

  test('answers an expired token with AG8002, and lets it be refreshed', async () => {
    const tokens = await signIn();
    jwt = tokens.jwtToken;
    await control('faults', { expireTokens: 'access' });
    expect((await call('GET', `${S}/user/v1/getProfile`)).body).toMatchObject({ errorCode: 'AG8002' });
    const path = '/rest/auth/angelbroking/jwt/v1/generateTokens';
    const renewed = await call('POST', path, { refreshToken: tokens.refreshToken, jwtToken: jwt });
    jwt = zTokens.parse(renewed.body['data']).jwtToken;
    expect((await call('GET', `${S}/user/v1/getProfile`)).body).toMatchObject({ status: true });
  });

  test.each([
    ['/order-service', '', 'POST', '/order/v1/getLtpData'],
    ['/gtt-service', '/', 'POST', '/order/v1/getLtpData'],
    ['', '/', 'POST', '/order/v1/getLtpData'],
  ])('takes the path with the prefix "%s" and the ending "%s"', async (prefix, ending, method, path) => {
    const body = { exchange: 'NSE', tradingsymbol: 'SBIN-EQ', symboltoken: 3045 };
    const answer = await call(method, `${prefix}${S}${path}${ending}`, body, { 'content-type': '' });
    expect(answer.body).toMatchObject({ status: true, data: { tradingsymbol: 'SBIN-EQ', symboltoken: '3045' } });
  });

  test('reads no sense into a body that is not JSON', async () => {
    expect((await call('POST', `${S}/order/v1/getLtpData`, 'null')).body).toMatchObject({
      status: false,
      errorcode: 'AB1018',
    });
    expect((await call('POST', `${S}/order/v1/getLtpData`, '{{')).body).toMatchObject({ status: false, data: null });
  });

  test('the withdrawn login meets the firewall', async () => {
    expect((await call('POST', '/rest/auth/angelbroking/user/v1/loginByMpin', {})).text).toContain('Request Rejected');
  });

  test('beyond the rate a call gets 403 in plain text, per client, and the limit can be switched off', async () => {
    const many = async (): Promise<number[]> => {
      const frozen = now;
      const answers: Answer[] = [];
      for (let i = 0; i < 4; i += 1) {
        now = frozen;
        answers.push(await call('GET', `${S}/user/v1/getRMS`));
      }
      return answers.map((answer) => answer.status);
    };
    expect(await many()).toEqual([200, 200, 403, 403]);
    await control('faults', { rateLimit: false });
    expect(await many()).toEqual([200, 200, 200, 200]);
  });
});

describe('faults', () => {
  const profile = (): Promise<Answer> => call('GET', `${S}/user/v1/getProfile`);

  test('hit the named route as often as ordered, then it is well again', async () => {
    await control('faults', { routes: [{ route: 'getProfile', kind: 'ab1004', times: 2 }] });
    expect((await call('GET', `${S}/user/v1/getRMS`)).body).toMatchObject({ status: true });
    for (const errorcode of ['AB1004', 'AB1004', '']) expect((await profile()).body).toMatchObject({ errorcode });
  });

  test.each([
    ['empty', { status: 200, text: '' }],
    ['waf', { status: 200, text: expect.stringContaining('<html') }],
    ['http', { status: 503 }],
    ['null', { status: 200, body: { status: true, data: null } }],
  ])('%s', async (kind, expected) => {
    await control('faults', { routes: [{ route: '*', kind, status: 503 }] });
    expect(await profile()).toMatchObject(expected);
  });

  test('a slow answer comes late and whole', async () => {
    await control('faults', { routes: [{ route: 'getProfile', kind: 'slow', ms: 120 }] });
    const started = performance.now();
    expect((await profile()).body).toMatchObject({ status: true });
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
  });

  test('an answer spoilt afterwards hides a call that took effect', async () => {
    await control('faults', { routes: [{ route: 'logout', kind: 'empty', when: 'after', times: 1 }] });
    expect((await call('POST', `${S}/user/v1/logout`, { clientcode: 'S100001' })).text).toBe('');
    expect((await profile()).body).toMatchObject({ errorCode: 'AG8001' });
  });
});

describe('market data', () => {
  const candles = (over: object): Promise<Answer> =>
    call('POST', `${S}/historical/v1/getCandleData`, {
      exchange: 'NSE',
      symboltoken: '3045',
      interval: 'ONE_MINUTE',
      fromdate: '2025-07-07 09:15',
      todate: '2025-07-07 10:00',
      ...over,
    });

  test('candles are arrays of an Indian time, four rupee prices and a volume, ends included', async () => {
    const rows = zRows.parse((await candles({})).body['data']);
    expect(rows).toHaveLength(46);
    expect(rows[0]?.[0]).toBe('2025-07-07T09:15:00+05:30');
    expect(rows[45]?.[0]).toBe('2025-07-07T10:00:00+05:30');
    expect(rows.every((row) => Number.isInteger(Math.round(Number(row[4]) * 100)) && Number(row[5]) > 0)).toBe(true);
  });

  test('the growing candle is the last, and what the clock has not reached does not exist', async () => {
    const rows = zRows.parse((await candles({ todate: '2025-07-07 15:30' })).body['data']);
    expect(rows.at(-1)?.[0]).toBe('2025-07-07T11:00:00+05:30');
  });

  test('a broker that is behind with its candles leaves the last ones out, the growing one too, until it has caught up', async () => {
    const last = async (): Promise<unknown> =>
      zRows.parse((await candles({ todate: '2025-07-07 15:30' })).body['data']).at(-1)?.[0];
    await control('faults', { candleLagSeconds: 120 });
    expect(await last()).toBe('2025-07-07T10:57:00+05:30');
    expect((await candles({ interval: 'ONE_DAY', fromdate: '2025-07-03 00:00' })).body['data']).toHaveLength(3);
    await control('faults', { candleLagSeconds: 0 });
    expect(await last()).toBe('2025-07-07T11:00:00+05:30');
  });

  test('a daily candle is stamped midnight, and a later time of day leaves the first day out', async () => {
    const days = async (fromdate: string): Promise<unknown[]> =>
      zRows.parse((await candles({ interval: 'ONE_DAY', fromdate })).body['data']).map((row) => row[0]);
    expect(await days('2025-07-03 00:00')).toEqual(['03', '04', '07'].map((day) => `2025-07-${day}T00:00:00+05:30`));
    expect(await days('2025-07-03 09:15')).toHaveLength(2);
  });

  test.each([
    ['a date with seconds', { fromdate: '2025-07-07 09:15:00' }, { status: 400 }],
    ['a day that does not exist', { fromdate: '2025-06-31 09:15' }, { status: 400 }],
    ['31 days of minutes', { fromdate: '2025-06-06 09:15' }, { body: { errorcode: 'AB1004' } }],
    ['an end before the beginning', { todate: '2025-07-07 09:00' }, { body: { errorcode: 'AB1004' } }],
    ['an unknown interval', { interval: 'TWO_MINUTE' }, { body: { errorcode: 'AB1004' } }],
    ['tomorrow', { todate: '2025-07-08 09:15' }, { body: { errorcode: 'AB1012' } }],
    ['an unknown token', { symboltoken: '26000' }, { body: { errorcode: 'AB4006' } }],
  ])('refuses %s', async (_, over, expected) => {
    expect(await candles(over)).toMatchObject(expected);
  });

  test('a Sunday has no candles', async () => {
    expect((await candles({ fromdate: '2025-07-06 00:00', todate: '2025-07-06 23:59' })).body).toMatchObject({
      data: [],
    });
  });

  test('a quote agrees with the growing daily candle', async () => {
    const quote = (mode: string, tokens: string[]): Promise<Answer> =>
      call('POST', `${S}/market/v1/quote/`, { mode, exchangeTokens: { NSE: tokens } });
    const [day] = zRows.parse((await candles({ interval: 'ONE_DAY', fromdate: '2025-07-07 00:00' })).body['data']);
    const answer = await quote('FULL', ['3045', '']);
    expect(answer.body['data']).toMatchObject({
      fetched: [
        {
          open: day?.[1],
          high: day?.[2],
          low: day?.[3],
          ltp: day?.[4],
          tradeVolume: day?.[5],
          exchFeedTime: '07-Jul-2025 11:00:30',
        },
      ],
      unfetched: [{ exchange: 'NSE', symbolToken: '', errorCode: 'AB4018' }],
    });
    expect((await quote('FULL', Array<string>(51).fill('3045'))).body).toMatchObject({ status: false });
    expect((await quote('LTP', ['99926000'])).body['data']).toMatchObject({
      fetched: [{ exchange: 'NSE', tradingSymbol: 'Nifty 50', symbolToken: '99926000', ltp: expect.any(Number) }],
    });
  });

  test('the instrument master needs no login and holds strings only, ticks in paise', async () => {
    const answer = await call('GET', '/OpenAPI_File/files/OpenAPIScripMaster.json', undefined, {
      'x-privatekey': '',
      authorization: '',
    });
    const rows = z.array(z.record(z.string(), z.string())).parse(JSON.parse(answer.text));
    expect(rows).toHaveLength(41);
    expect(rows).toContainEqual({
      token: '3045',
      symbol: 'SBIN-EQ',
      name: 'SBIN',
      expiry: '',
      strike: '-1.000000',
      lotsize: '1',
      instrumenttype: '',
      exch_seg: 'NSE',
      tick_size: '5.000000',
    });
    expect(rows).toContainEqual(
      expect.objectContaining({ token: '99926009', symbol: 'Nifty Bank', instrumenttype: 'AMXIDX' }),
    );
  });
});

test('callers of a stream that is not there, who hang up before they are told, end nothing', async () => {
  const { port } = new URL(simulator.url);
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    // Some before it is read, some after.
    await new Promise((resolve) => setTimeout(resolve, i % 3));
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  expect((await control('clock', { speed: 1 })).status).toBe(200);
});

describe('the control door', () => {
  test('does not exist without its token', async () => {
    for (const token of ['', 'wrong', `${CONTROL_TOKEN}x`]) {
      const answer = await call('GET', '/__sim/state', undefined, { 'x-sim-control': token });
      expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
    }
  });

  test('says what is wrong with an order, and changes nothing', async () => {
    expect(await control('clock', { speed: -1 })).toMatchObject({ status: 400 });
    expect(await control('faults', { routs: [] })).toMatchObject({ status: 400 });
    expect(await control('faults', '{')).toMatchObject({ status: 400 });
  });

  test('steps and jumps a clock that stands', async () => {
    const before = simulator.exchange.now();
    await control('clock', { stepSeconds: 90 });
    expect(simulator.exchange.now()).toBe(before + 90_000);
    const jumped = await control('clock', { jumpTo: '2025-07-08T10:00:00+05:30' });
    expect(jumped.body).toMatchObject({
      clock: { now: '2025-07-08T10:00:00+05:30', paused: true },
      market: { open: true },
    });
    await control('clock', { jumpTo: '2025-07-07T11:00:30+05:30' });
    expect(simulator.exchange.now()).toBe(before);
  });
});
