import { expect, test } from 'vitest';
import { base32Bytes, SIM_ACCOUNT, secondsLeft, simClientCode, totpCode } from './sim-code.ts';

/** The secret of RFC 6238's test table, `12345678901234567890`, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('at second %i the code is that of RFC 6238, appendix B', async (seconds, code) => {
  expect(await totpCode(RFC_SECRET, seconds * 1000)).toBe(code);
});

test('a base32 secret is read as RFC 4648 says', () => {
  expect(new TextDecoder().decode(base32Bytes('MZXW6YTBOI'))).toBe('foobar');
});

test('a code lasts thirty seconds at most', () => {
  expect([0, 1, 29_999].map(secondsLeft)).toEqual([30, 30, 1]);
});

test('two people are pointed at different play accounts, and one at another after each try', () => {
  expect(simClientCode(1, 0)).toBe('S100101');
  expect(simClientCode(899, 0)).toBe(SIM_ACCOUNT.lastClientCode);
  expect(simClientCode(900, 0)).toBe('S100101');
  expect(simClientCode(7, 0)).not.toBe(simClientCode(8, 0));
  expect(simClientCode(7, 1)).not.toBe(simClientCode(7, 0));
});
