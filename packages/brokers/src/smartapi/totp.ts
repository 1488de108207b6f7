import type { EpochMs } from '@trickdesk/domain';
import { Secret, TOTP } from 'otpauth';

/**
 * The six digits that SmartAPI accepts at a moment (RFC 6238: SHA-1, 30 s), for a user who chose to store the secret.
 * Storing it makes the second factor no factor at all: nothing does so by default.
 *
 * @param secret base32
 * @throws TypeError when the secret is no base32
 */
export function totpAt(secret: string, at: EpochMs): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' });
  return totp.generate({ timestamp: at });
}
