import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Account, canReach } from './account.ts';
import { MAJOR_VERSION } from './binaries.ts';

/** `sockaddr_un` holds 107 bytes on Linux and 103 on macOS; a longer path ends the server. */
const LONGEST_SOCKET_PATH = 103;
const SYSTEM_FOLDER = '/var/lib/trickdesk';
/** Only names the socket file: there is no TCP port. */
export const SOCKET_PORT = 5432;

export interface Folders {
  /** What PostgreSQL owns. */
  readonly data: string;
  /** Beside it: logs, and copied programs where they are needed. */
  readonly home: string;
  readonly socket: string;
  /** Said to the operator when the data does not lie under the folder that was asked for. */
  readonly notice: string | undefined;
}

/** Chooses the folders of a server for `dataDir` and makes those that only need to exist. */
export function chooseFolders(dataDir: string, account: Account | undefined): Folders {
  const wanted = resolve(dataDir);
  mkdirSync(wanted, { recursive: true });
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const reachable = account === undefined || canReach(account, join(wanted, 'postgresql'));
  const home = reachable ? wanted : join(SYSTEM_FOLDER, hash);
  if (!reachable) mkdirSync(home, { recursive: true, mode: 0o755 });
  return {
    home,
    data: join(home, 'postgresql'),
    socket: makeSocketFolder(hash, account),
    notice: reachable
      ? undefined
      : `the account ${account?.name} cannot enter ${wanted}, so the database lies in ${home}`,
  };
}

/** A folder that only the server's account (and root) may enter: whoever reaches the socket is trusted. */
function makeSocketFolder(hash: string, account: Account | undefined): string {
  const name = `trickdesk-${hash}`;
  const socketPath = (base: string): string => join(base, name, `.s.PGSQL.${SOCKET_PORT}`);
  const base = socketPath(tmpdir()).length <= LONGEST_SOCKET_PATH ? tmpdir() : '/tmp';
  const folder = join(base, name);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  const { uid } = lstatSync(folder);
  const owner = account?.uid ?? process.getuid?.();
  if (!lstatSync(folder).isDirectory() || uid !== owner) {
    throw new Error(`${folder} belongs to somebody else: remove it, or set TMPDIR to a folder of your own`);
  }
  chmodSync(folder, 0o700);
  return folder;
}

/**
 * Whether a data folder is there.
 *
 * @throws Error when it is of another major version, or is no data folder at all
 */
export function hasData(data: string): boolean {
  if (!existsSync(data)) return false;
  const file = join(data, 'PG_VERSION');
  if (!existsSync(file)) throw new Error(`${data} is not a PostgreSQL data folder: move it away`);
  const version = readFileSync(file, 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${data} was made by PostgreSQL ${version} and this release carries ${MAJOR_VERSION}: restore a backup into a new DATA_DIR`,
    );
  }
  return true;
}
