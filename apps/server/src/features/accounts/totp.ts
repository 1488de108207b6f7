import { randomBytes } from 'node:crypto';
import type { EpochMs } from '@trickdesk/domain';
import { Secret, TOTP } from 'otpauth';

/** As every authenticator app has it (RFC 6238): SHA-1, six digits, thirty seconds. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Trickdesk';
/** A phone's clock may be half a minute off. */
const WINDOW = 1;
const SECRET_BYTES = 20;

export function newSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** What an app reads from a QR code. */
export function otpauthUri(secret: string, label: string): string {
  return new TOTP({ ...KIND, issuer: ISSUER, label, secret: Secret.fromBase32(secret) }).toString();
}

/** @returns the half minute, counted since 1970, that a code belongs to; `undefined` where it belongs to none that is near */
export function stepOf(secret: string, code: string, at: EpochMs): number | undefined {
  const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: at, window: WINDOW });
  return delta === null ? undefined : Math.floor(at / (KIND.period * 1000)) + delta;
}

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 7;
const RECOVERY_LENGTH = 10;

/** `ABCDE-FGHIJ`: 50 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
    return `${text.slice(0, RECOVERY_LENGTH / 2)}-${text.slice(RECOVERY_LENGTH / 2, RECOVERY_LENGTH)}`;
  });
}

/** The same code, however its owner wrote it. */
export function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

export function isRecoveryCode(plain: string): boolean {
  return plain.length === RECOVERY_LENGTH;
}
