import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system account that the server runs as, when that is not our own. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. `undefined`: run it as ourselves. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = readFileSync('/etc/passwd', 'utf8');
  const account = findAccount(passwd, 'postgres') ?? findAccount(passwd, 'nobody');
  if (!account) throw new Error('running as root, and this machine has neither the account postgres nor nobody');
  return account;
}

/** @param passwd the text of /etc/passwd */
export function findAccount(passwd: string, name: string): Account | undefined {
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { name, uid, gid } : undefined;
}

/** True when the account may enter every folder above `path`, by the folders' mode bits. */
export function canReach(account: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = bitFor(account, { uid, gid });
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function bitFor(account: Account, owner: { uid: number; gid: number }): number {
  if (account.uid === owner.uid) return 0o100;
  return account.gid === owner.gid ? 0o010 : 0o001;
}
