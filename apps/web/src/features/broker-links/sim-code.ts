/** The fixed test values of the simulated broker; they open play accounts and nothing else. */
export const SIM_ACCOUNT = {
  firstClientCode: 'S100001',
  lastClientCode: 'S100999',
  apiKey: 'sim-api-key',
  pin: '1234',
  totpSecret: 'JBSWY3DPEHPK3PXP',
} as const;

/** How many client codes the simulator has: S100001 to S100999. */
const SIM_CLIENTS = 999;
/** The first hundred are left to the demo investor and to those who choose one by hand. */
const SUGGESTED_FROM = 100;

/**
 * The play account that is suggested to a person. Each opens for one person only, so everybody is pointed at another
 * one, and at the next after each try.
 */
export function simClientCode(userId: number, tries: number): string {
  const place = (userId - 1 + tries) % (SIM_CLIENTS - SUGGESTED_FROM);
  return `S${100_001 + SUGGESTED_FROM + place}`;
}

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes behind a base32 secret without padding (RFC 4648). */
export function base32Bytes(secret: string): Uint8Array<ArrayBuffer> {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2),
  );
}

/**
 * The six-digit code of a moment: RFC 6238 with SHA-1 and steps of 30 seconds, as authenticators make it.
 *
 * @param atMs epoch milliseconds of this machine's clock, not of the exchange's
 */
export async function totpCode(secret: string, atMs: number): Promise<string> {
  const step = new DataView(new ArrayBuffer(8));
  step.setBigUint64(0, BigInt(Math.floor(atMs / STEP_MS)));
  const key = await crypto.subtle.importKey('raw', base32Bytes(secret), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ]);
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, step.buffer));
  const offset = digest.getUint8(digest.byteLength - 1) & 0x0f;
  const number = (digest.getUint32(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** Whole seconds until the next code. */
export function secondsLeft(atMs: number): number {
  return Math.ceil((STEP_MS - (atMs % STEP_MS)) / 1000);
}
