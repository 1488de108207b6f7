import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps a second supervisor away from a data folder. A socket, because the system closes it however we end; a number
 * in a file would outlive us and could name another program.
 *
 * @returns gives the folder free; `undefined` when another supervisor has it
 */
export async function claimDataDir(dataDir: string): Promise<(() => void) | undefined> {
  const path = socketPath(dataDir);
  const server = (await tryListen(path)) ?? (await replaceDead(path));
  if (!server) return undefined;
  server.unref();
  return () => {
    server.close();
  };
}

function socketPath(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  if (process.platform === 'win32') return `\\\\.\\pipe\\trickdesk-${hash}`;
  const path = join(tmpdir(), `trickdesk-${hash}.lock`);
  return path.length <= 103 ? path : `/tmp/trickdesk-${hash}.lock`;
}

function tryListen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

async function replaceDead(path: string): Promise<Server | undefined> {
  if (await isAnswered(path)) return undefined;
  rmSync(path, { force: true });
  return tryListen(path);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => {
      // Anything but "nobody listens" (no permission, say) means that it is not ours to take.
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}
