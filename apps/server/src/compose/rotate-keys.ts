import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@trickdesk/db';
import { type Resealed, resealAll } from '../platform/reseal.ts';
import { createSecrets, KEYS_READ_EVERY_MS } from '../platform/secrets.ts';
import { addMasterKey, dropOlderKeys, loadMasterKeys } from '../platform/secrets-file.ts';

export interface Rotation {
  readonly newestKeyId: string;
  readonly tables: readonly Resealed[];
  /** Keys that were in the file before and are not any more. */
  readonly dropped: readonly string[];
}

/** A new master key seals everything. The older ones stay in the file for what is sealed with them meanwhile. */
export async function rotateKeys(database: Database, keyFile: string): Promise<Rotation> {
  addMasterKey(keyFile);
  return { ...(await reseal(database, keyFile)), dropped: [] };
}

/**
 * Seals what was still written with an older key, and takes those out of the file.
 *
 * @throws Error where somebody still seals with an older key: what they write could be opened by nobody
 */
export async function finishRotation(database: Database, keyFile: string): Promise<Rotation> {
  const resealed = await reseal(database, keyFile);
  // By then every process that reads this file seals with the newest key.
  await sleep(2 * KEYS_READ_EVERY_MS);
  const second = await reseal(database, keyFile);
  const late = second.tables.reduce((sum, table) => sum + table.resealed, 0);
  if (late > 0) throw new Error('something still seals with an older key: give it the new file, then finish again');
  return { ...resealed, dropped: dropOlderKeys(keyFile) };
}

async function reseal(database: Database, keyFile: string): Promise<Omit<Rotation, 'dropped'>> {
  const keys = loadMasterKeys(keyFile);
  const [newest] = keys;
  if (!newest) throw new Error(`${keyFile} has no key`);
  return { newestKeyId: newest.id, tables: await resealAll(database, createSecrets(keys), newest.id) };
}
