import {
  allCalls,
  type CallName,
  CLIENT_TOKEN_HEADER as IN_CONTRACT,
  RENEWING_COOKIE as MARK_IN_CONTRACT,
} from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { CLIENT_TOKEN_HEADER, RENEWING_COOKIE, SPECIAL_PLACES, toWire } from './wire.ts';

test('every call goes where the contract says, with the fields in the places that it names', () => {
  for (const [name, call] of Object.entries(allCalls)) {
    const place = SPECIAL_PLACES[name as CallName] ?? {};
    const { url } = toWire(name as CallName, {});
    expect({
      path: url,
      access: place.access ?? 'signed_in',
      inPath: place.inPath ?? [],
      inQuery: place.inQuery ?? [],
    }).toEqual({
      path: call.path,
      access: call.access,
      inPath: call.places.path ?? [],
      inQuery: call.places.query ?? [],
    });
  }
});

test('path and query fields leave the body', () => {
  expect(toWire('gettopten', { thirtyDay: 1, test: 0 })).toEqual({
    url: '/userapi/gettopten/1/0',
    body: '{}',
    access: 'signed_in',
  });
  expect(toWire('my-openposition', { type: 'Test', page: 2, pageSize: 12 })).toEqual({
    url: '/userapi/my-openposition?type=Test&page=2',
    body: '{"pageSize":12}',
    access: 'signed_in',
  });
});

test('a field without a value is left out, so that the server sets its default', () => {
  expect(toWire('mytrick', { Search: undefined, pageNumber: 1 }).body).toBe('{"pageNumber":1}');
});

test('the client token travels in the header that the contract names', () => {
  expect(CLIENT_TOKEN_HEADER).toBe(IN_CONTRACT);
  expect(RENEWING_COOKIE).toBe(MARK_IN_CONTRACT);
});
