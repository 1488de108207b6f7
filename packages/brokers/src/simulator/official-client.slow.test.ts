import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  type Simulator,
  startSimulator,
} from './index.ts';
import { oneTimeCode as code, officialPackage } from './testing/official-package.ts';

const zTokens = z.object({ jwtToken: z.string(), refreshToken: z.string(), feedToken: z.string() });
const zTick = z.looseObject({ subscription_mode: z.string(), token: z.string(), last_traded_price: z.string() });
const CLIENT = 'S100001';

describe("the broker's own client package, unmodified", () => {
  let simulator: Simulator;
  let folder: string;
  const home = process.cwd();

  beforeAll(async () => {
    // It writes error.log, requests included, into the working directory.
    folder = await mkdtemp(join(tmpdir(), 'official-client-'));
    process.chdir(folder);
    const source = createSyntheticSource({ seed: 7, startAt: Date.parse('2025-07-07T10:00:30+05:30') });
    simulator = await startSimulator({ source, store: createMemoryStore(), speed: 30, seed: 7, port: 0 });
  });

  afterAll(async () => {
    await simulator.close();
    process.chdir(home);
    await rm(folder, { recursive: true, force: true });
  });

  test('signs in, reads profile, funds, candles and quotes, and refreshes its tokens', async () => {
    const { SmartAPI } = officialPackage(simulator);
    const api = new SmartAPI({ api_key: SIM_API_KEY, root: simulator.url });
    const session = await api.generateSession(CLIENT, SIM_PIN, code());
    expect(session).toMatchObject({ status: true, message: 'SUCCESS', errorcode: '' });
    const tokens = zTokens.parse(session.data);
    expect(tokens.jwtToken.split('.')).toHaveLength(3);

    expect(await api.getProfile()).toMatchObject({ status: true, data: { clientcode: CLIENT, brokerid: 'B2C' } });
    expect(await api.getRMS()).toMatchObject({ status: true, data: { availablecash: '1000000.0000' } });

    const candles = await api.getCandleData({
      exchange: 'NSE',
      symboltoken: '3045',
      interval: 'FIVE_MINUTE',
      fromdate: '2025-07-04 09:15',
      todate: '2025-07-04 15:30',
    });
    expect(candles.data).toHaveLength(75);
    expect(candles.data[0]).toEqual(['2025-07-04T09:15:00+05:30', ...Array(5).fill(expect.any(Number))]);

    const quotes = await api.marketData({ mode: 'FULL', exchangeTokens: { NSE: ['3045', '99926000', '1'] } });
    expect(quotes.data.fetched).toHaveLength(2);
    expect(quotes.data.fetched[0]).toMatchObject({ tradingSymbol: 'SBIN-EQ', symbolToken: '3045' });
    expect(quotes.data.fetched[0].depth.buy).toHaveLength(5);
    expect(quotes.data.unfetched).toMatchObject([{ exchange: 'NSE', symbolToken: '1' }]);

    expect(await api.searchScrip({ exchange: 'NSE', searchscrip: 'SBIN' })).toEqual([
      { exchange: 'NSE', tradingsymbol: 'SBIN-EQ', symboltoken: '3045' },
    ]);

    const renewed = await api.generateToken(tokens.refreshToken);
    expect(zTokens.parse(renewed.data).jwtToken).not.toBe(tokens.jwtToken);
    expect(await api.getProfile()).toMatchObject({ status: true });
    expect(await api.logout(CLIENT)).toMatchObject({ status: true });
  });

  test('its session-expiry hook fires on an unknown token', async () => {
    const { SmartAPI } = officialPackage(simulator);
    const api = new SmartAPI({ api_key: SIM_API_KEY, root: simulator.url, access_token: 'a.b.c' });
    let fired = 0;
    api.setSessionExpiryHook(() => {
      fired += 1;
    });
    expect(await api.getProfile()).toEqual({ success: false, message: 'Invalid Token', errorCode: 'AG8001', data: '' });
    expect(fired).toBe(1);
  });

  test('decodes the three kinds of packet that the stream sends', async () => {
    const { SmartAPI, WebSocketV2 } = officialPackage(simulator);
    const api = new SmartAPI({ api_key: SIM_API_KEY, root: simulator.url });
    const { data } = await api.generateSession('S100002', SIM_PIN, code());
    const socket = new WebSocketV2({
      clientcode: 'S100002',
      jwttoken: data.jwtToken,
      apikey: SIM_API_KEY,
      feedtype: data.feedToken,
    });
    const seen = new Map<string, Record<string, unknown>>();
    const all = new Promise<void>((resolve) => {
      socket.on('tick', (received: unknown) => {
        const tick = zTick.safeParse(received);
        if (tick.success) seen.set(tick.data.subscription_mode, tick.data);
        if (seen.size === 3) resolve();
      });
    });
    await socket.connect();
    for (const mode of [1, 2, 3]) socket.fetchData({ action: 1, mode, exchangeType: 1, tokens: ['3045'] });
    await all;
    socket.close();

    const price = simulator.exchange.quoteOf('3045');
    for (const tick of seen.values()) {
      expect(tick).toMatchObject({ exchange_type: '1', token: '"3045"' });
      expect(Math.abs(Number(tick['last_traded_price']) / (price?.last ?? 1) - 1)).toBeLessThan(0.02);
    }
    expect(seen.get('2')).toMatchObject({ close_price: String(price?.previousClose) });
    const snap = seen.get('3');
    expect(snap?.['best_5_buy_data']).toHaveLength(5);
    expect(snap?.['best_5_sell_data']).toHaveLength(5);
    const bands = [Number(snap?.['upper_circuit']), Number(snap?.['lower_circuit'])];
    expect(bands[0]).toBeGreaterThan(bands[1] ?? 0);
    expect(Number(snap?.['fiftytwo_week_high'])).toBeGreaterThan(Number(snap?.['fiftytwo_week_low']));
  });
});
