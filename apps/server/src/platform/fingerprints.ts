import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '@trickdesk/db';
import { openSealedKey } from './sealed-key.ts';
import type { Secrets } from './secrets.ts';

/** Tells whether two secrets are the same without keeping either. */
export interface Fingerprints {
  /** 32 bytes, the same for the same text in every process and after a change of the master key. */
  readonly of: (text: string) => Promise<Buffer>;
}

const KEY_BYTES = 32;

/**
 * Numbers such as a PAN are few enough to be hashed one after the other by whoever reads the database; a key that is
 * not in it (sealed, that is) takes that away.
 */
export function createFingerprints(parts: {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly purpose: string;
}): Fingerprints {
  let key: Promise<string> | undefined;
  const load = (): Promise<string> => {
    key ??= openSealedKey(parts, () => randomBytes(KEY_BYTES).toString('hex')).catch((error: unknown) => {
      // Asked for anew by the next one.
      key = undefined;
      throw error;
    });
    return key;
  };
  return {
    of: async (text) =>
      createHmac('sha256', Buffer.from(await load(), 'hex'))
        .update(text)
        .digest(),
  };
}
