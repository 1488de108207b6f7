import { flushCompileCache } from 'node:module';
import { createDatabase } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { act, type Done } from './acts.ts';
import { deskOf } from './desk.ts';

/** One process of several: clients that act at once, one act after another each, until they are done or it is killed. */
export interface Shift {
  readonly databaseUrl: string;
  readonly startedAt: EpochMs;
  readonly seed: number;
  readonly operators: readonly number[];
  readonly clients: readonly { readonly client: number; readonly accountId: number; readonly from: number }[];
  readonly acts: number;
}

export type Report =
  | { readonly client: number; readonly number: number; readonly done: Done }
  | { readonly client: number; readonly number: number; readonly refused: string }
  | { readonly fault: string };

const report = (what: Report): void => {
  process.send?.(what);
};

// Otherwise only a process that ends by itself leaves what it compiled to the next, and few of these do.
flushCompileCache();
process.once('message', (message) => void work(message as Shift));

async function work({ databaseUrl, startedAt, seed, operators, clients, acts }: Shift): Promise<void> {
  const database = createDatabase({ target: databaseUrl, maxConnections: Math.max(4, clients.length) });
  const desk = deskOf(database, { startedAt, trouble: Math.random });
  try {
    await Promise.all(
      clients.map(async ({ client, accountId, from }) => {
        for (let number = from; number < acts; number += 1) {
          try {
            const done = await act({ database, desk, operators }, { client, accountId, number, seed });
            report({ client, number, done });
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            report({ client, number, refused: error.code });
          }
        }
      }),
    );
  } catch (error) {
    report({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    await database.close();
    process.disconnect();
  }
}
