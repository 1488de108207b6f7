import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BrokerReply } from '../port.ts';
import { readReply } from './envelope.ts';

const cases: readonly [string, number, string, BrokerReply<unknown>][] = [
  [
    'the normal success',
    200,
    '{"status":true,"message":"SUCCESS","errorcode":"","data":{"a":1}}',
    { kind: 'ok', value: { a: 1 } },
  ],
  ["the gateway's success", 200, '{"success":true,"data":[1]}', { kind: 'ok', value: [1] }],
  ['a success without data', 200, '{"status":true,"message":"SUCCESS"}', { kind: 'ok', value: null }],
  ['an empty list', 200, '{"status":true,"data":null}', { kind: 'ok', value: null }],
  ['texts in place of values', 200, '{"status":"true","data":"null"}', { kind: 'ok', value: null }],
  ['a bare list', 200, '[{"isin":"INE062A01020"}]', { kind: 'ok', value: [{ isin: 'INE062A01020' }] }],
  [
    'the normal refusal',
    200,
    '{"status":false,"message":"Invalid Product Type","errorcode":"AB1012","data":null}',
    { kind: 'refused', code: 'AB1012', message: 'Invalid Product Type' },
  ],
  [
    'an unregistered address, in the gateway shape',
    200,
    '{"success":false,"message":"Access denied: Unregistered IP address.","errorCode":"AG7002","data":""}',
    { kind: 'refused', code: 'AG7002', message: 'Access denied: Unregistered IP address.' },
  ],
  [
    'a refusal as text',
    200,
    '{"status":"false","message":"no","errorcode":"X1","data":"null"}',
    { kind: 'refused', code: 'X1', message: 'no' },
  ],
  ['not found', 200, '{"status":false,"message":"","errorcode":"AB1015"}', { kind: 'ok', value: null }],
  ['a rate refusal as plain text', 403, 'Access denied because of exceeding access rate', { kind: 'rate_limited' }],
  [
    'a rate refusal in the documented words',
    403,
    'Access denied because of exceeding rate limit',
    { kind: 'rate_limited' },
  ],
  ['a rate refusal by HTTP code', 429, '', { kind: 'rate_limited' }],
  ['a rate refusal by code', 200, '{"status":false,"errorcode":"AB1021"}', { kind: 'rate_limited' }],
  ['a firewall page', 200, '<html><title>Request Rejected</title></html>', { kind: 'unavailable', cause: 'blocked' }],
  ['another refusal of the gateway', 403, 'Forbidden', { kind: 'unavailable', cause: 'blocked' }],
  ['an empty body', 200, '', { kind: 'unavailable', cause: 'empty_reply' }],
  ['a fault of the broker', 502, 'Bad Gateway', { kind: 'unavailable', cause: 'broker_fault' }],
  [
    'a passing fault by code',
    200,
    '{"status":false,"errorcode":"AB1004"}',
    { kind: 'unavailable', cause: 'broker_fault' },
  ],
  [
    'a request that was not understood',
    400,
    'Bad Request',
    { kind: 'refused', code: 'HTTP_400', message: 'the broker could not read the request' },
  ],
  ['JSON that is no envelope', 200, '{"hello":"world"}', { kind: 'unavailable', cause: 'unreadable_reply' }],
  ['a redirect', 302, 'Found', { kind: 'unavailable', cause: 'unreadable_reply' }],
  ['an unauthorised call without an envelope', 401, 'Unauthorized', { kind: 'session_expired' }],
];

test.each(cases)('%s is understood', (_name, status, text, outcome) => {
  expect(readReply(status, text)).toEqual(outcome);
});

test.each(['AG8001', 'AG8002', 'AG8003', 'AB8050', 'AB8051', 'AB1010', 'AB1011'])('%s ends the session', (code) => {
  expect(readReply(200, `{"success":false,"message":"x","errorCode":"${code}","data":""}`)).toEqual({
    kind: 'session_expired',
  });
});

test('no answer, however broken, is taken for a success without a yes in it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, text) => {
      const reply = readReply(status, text);
      // The one exception: a bare list, which one of the broker's calls is documented to send.
      return reply.kind !== 'ok' || text.includes('true') || text.trimStart().startsWith('[');
    }),
  );
});
