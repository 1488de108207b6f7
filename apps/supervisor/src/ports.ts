import { createServer } from 'node:net';

/** A port that nobody uses at the moment. */
export function freePort(host: string): Promise<number> {
  return listenOnce(host, 0);
}

/** @throws Error naming the setting when somebody else listens there */
export async function requireFreePort(setting: string, host: string, port: number): Promise<void> {
  try {
    await listenOnce(host, port);
  } catch (error) {
    throw new Error(`${setting} ${port} on ${host} cannot be used: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system named no port'));
      });
    });
  });
}
