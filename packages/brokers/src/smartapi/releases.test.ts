import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSmartApi } from './client.ts';
import { PATHS } from './endpoints.ts';
import { CDSL_FORM_URL } from './releases.ts';
import { ACCESS } from './testing/fixtures.ts';
import { quickTiming } from './testing/quick-timing.ts';
import { ok, refused, type StubServer, startStubServer } from './testing/stub-server.ts';

const BEGUN = {
  ReqId: '2607281234567',
  ReturnURL: 'https://trade.example/back',
  DPId: '33200',
  BOID: '1203320012345678',
  TransDtls: 'an opaque text',
  version: '1.1',
};
const SHARE = { isin: 'INE062A01020', quantity: 5 };
const PAN = 'ABCPE1234F';

let stub: StubServer;
const logged: string[] = [];
beforeEach(async () => {
  stub = await startStubServer();
});
afterEach(() => stub.close());

function releases() {
  const log = (entry: object) => void logged.push(JSON.stringify(entry));
  return createSmartApi({ baseUrl: stub.url }, { random: () => 0, timing: quickTiming, log }).releases(ACCESS);
}

test('a request for a share is answered with the form that the browser posts at the depository', async () => {
  stub.answer(PATHS.beginRelease, ok(BEGUN));
  expect(await releases().begin(SHARE)).toMatchObject({
    kind: 'ok',
    value: {
      requestId: BEGUN.ReqId,
      form: {
        action: `${stub.url}/eDIS/VerifyDIS/`,
        fields: { DPId: '33200', ReqId: BEGUN.ReqId, Version: '1.1', TransDtls: BEGUN.TransDtls },
      },
    },
  });
  expect(stub.requests[0]?.body).toEqual({ isin: SHARE.isin, quantity: '5' });
});

test('at the real broker the form goes to CDSL', () => {
  expect(createSmartApi().releaseFormUrl).toBe(CDSL_FORM_URL);
});

test('a request that is registered already is used again', async () => {
  stub.answer(PATHS.beginRelease, {
    body: { status: false, message: 'Already registered', errorcode: 'AG1000', data: BEGUN },
  });
  expect(await releases().begin(SHARE)).toMatchObject({ kind: 'ok', value: { requestId: BEGUN.ReqId } });
});

test('one of which only the number comes back makes no form, and says so', async () => {
  const data = { ReqId: BEGUN.ReqId };
  stub.answer(PATHS.beginRelease, {
    body: { status: false, message: 'Already registered', errorcode: 'AG1000', data },
  });
  expect(await releases().begin(SHARE)).toMatchObject({
    kind: 'refused',
    code: 'AG1000',
    message: expect.stringContaining('open already'),
  });
});

test('what the broker refuses is told in its words', async () => {
  stub.answer(PATHS.beginRelease, refused('AG2001', 'Error in the authorisation of holdings'));
  expect(await releases().begin(SHARE)).toMatchObject({
    kind: 'refused',
    message: 'Error in the authorisation of holdings',
  });
});

test('a TPIN is asked for with the PAN, which stands in no log and in no text that comes back', async () => {
  stub.answer(PATHS.beginRelease, ok(BEGUN));
  stub.answer(PATHS.sendTpin, ok(''), refused('AG2001', `No account for ${PAN}`));
  const begun = await releases().begin(SHARE);
  if (begun.kind !== 'ok') throw new Error(begun.kind);
  expect(await releases().sendTpin(begun.value, PAN)).toEqual({ kind: 'ok', value: null });
  expect(stub.requests.at(-1)?.body).toEqual({
    dpId: '33200',
    ReqId: BEGUN.ReqId,
    boid: BEGUN.BOID,
    pan: PAN,
  });
  const second = await releases().sendTpin(begun.value, PAN);
  expect(second.kind).toBe('refused');
  expect(JSON.stringify([second, logged])).not.toContain(PAN);
});

test.each([
  [[{ TxnReqId: '1', TxnId: 'T1', Status: 1, Errorcode: '' }], '', { status: 'released', text: '' }],
  [[{ TxnReqId: '1', TxnId: 'T1', Status: '1', Errorcode: '' }], '', { status: 'released', text: '' }],
  [[{ TxnReqId: '1', TxnId: '', Status: 0, Errorcode: '' }], '', { status: 'waiting', text: '' }],
  [null, '', { status: 'waiting', text: '' }],
  [
    [{ TxnReqId: '1', TxnId: 'T1', Status: 0, Errorcode: 'E42' }],
    'Wrong TPIN',
    { status: 'refused', text: 'Wrong TPIN' },
  ],
  [[{ TxnReqId: '1', TxnId: 'T1', Status: 0, Errorcode: 'E42' }], '', { status: 'refused', text: 'E42' }],
])('the records %j with the remark “%s” mean %j', async (records, Remarks, outcome) => {
  const result = { ReqId: BEGUN.ReqId, ResError: '', Remarks, RecordResDtls: records };
  stub.answer(PATHS.releaseOutcome, ok({ TransResDtls: result }));
  expect(await releases().outcome(BEGUN.ReqId)).toEqual({ kind: 'ok', value: outcome });
});
