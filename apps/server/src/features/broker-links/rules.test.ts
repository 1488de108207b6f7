import { indiaMoment, toIndiaIso } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusAt, tokenExpiryAfter, waitForCode } from './rules.ts';

test.each([
  ['2026-01-05', 4 * 60 + 59, '2026-01-05T05:00:00+05:30'],
  ['2026-01-05', 5 * 60, '2026-01-06T05:00:00+05:30'],
  ['2026-01-05', 23 * 60 + 59, '2026-01-06T05:00:00+05:30'],
  ['2026-12-31', 12 * 60, '2027-01-01T05:00:00+05:30'],
])('tokens given on %s at minute %i die at %s', (date, minute, expected) => {
  expect(toIndiaIso(tokenExpiryAfter(indiaMoment(date, minute)))).toBe(expected);
});

test('tokens die within a day, always at five in the morning in India', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
      const expiry = tokenExpiryAfter(at);
      expect(expiry).toBeGreaterThan(at);
      expect(expiry - at).toBeLessThanOrEqual(86_400_000);
      expect(toIndiaIso(expiry).slice(11)).toBe('05:00:00+05:30');
    }),
  );
});

test('a link is expired from the moment its tokens die, and an error is not hidden by that', () => {
  expect(statusAt({ status: 'linked', tokenExpiresAt: 1_000 }, 999)).toBe('linked');
  expect(statusAt({ status: 'linked', tokenExpiresAt: 1_000 }, 1_000)).toBe('expired');
  expect(statusAt({ status: 'error', tokenExpiresAt: 1_000 }, 2_000)).toBe('error');
});

test('a code is waited for exactly in the last three seconds of its half minute, and until the next one begins', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
      const wait = waitForCode(at);
      const left = 30_000 - (at % 30_000);
      expect(wait).toBe(left < 3_000 ? left : 0);
      expect(30_000 - ((at + wait) % 30_000)).toBeGreaterThanOrEqual(3_000);
    }),
  );
});
