import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWriteAnswer } from './write-reply.ts';

const answer = (body: unknown, httpStatus = 200) =>
  readWriteAnswer({ kind: 'answered', httpStatus, text: typeof body === 'string' ? body : JSON.stringify(body) });
const no = (errorcode: string, message: string, data: unknown = null) => ({ status: false, message, errorcode, data });
const gateway = (errorCode: string, message: string) => ({ success: false, message, errorCode, data: '' });
const page = '<html><head><title>Request Rejected</title></head><body>Support ID: 42</body></html>';
const tooFast = 'Access denied because of exceeding access rate';

test.each([
  ['an input error', no('AB1012', 'Invalid Product Type')],
  ['a tag that is too long', no('AB4008', 'ordertag length must be under 20 characters')],
  ['a cautionary listing', no('AB4036', 'categorised under cautionary listings')],
  ['words of the exchange without a code', no('', 'Order price is beyond the Limit Price Protection range')],
  ['an order that is not there', no('AB1013', 'Order not found')],
  ['a strange IP address', gateway('AG7002', 'Access denied: Unregistered IP address.')],
  ['a body that the gateway cannot read', no('AB1009', 'Symbol Not Found'), 400],
])('%s is a refusal in the words of the broker', (_name, body, status = 200) => {
  const code = 'errorcode' in body ? body.errorcode : body.errorCode;
  expect(answer(body, status)).toEqual({ kind: 'refused', code, message: body.message });
});

test.each([
  ['an invalid token', gateway('AG8001', 'Invalid Token'), 200],
  ['an invalid token', gateway('AG8001', 'Invalid Token'), 401],
  ['an expired token', gateway('AG8002', 'Token Expired'), 200],
  ['a missing token', gateway('AG8003', 'Token missing'), 200],
  ['an ended session', no('AB1010', 'AMX Session Expired'), 200],
  ['a client that is not signed in', no('AB1011', 'Client not login'), 200],
  ['a bare 401', 'Unauthorized', 401],
])('%s (%j, %i) never reached the order system', (_name, body, status) => {
  expect(answer(body, status)).toEqual({ kind: 'not_sent', cause: 'session_expired' });
});

test.each([
  [tooFast, 403],
  [tooFast, 429],
  ['Access denied because of exceeding rate limit', 403],
  ['slow down', 429],
  [no('AB1021', 'Too many requests'), 200],
  [no('', tooFast), 403],
  [no('', 'Too many'), 429],
])('%j with %i is a refusal for rate, which the gateway did not pass on', (body, status) => {
  expect(answer(body, status)).toEqual({ kind: 'not_sent', cause: 'rate_limited' });
});

test.each([
  [page, 200, 'blocked'],
  [page, 403, 'blocked'],
  ['Forbidden', 403, 'blocked'],
  ['', 200, 'empty_reply'],
  [' \n', 202, 'empty_reply'],
  ['', 302, 'empty_reply'],
  ['pending', 200, 'unreadable_reply'],
  ['{"status":tr', 200, 'unreadable_reply'],
  ['null', 200, 'unreadable_reply'],
  [[{ orderid: '1' }], 200, 'unreadable_reply'],
  [{ message: 'SUCCESS' }, 200, 'unreadable_reply'],
  [no('', ''), 200, 'unreadable_reply'],
  ['', 502, 'broker_fault'],
  [page, 504, 'broker_fault'],
  [tooFast, 503, 'broker_fault'],
  [no('AB1012', 'Invalid Product Type'), 500, 'broker_fault'],
  [gateway('AG8001', 'Invalid Token'), 500, 'broker_fault'],
  [no('AB1004', 'Something Went Wrong'), 200, 'broker_fault'],
  [no('AB2001', 'Internal Error'), 200, 'broker_fault'],
  [no('AB1007', 'AMX Error'), 200, 'broker_fault'],
] as const)('after %j with %i the order may be placed', (body, status, cause) => {
  expect(answer(body, status)).toEqual({ kind: 'unknown', cause });
});

test('only a failure to connect proves that nothing was sent', () => {
  expect(readWriteAnswer({ kind: 'failed', cause: 'no_connection' })).toEqual({
    kind: 'not_sent',
    cause: 'no_connection',
  });
  expect(readWriteAnswer({ kind: 'failed', cause: 'timeout' })).toEqual({ kind: 'unknown', cause: 'timeout' });
  expect(readWriteAnswer({ kind: 'failed', cause: 'network' })).toEqual({ kind: 'unknown', cause: 'network' });
});

test('a yes is a yes in either form, whatever the HTTP code', () => {
  const data = { orderid: '1' };
  for (const status of [200, 201, 500]) {
    expect(answer({ status: true, message: 'SUCCESS', errorcode: '', data }, status)).toEqual({
      kind: 'accepted',
      value: data,
    });
    expect(answer({ success: 'true', data }, status)).toEqual({ kind: 'accepted', value: data });
  }
});

test('nothing that a broken server says is taken for "it did not happen"', () => {
  const anyBody = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.record({ status: fc.jsonValue(), data: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(anyBody, fc.integer({ min: 500, max: 599 }), (text, status) => {
      expect(['accepted', 'unknown']).toContain(answer(text, status).kind);
      expect(['accepted', 'unknown']).toContain(answer(text, 200).kind);
    }),
    { numRuns: 500 },
  );
});
