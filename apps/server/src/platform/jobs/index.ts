import type { ConnectionTarget } from '@trickdesk/db';
import { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';

/** Work that may wait, survives a restart and is done by one process at a time. Never anything for each tick. */
export interface JobQueue {
  /** Takes jobs of a kind, one at a time. A handler that throws is tried again, twice, after a pause. */
  readonly handle: <Data extends object>(kind: string, handler: (data: Data) => Promise<void>) => Promise<void>;
  /** While a job of the same kind and key waits or runs, another is not added. */
  readonly enqueue: (kind: string, data: object, key: string) => Promise<void>;
  /** Finishes what runs, takes nothing new. */
  readonly stop: () => Promise<void>;
}

const STOP_WITHIN_MS = 7_000;

/** @throws Error when the queue's own tables cannot be made or reached */
export async function startJobs(target: ConnectionTarget, log: Log): Promise<JobQueue> {
  const connection = typeof target === 'string' ? { connectionString: target } : { connectionString: urlOf(target) };
  const boss = new PgBoss({ ...connection, max: 3, useListenNotify: true, application_name: 'trickdesk jobs' });
  boss.on('error', (error) => log.error({ error }, 'the job queue met an error'));
  await boss.start();
  const made = new Map<string, Promise<void>>();
  const ensure = (kind: string): Promise<void> => {
    const known = made.get(kind);
    if (known) return known;
    const queue = boss.createQueue(kind, { policy: 'exclusive', notify: true, retryLimit: 2, retryDelay: 5 });
    made.set(kind, queue);
    // A failure is the caller's to hear; the next one tries again.
    queue.catch(() => made.delete(kind));
    return queue;
  };
  return {
    handle: async (kind, handler) => {
      await ensure(kind);
      await boss.work<Parameters<typeof handler>[0]>(kind, { batchSize: 1 }, async (jobs) => {
        for (const job of jobs) await handler(job.data);
      });
    },
    enqueue: async (kind, data, key) => {
      await ensure(kind);
      await boss.send(kind, data, { singletonKey: key });
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_WITHIN_MS }),
  };
}

function urlOf(target: Exclude<ConnectionTarget, string>): string {
  if (target.connectionString === undefined) throw new Error('the job queue needs a connection string');
  return target.connectionString;
}
