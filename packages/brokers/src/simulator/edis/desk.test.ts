import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { SimHolding } from '../orders/types.ts';
import { type DeskServer, startDeskServer } from '../rest/testing/desk-server.ts';
import { createMemoryStore, type SimulatorStore } from '../store.ts';
import { SIM_EDIS_OTP, SIM_TPIN } from './desk.ts';

const S = '/rest/secure/angelbroking/edis/v1';
const WITHOUT_DDPI = 'S100007';
const zBegun = z.object({
  errorcode: z.string(),
  data: z.object({
    ReqId: z.string(),
    ReturnURL: z.string(),
    DPId: z.string(),
    BOID: z.string().regex(/^\d{16}$/),
    TransDtls: z.string(),
    version: z.string(),
  }),
});
const holding: SimHolding = {
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  isin: 'INE062A01020',
  quantity: 12,
  t1Quantity: 2,
  settledQuantity: 10,
  authorisedQuantity: 0,
  costPaise: 12 * 780_25,
  lastPaise: 812_50,
  previousClosePaise: 809_05,
};

let store: SimulatorStore;
let server: DeskServer;
beforeEach(async () => {
  store = createMemoryStore();
  server = await startDeskServer({ store });
  server.script.holdings = [holding];
});
afterEach(() => server.close());

const call = async (name: string, body: unknown, client = WITHOUT_DDPI): Promise<unknown> =>
  (await server.call('POST', `${S}/${name}`, body, client)).body;
const begin = async (quantity: unknown = '5') =>
  zBegun.parse(await call('verifyDis', { isin: holding.isin, quantity })).data;
type Begun = Awaited<ReturnType<typeof begin>>;
const sendTpin = (begun: Begun, over: object = {}): Promise<unknown> =>
  call('generateTPIN', { dpId: begun.DPId, ReqId: begun.ReqId, boid: begun.BOID, pan: 'ABCPE1234F', ...over });
const form = (begun: Begun, over: Record<string, string> = {}): string =>
  new URLSearchParams({
    DPId: begun.DPId,
    ReqId: begun.ReqId,
    Version: begun.version,
    TransDtls: begun.TransDtls,
    ...over,
  }).toString();
const page = (body: string) => server.call('POST', '/eDIS/VerifyDIS/', body);
const status = async (ReqId: string): Promise<unknown> => {
  const zStatus = z.object({ data: z.object({ TransResDtls: z.object({ RecordResDtls: z.array(z.unknown()) }) }) });
  return zStatus.parse(await call('getTranStatus', { ReqId })).data.TransResDtls.RecordResDtls[0];
};

test("an owner releases shares: request, TPIN, the depository's page, and the record of it", async () => {
  const begun = await begin();
  expect(await status(begun.ReqId)).toMatchObject({ Status: 0 });
  expect(await sendTpin(begun)).toMatchObject({ status: true });
  const asks = await page(form(begun));
  expect(asks.text).toContain('name="TPIN"');
  expect(asks.text).toContain(begun.ReqId);
  const done = await page(form(begun, { TPIN: SIM_TPIN, OTP: SIM_EDIS_OTP }));
  expect(done.status).toBe(200);
  expect(server.script.authorised).toEqual([{ token: '3045', quantity: 5 }]);
  expect(await status(begun.ReqId)).toMatchObject({ TxnReqId: begun.ReqId, Status: 1, Errorcode: '' });
});

test('a second request for the same share on the same day is the first one, AG1000', async () => {
  const first = await begin();
  const again = zBegun.parse(await call('verifyDis', { isin: holding.isin, quantity: 5 }));
  expect(again).toMatchObject({ errorcode: 'AG1000', data: { ReqId: first.ReqId } });
});

test.each([
  ['an account with a standing authorisation', { isin: holding.isin, quantity: 5 }, 'S100001'],
  ['a share that is not held', { isin: 'INE000000000', quantity: 5 }, WITHOUT_DDPI],
  ['more than is settled', { isin: holding.isin, quantity: 11 }, WITHOUT_DDPI],
  ['no quantity', { isin: holding.isin }, WITHOUT_DDPI],
])('%s gets no request', async (_, body, client) => {
  expect(await call('verifyDis', body, client)).toMatchObject({ status: false, errorcode: 'AG2001' });
});

test.each([{ dpId: '1' }, { boid: '1203320000100001' }, { pan: '1' }, { ReqId: '1' }])(
  'no TPIN is sent for %o',
  async (over) => {
    expect(await sendTpin(await begin(), over)).toMatchObject({ status: false, errorcode: 'AG2001' });
  },
);

test('a wrong TPIN, one that was never sent, a forged request and a used one release nothing', async () => {
  const begun = await begin();
  const right = { TPIN: SIM_TPIN, OTP: SIM_EDIS_OTP };
  expect((await page(form(begun, right))).status).toBe(403);
  await sendTpin(begun);
  expect((await page(form(begun, { ...right, TPIN: '000000' }))).status).toBe(403);
  expect((await page(form(begun, { ...right, TransDtls: 'forged' }))).status).toBe(404);
  expect(server.script.authorised).toEqual([]);
  expect((await page(form(begun, right))).status).toBe(200);
  expect((await page(form(begun, right))).status).toBe(404);
  expect(server.script.authorised).toHaveLength(1);
});

test('the page writes nothing of the form as markup', async () => {
  const { text } = await page('ReqId=%22%3E%3Cscript%3E');
  expect(text).not.toContain('<script>');
});

test('another client does not see a request', async () => {
  const { ReqId } = await begin();
  expect(await call('getTranStatus', { ReqId }, 'S100017')).toMatchObject({ status: false, errorcode: 'AG2001' });
});

test('a request outlives a restart of the broker, but not its day', async () => {
  const begun = await begin();
  await sendTpin(begun);
  await server.close();
  server = await startDeskServer({ store });
  server.script.holdings = [holding];
  expect(zBegun.parse(await call('verifyDis', { isin: holding.isin, quantity: 5 })).data.ReqId).toBe(begun.ReqId);
  server.exchange.jumpTo(server.exchange.now() + 86_400_000);
  expect((await page(form(begun, { TPIN: SIM_TPIN, OTP: SIM_EDIS_OTP }))).status).toBe(404);
  expect((await begin()).ReqId).not.toBe(begun.ReqId);
});
