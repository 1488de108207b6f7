import { expect, test } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { type KeptSecrets, openKept, sealKept } from './sealed-access.ts';

const secrets = createSecrets([{ id: 'test', bytes: Buffer.alloc(32, 7) }]);
const tokens = { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: 5 };

test.each<KeptSecrets>([
  { apiKey: 'k', tokens },
  { apiKey: 'k', tokens, credentials: { pin: '1234', totpSecret: 'JBSWY3DP' } },
])('what is sealed for a link is what is opened for it', (kept) => {
  expect(openKept(secrets, 7, sealKept(secrets, 7, kept))).toEqual(kept);
});

test.each([
  ['no object', 5],
  ['no tokens', { apiKey: 'k' }],
  ['a token that is missing', { apiKey: 'k', tokens: { accessToken: 'a', feedToken: 'f', issuedAt: 5 } }],
  ['a time that is text', { apiKey: 'k', tokens: { ...tokens, issuedAt: '5' } }],
  ['half of the credentials', { apiKey: 'k', tokens, credentials: { pin: '1234' } }],
])('sealed secrets with %s are refused, not used', (_what, kept) => {
  const sealed = secrets.seal(JSON.stringify(kept), 'broker_link:7');
  expect(() => openKept(secrets, 7, sealed)).toThrow('of another shape');
});

test('the secrets of one link do not open as those of another', () => {
  const sealed = sealKept(secrets, 7, { apiKey: 'k', tokens });
  expect(() => openKept(secrets, 8, sealed)).toThrow();
});
