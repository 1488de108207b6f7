import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A key that wraps others. Its id is written into what it sealed, so that keys can change. */
export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface Secrets {
  /**
   * Seals with a data key of its own, wrapped by the current master key (both AES-256-GCM).
   *
   * @param place table and row, such as `broker_link:7`: what is moved to another row no longer opens
   */
  readonly seal: (plain: string, place: string) => Buffer;
  /** @throws Error where the place, the key or a bit is not the one that was sealed */
  readonly open: (sealed: Buffer, place: string) => string;
  /** 32 bytes for one purpose, derived from the key that was the newest at the start. */
  readonly deriveKey: (purpose: string) => Buffer;
}

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const BOX_OVERHEAD = NONCE_BYTES + TAG_BYTES;

/** How long a key that came meanwhile is not seen by who seals. */
export const KEYS_READ_EVERY_MS = 1_000;

/**
 * @param keys newest first: the first one seals, all of them open
 * @param reload reads the keys again: one that came since seals from then on
 */
export function createSecrets(keys: readonly MasterKey[], reload: () => readonly MasterKey[] = () => keys): Secrets {
  const [first] = keys;
  if (!first) throw new Error('no master key');
  let known = keys;
  let readAt = Date.now();
  const readAgain = (): readonly MasterKey[] => {
    readAt = Date.now();
    known = reload();
    return known;
  };
  // One that was taken out of the file still opens what this process has in hand.
  const keyOf = (id: string): MasterKey | undefined =>
    [...known, ...keys].find((key) => key.id === id) ?? readAgain().find((key) => key.id === id);
  const newest = (): MasterKey => (Date.now() - readAt < KEYS_READ_EVERY_MS ? known : readAgain())[0] ?? first;
  return {
    seal: (plain, place) => {
      const current = newest();
      const header = headerOf(current.id);
      const associated = Buffer.concat([header, Buffer.from(place)]);
      const dataKey = randomBytes(KEY_BYTES);
      const wrapped = encrypt(current.bytes, dataKey, associated);
      return Buffer.concat([header, wrapped, encrypt(dataKey, Buffer.from(plain), associated)]);
    },
    open: (sealed, place) => {
      const header = headerIn(sealed);
      if (sealed[0] !== FORMAT) throw new Error(`sealed with an unknown format (${place})`);
      const key = keyOf(header.subarray(2).toString());
      if (!key) throw new Error(`sealed with a master key that is not here (${place})`);
      const associated = Buffer.concat([header, Buffer.from(place)]);
      const wrappedEnd = header.length + KEY_BYTES + BOX_OVERHEAD;
      const dataKey = decrypt(key.bytes, sealed.subarray(header.length, wrappedEnd), associated);
      return decrypt(dataKey, sealed.subarray(wrappedEnd), associated).toString();
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', first.bytes, 'trickdesk', purpose, KEY_BYTES)),
  };
}

/** @returns the id of the master key that something was sealed with */
export function keyIdOf(sealed: Buffer): string {
  return headerIn(sealed).subarray(2).toString();
}

function headerIn(sealed: Buffer): Buffer {
  return sealed.subarray(0, 2 + (sealed[1] ?? 0));
}

function headerOf(keyId: string): Buffer {
  const id = Buffer.from(keyId);
  return Buffer.concat([Buffer.from([FORMAT, id.length]), id]);
}

/** nonce, tag, ciphertext. */
function encrypt(key: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decrypt(key: Buffer, box: Buffer, associated: Buffer): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(box.subarray(NONCE_BYTES, BOX_OVERHEAD));
  return Buffer.concat([decipher.update(box.subarray(BOX_OVERHEAD)), decipher.final()]);
}
