import { expect, test } from 'vitest';
import { totpAt } from './totp.ts';

test('codes agree with the vectors of RFC 6238, cut to six digits', () => {
  // The RFC's secret "12345678901234567890" in base32; its vectors have eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(totpAt(secret, 59_000)).toBe('287082');
  expect(totpAt(secret, 1_111_111_109_000)).toBe('081804');
  expect(totpAt(secret, 20_000_000_000_000)).toBe('353130');
});

test('a secret that is no base32 is an error that does not repeat it', () => {
  let message = '';
  try {
    totpAt('not base32!', 0);
  } catch (error) {
    message = String(error);
  }
  expect(message).not.toBe('');
  expect(message).not.toContain('not base32!');
});
