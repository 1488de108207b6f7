import type { Bus, Database, Tx } from '@trickdesk/db';
import { toSafePaise } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import { BACKTESTS_CHANNEL, SOON } from './channel.ts';
import {
  claim,
  fail,
  finish,
  type Held,
  keep,
  listLost,
  listWaiting,
  lockQueue,
  putBack,
  type QueuedJob,
} from './queue-store.ts';
import { afterFault, chooseNext } from './rules.ts';
import type { BacktestJob, BacktestOutcome } from './run-backtest.ts';

/** A back-test at work somewhere else than on this thread. */
export interface BacktestThread {
  /** Rejects when it failed, or ended without an outcome. */
  readonly done: Promise<BacktestOutcome>;
  /** Ends it at once, wherever it stands. */
  readonly stop: () => Promise<void>;
}

export type OpenThread = (job: BacktestJob, onProgress: (percent: number) => void) => BacktestThread;

export interface BacktestThreads {
  readonly open: OpenThread;
  /** Somebody is about to start a back-test: has a thread ready for it. */
  readonly prepare: () => void;
  /** Ends a thread that was made ready and not used. */
  readonly close: () => Promise<void>;
}

export interface QueueParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly threads: BacktestThreads;
}

export interface BacktestQueue {
  /** Takes what waits, one after another, until nothing does. Resolves then. */
  readonly look: () => Promise<void>;
  /** Gives back what runs, so that another process can take it at once. */
  readonly stop: () => Promise<void>;
}

/** Progress is told so often at most, and a cancelled back-test is ended within this. */
const BEAT_MS = 250;
const LOOK_EVERY_MS = 2_000;

const OUR_FAULT =
  'The back-test failed on our side, so it was given back to your plan. Please start it again; if it fails again, try fewer instruments or days.';

type Ending = 'done' | 'lost' | 'stopped' | { readonly error: unknown };

interface Work extends Held {
  readonly accountId: number;
  readonly attempts: number;
}

/** Works on the queue in this process until it is stopped. */
export async function startBacktestQueue(parts: QueueParts): Promise<BacktestQueue> {
  const queue = new Queue(parts);
  const looking = (): void => {
    void queue.look().catch((error: unknown) => parts.log.error({ error }, 'back-tests could not be looked for'));
  };
  const onMessage = (message: string): void => (message === SOON ? parts.threads.prepare() : looking());
  const subscription = await parts.bus.subscribe(BACKTESTS_CHANNEL, { onMessage, onGap: looking });
  const timer = setInterval(looking, LOOK_EVERY_MS);
  looking();
  return {
    look: () => queue.look(),
    stop: async () => {
      clearInterval(timer);
      // From this moment on nothing more is begun.
      const stopped = queue.stop();
      await subscription.unsubscribe();
      await stopped;
      await parts.threads.close();
    },
  };
}

class Queue {
  readonly #parts: QueueParts;
  #turn: Promise<void> | undefined;
  #stopping = false;
  #stopRunning: (() => void) | undefined;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  look(): Promise<void> {
    this.#turn ??= this.#takeAll().finally(() => {
      this.#turn = undefined;
    });
    return this.#turn;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#stopRunning?.();
    await this.#turn?.catch(() => undefined);
  }

  async #takeAll(): Promise<void> {
    await this.#recover();
    while (!this.#stopping) {
      const job = await this.#take();
      if (!job) return;
      await this.#work(job);
    }
  }

  /** What a process left behind that died, or lost its database for long, is begun again or given back. */
  async #recover(): Promise<void> {
    for (const lost of await listLost(this.#parts.database.kysely)) await this.#afterFault(lost);
  }

  #take(): Promise<(QueuedJob & { readonly holder: string }) | undefined> {
    const { database, ids } = this.#parts;
    return database.transaction(async (tx) => {
      await lockQueue(tx);
      for (;;) {
        const next = chooseNext(await listWaiting(tx));
        if (!next) return undefined;
        const holder = ids.uuid();
        const job = await claim(tx, { id: next.backtestId, holder });
        // Cancelled meanwhile: it is not in the list any more.
        if (!job) continue;
        await tell(tx, next.accountId, { id: job.id, status: 'running', percent: 0 });
        return { ...job, holder };
      }
    });
  }

  async #work(job: QueuedJob & { readonly holder: string }): Promise<void> {
    const { log, bus } = this.#parts;
    const work: Work = { id: job.id, holder: job.holder, accountId: job.account_id, attempts: job.attempts };
    wakeUserStreams(bus, work.accountId);
    // It may have been stopped while it took it: nobody could have stopped what had not begun.
    const ending = this.#stopping ? 'stopped' : await this.#run(work, jobOf(job));
    if (ending === 'stopped') {
      await this.#change(work, 'queued', (tx) => putBack(tx, work, { countsAsTry: false }));
    } else if (typeof ending === 'object') {
      log.error({ error: ending.error, backtestId: work.id }, 'a back-test failed');
      await this.#afterFault(work);
    }
  }

  /** Runs the thread beside a beat that renews the lease, tells progress and hears of a cancellation. */
  async #run(work: Work, job: BacktestJob): Promise<Ending> {
    let percent = 0;
    const thread = this.#parts.threads.open(job, (now) => {
      percent = now;
    });
    const outcome = thread.done.then(
      (done) => ({ done }),
      (error: unknown) => ({ error }),
    );
    const ended = new Promise<'lost' | 'stopped'>((resolve) => {
      this.#stopRunning = () => resolve('stopped');
      void this.#beat(work, () => percent, outcome).then((lost) => lost && resolve('lost'));
    });
    const first = await Promise.race([outcome, ended]);
    this.#stopRunning = undefined;
    if (first === 'lost' || first === 'stopped') {
      await thread.stop();
      return first;
    }
    if ('error' in first) return first;
    return this.#store(work, first.done);
  }

  /** @returns whether the back-test was lost to a cancellation or to another process */
  async #beat(work: Work, percentNow: () => number, over: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    let told = 0;
    for (;;) {
      await pause(BEAT_MS, over);
      if (isOver) return false;
      const percent = percentNow();
      const kept = await this.#keep(work, percent, percent !== told);
      if (kept === false) return true;
      if (kept) told = percent;
    }
  }

  /** @returns `undefined` where the database did not answer: the lease tells whether it is still ours */
  async #keep(work: Work, percent: number, isNews: boolean): Promise<boolean | undefined> {
    const { database, bus, log } = this.#parts;
    try {
      const kept = await database.transaction(async (tx) => {
        const held = await keep(tx, work, percent);
        if (held && isNews) await tell(tx, work.accountId, { id: work.id, status: 'running', percent });
        return held;
      });
      if (kept && isNews) wakeUserStreams(bus, work.accountId);
      return kept;
    } catch (error) {
      log.warn({ error, backtestId: work.id }, 'the lease of a back-test could not be renewed');
      return undefined;
    }
  }

  async #store(work: Work, { report, tradeParts }: BacktestOutcome): Promise<Ending> {
    const result = {
      netPaise: BigInt(report.netPnlPaise),
      returnPercent: report.returnPercent,
      trades: report.trades,
      report: JSON.stringify(report),
      tradeParts,
    };
    try {
      const now = new Date(this.#parts.clock.now());
      return (await this.#change(work, 'done', (tx) => finish(tx, work, result, now))) ? 'done' : 'lost';
    } catch (error) {
      return { error };
    }
  }

  async #afterFault(work: Work): Promise<void> {
    const now = new Date(this.#parts.clock.now());
    if (afterFault(work.attempts) === 'again') {
      await this.#change(work, 'queued', (tx) => putBack(tx, work, { countsAsTry: true }));
    } else {
      await this.#change(work, 'failed', (tx) => fail(tx, work, OUR_FAULT, now));
    }
  }

  /** A change and what is told of it: both, or neither. @returns whether it was still ours to change */
  async #change(
    work: Pick<Work, 'id' | 'accountId'>,
    status: 'queued' | 'done' | 'failed',
    change: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    const { database, bus } = this.#parts;
    const changed = await database.transaction(async (tx) => {
      const counted = await change(tx);
      if (counted) await tell(tx, work.accountId, { id: work.id, status, percent: status === 'done' ? 100 : 0 });
      return counted;
    });
    wakeUserStreams(bus, work.accountId);
    // Somebody waits for it: it does not wait for company.
    void bus.flush();
    return changed;
  }
}

function jobOf(row: QueuedJob): BacktestJob {
  return {
    id: row.id,
    definition: row.definition,
    versionHash: row.version_hash,
    dataset: row.dataset,
    fromDate: row.from_date,
    toDate: row.to_date,
    capitalPaise: toSafePaise(row.capital_paise),
    costs: row.costs,
    slippageBps: row.slippage_bps,
    sweep: row.sweep ?? undefined,
  };
}

function tell(
  tx: Tx,
  accountId: number,
  now: { readonly id: number; readonly status: 'queued' | 'running' | 'done' | 'failed'; readonly percent: number },
): Promise<void> {
  const payload = { BacktestId: now.id, status: now.status, progressPercent: now.percent };
  return recordUserEvent(tx, accountId, { name: 'backtest', payload });
}

/** So long, or until it is over. */
async function pause(ms: number, over: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    over,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}
