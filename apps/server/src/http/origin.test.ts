import { expect, test } from 'vitest';
import { assertSameOrigin } from './origin.ts';

const host = 'desk.example.com';

test.each([
  ['a client that is no browser', { host }],
  ['the app itself', { host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' }],
  ['an address typed by hand', { host, 'sec-fetch-site': 'none' }],
  ['an old browser on the app', { host, origin: `https://${host}` }],
  ['the app behind a development proxy', { host, origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' }],
])('%s may use the cookie', (_, headers) => {
  expect(() => assertSameOrigin(headers)).not.toThrow();
});

test.each([
  ['another site', { host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a neighbour on the same site', { host, origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' }],
  ['an old browser on another site', { host, origin: 'https://evil.example' }],
  ['another port', { host, origin: `https://${host}:444` }],
  ['a sandboxed frame', { host, origin: 'null' }],
])('%s may not', (_, headers) => {
  expect(() => assertSameOrigin(headers)).toThrow('another site');
});
