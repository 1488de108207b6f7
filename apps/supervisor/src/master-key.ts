import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_BYTES = 32;

/**
 * Makes the key for the secrets in the database at the first start: 32 random bytes in base64, for its owner only.
 *
 * @returns true when it was made now
 * @throws Error when the file holds something else: another key would make every stored secret unreadable
 */
export function ensureMasterKey(file: string): boolean {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    // `wx`: two starts at once must not write two keys.
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) {
    throw new Error(`MASTER_KEY_FILE ${file} does not hold 32 bytes in base64: restore it from its backup`);
  }
  return false;
}
