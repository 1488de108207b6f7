import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MasterKey } from './secrets.ts';

/**
 * Reads the master keys, newest first, one `id:hex` a line. Makes the file (mode 600) where it is missing; of several
 * processes that start at once, all use the same file.
 *
 * @throws Error naming the line that is no key
 */
export function loadMasterKeys(path: string): MasterKey[] {
  createOnce(path, `k1:${randomBytes(32).toString('hex')}\n`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => readKey(line, `${path}, key ${index + 1}`));
}

/** Puts a new key before the others: it seals from the next start on. @returns its id */
export function addMasterKey(path: string): string {
  const keys = loadMasterKeys(path);
  const taken = new Set(keys.map(({ id }) => id));
  let number = keys.length + 1;
  while (taken.has(`k${number}`)) number += 1;
  const added = { id: `k${number}`, bytes: randomBytes(32) };
  writeMasterKeys(path, [added, ...keys]);
  return added.id;
}

/** Leaves the newest key alone. @returns the ids of those that are gone */
export function dropOlderKeys(path: string): string[] {
  const [newest, ...older] = loadMasterKeys(path);
  if (!newest || older.length === 0) return [];
  writeMasterKeys(path, [newest]);
  return older.map(({ id }) => id);
}

/** In one piece: whoever reads meanwhile sees the keys of before or those of now. */
function writeMasterKeys(path: string, keys: readonly MasterKey[]): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const content = keys.map(({ id, bytes }) => `${id}:${bytes.toString('hex')}\n`).join('');
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, path);
}

/** Writes a file that only its owner may read, whole or not at all, unless it is there already. */
export function createOnce(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  } finally {
    unlinkSync(draft);
  }
}

function readKey(line: string, where: string): MasterKey {
  const match = /^([A-Za-z0-9_-]{1,32}):([0-9a-f]{64})$/.exec(line);
  const [, id, hex] = match ?? [];
  if (id === undefined || hex === undefined) throw new Error(`${where} is not of the form id:64 hex digits`);
  return { id, bytes: Buffer.from(hex, 'hex') };
}

function isAlreadyThere(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
}
