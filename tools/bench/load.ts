import { Agent, type IncomingMessage, request } from 'node:http';

export interface Target {
  readonly url: string;
  readonly body: string;
  /** One for each connection, in turn. */
  readonly tokens: readonly string[];
}

export interface LoadResult {
  readonly callsPerSecond: number;
  readonly p99Ms: number;
  readonly bytes: number;
}

/** Keeps `connections` busy for some seconds: each sends its next call when the answer of the last has come. */
export async function load(target: Target, connections: number, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waits: number[] = [];
  let bytes = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const work = async (token: string): Promise<void> => {
    for (let at = performance.now(); at < endsAt; ) {
      bytes = await callOnce(target, agent, token);
      const now = performance.now();
      waits.push(now - at);
      at = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => work(target.tokens[i % target.tokens.length] ?? '')));
  const took = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  waits.sort((a, b) => a - b);
  return {
    callsPerSecond: waits.length / took,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN,
    bytes,
  };
}

/** @returns the answer's length in bytes */
export function callOnce({ url, body }: Target, agent: Agent, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
      },
    });
    sent.once('error', reject);
    sent.once('response', (reply: IncomingMessage) => {
      let length = 0;
      reply.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      reply.once('end', () => {
        if (reply.statusCode === 200) resolve(length);
        else reject(new Error(`${url} answered ${reply.statusCode}`));
      });
    });
    sent.end(body);
  });
}
