import { existsSync } from 'node:fs';
import type { Queryable } from '@trickdesk/db';
import { type BackupHead, type KeyProbe, RestoreRefused } from '@trickdesk/db/backup';
import { listUnopened, opens } from '../platform/reseal.ts';
import { listKeyIds } from '../platform/sealed-store.ts';
import { createSecrets, type MasterKey, type Secrets } from '../platform/secrets.ts';
import { loadMasterKeys } from '../platform/secrets-file.ts';

/**
 * A backup never holds the master key: with it, whoever has the file could open every secret in it. It holds something
 * that only the right keys open.
 */
const PROBE_PLACE = 'backup:probe';
const PROBE = 'trickdesk';

export interface ProbedKeys {
  readonly probes: readonly KeyProbe[];
  /** Keys that something is sealed with and that are not in the file. */
  readonly missing: readonly string[];
}

/** @throws Error where there is no key file */
export async function probeKeys(db: Queryable, keyFile: string): Promise<ProbedKeys> {
  const keys = loadPresentKeys(
    keyFile,
    (path) => new Error(`the key file ${path} is not here: run the backup where it is`),
  );
  const used = await listKeyIds(db);
  const probes = keys
    .filter(({ id }) => used.includes(id))
    .map((key) => ({ keyId: key.id, sealed: createSecrets([key]).seal(PROBE, PROBE_PLACE).toString('hex') }));
  return { probes, missing: used.filter((id) => !keys.some((key) => key.id === id)) };
}

/**
 * Whether the keys that are here open what is in a backup.
 *
 * @throws RestoreRefused in words where they do not
 */
export function openKeysOf({ keys }: BackupHead, keyFile: string): Secrets {
  const present = loadPresentKeys(keyFile, (path) => {
    const why = 'the backup does not hold it: put the file of the installation that was backed up there';
    return new RestoreRefused(`the key file ${path} is not here, and ${why}`);
  });
  const secrets = createSecrets(present);
  const closed = keys.filter(({ sealed }) => !opens(secrets, Buffer.from(sealed, 'hex'), PROBE_PLACE));
  if (closed.length > 0) {
    const ids = closed.map(({ keyId }) => keyId).join(', ');
    throw new RestoreRefused(
      `the keys in ${keyFile} do not open the secrets in this backup (sealed with ${ids}): put the file of the installation that was backed up there`,
    );
  }
  return secrets;
}

/**
 * The last look before a restore counts: everything sealed opens with the keys that are here.
 *
 * @throws RestoreRefused naming some of what does not
 */
export async function refuseUnopened(db: Queryable, secrets: Secrets): Promise<void> {
  const unopened = await listUnopened(db, secrets);
  if (unopened.length === 0) return;
  const some = unopened.slice(0, 5).join(', ');
  throw new RestoreRefused(
    `${unopened.length} secrets in this backup do not open with the keys that are here: ${some}`,
  );
}

/** Never makes one: a new key would open nothing. */
function loadPresentKeys(keyFile: string, absent: (path: string) => Error): MasterKey[] {
  if (!existsSync(keyFile)) throw absent(keyFile);
  return loadMasterKeys(keyFile);
}
