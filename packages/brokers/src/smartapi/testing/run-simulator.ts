import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface RunningSimulator {
  readonly url: string;
  readonly feedUrl: string;
  readonly orderFeedUrl: string;
  readonly masterUrl: string;
  /** Orders faults or moves the clock; gives the simulator's state. */
  readonly control: (path: 'faults' | 'clock', order: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

const zReady = z.object({ port: z.number() });
const CONTROL_TOKEN = 'conformance-control';

/** Starts the simulated broker in a process of its own on a free loopback port. */
export async function runSimulator(startAt: string): Promise<RunningSimulator> {
  const script = fileURLToPath(new URL('./simulator-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, startAt, CONTROL_TOKEN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  if (first === undefined) throw new Error('the simulator ended before it was ready');
  const { port } = zReady.parse(JSON.parse(String(first[0])));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    feedUrl: `ws://127.0.0.1:${port}/smart-stream`,
    orderFeedUrl: `ws://127.0.0.1:${port}/smart-order-update`,
    masterUrl: `${url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
    control: async (path, order) => {
      const response = await fetch(`${url}/__sim/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sim-control': CONTROL_TOKEN },
        body: JSON.stringify(order),
      });
      if (!response.ok) throw new Error(`the simulator refused ${path}: ${await response.text()}`);
      return response.json();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
