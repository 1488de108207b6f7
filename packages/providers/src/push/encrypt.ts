import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const SALT_BYTES = 16;
const AUTH_BYTES = 16;
const POINT_BYTES = 65;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
/** One record holds it all; what services take at most (RFC 8291, section 4). */
const RECORD_BYTES = 4_096;
/** Ends the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.from([2]);

export interface Reader {
  readonly p256dh: string;
  readonly auth: string;
}

/** What is drawn anew for each message; given by the test of the standard's own example. */
export interface Drawn {
  readonly privateKey: Buffer;
  readonly salt: Buffer;
}

/**
 * Seals a message so that only the browser reads it: RFC 8291 over RFC 8188 (`aes128gcm`), in one record.
 *
 * @throws Error where the browser's keys are none
 */
export function encryptPush(payload: Buffer, to: Reader, drawn?: Drawn): Buffer {
  const browserPoint = Buffer.from(to.p256dh, 'base64url');
  const auth = Buffer.from(to.auth, 'base64url');
  if (!isPoint(browserPoint) || auth.length !== AUTH_BYTES) throw new Error('these are no keys of a subscription');
  const own = createECDH('prime256v1');
  if (drawn) own.setPrivateKey(drawn.privateKey);
  else own.generateKeys();
  const ownPoint = own.getPublicKey();
  const salt = drawn?.salt ?? randomBytes(SALT_BYTES);

  const shared = own.computeSecret(browserPoint);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserPoint, ownPoint]);
  const input = derive(shared, auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(payload), cipher.update(LAST_RECORD), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.from([ownPoint.length]), ownPoint, sealed, cipher.getAuthTag()]);
}

/** Whether keys are those of a browser: an uncompressed point on the curve, and 16 bytes. */
export function areKeysOfBrowser({ p256dh, auth }: Reader): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (!isPoint(point) || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(point);
    return true;
  } catch {
    // A point beside the curve: multiplying by it would tell of our key (RFC 8291, section 7).
    return false;
  }
}

const isPoint = (bytes: Buffer): boolean => bytes.length === POINT_BYTES && bytes[0] === 4;

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
