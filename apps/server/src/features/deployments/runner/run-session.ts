import type { Tx } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import { type CompiledStrategy, createRun } from '@trickdesk/engine';
import { wakeUserStreams } from '../../../platform/user-events/index.ts';
import type { StoredInstrument } from '../../market-data/index.ts';
import { type Life, mayEnter } from '../rules.ts';
import { HeldRun, type RunnerState, STALE_AFTER_MS, type StoredBar } from './held-run.ts';
import { recordNews } from './record-news.ts';
import { compileRecord, findInstruments, runConfigOf } from './run-config.ts';
import { type RunBatch, writeBatches } from './run-writer.ts';
import type { RunnerParts } from './runner.ts';
import { findRunnable, type OpenCommand, type RunKey, type RunnableRecord, storeRunState, takeFence } from './store.ts';
import { storedSince, warmFromStored } from './stored-bars.ts';
import { WriteQueue } from './write-queue.ts';

const RETRY_AFTER_MS = 400;

interface Opened {
  readonly record: RunnableRecord;
  readonly strategy: CompiledStrategy;
  readonly key: RunKey;
  readonly instruments: readonly StoredInstrument[];
  readonly held: HeldRun;
}

/**
 * One deployment in the hands of this runner: takes it over, warms it, keeps news in order while it does, and writes
 * what it led to. Nothing is told to anybody before it is stored.
 */
export class RunSession {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly #parts: RunnerParts;
  readonly #queue: WriteQueue;
  #opened: Opened | undefined;
  #life: Life | undefined;
  /** News that came while stored bars were being read. */
  #waiting: (() => void)[] | undefined = [];
  /** Something was missed while stored bars were being read: they must be read again. */
  #missed = false;
  #over = false;
  #fault: unknown;
  readonly #seenCommands = new Set<bigint>();

  constructor(parts: RunnerParts, run: { readonly deploymentId: number; readonly runNumber: number }) {
    this.#parts = parts;
    this.deploymentId = run.deploymentId;
    this.runNumber = run.runNumber;
    this.#queue = new WriteQueue({
      write: (batches) => this.#write(batches),
      onLost: (reason) => this.#end({ reason }),
      onFault: (error) => this.fail(error),
      retryAfterMs: parts.retryAfterMs ?? RETRY_AFTER_MS,
    });
  }

  /** Ended, taken over by another runner, or failed: to be dropped. */
  get isOver(): boolean {
    return this.#over;
  }

  /** Why it failed; `undefined` where it did not. */
  get fault(): unknown {
    return this.#fault;
  }

  /** @param now the exchange's clock */
  async open(now: () => EpochMs, route: (instrumentIds: readonly number[]) => void): Promise<void> {
    const { database, marketData, slippageBps } = this.#parts;
    const { deploymentId, runNumber } = this;
    // The fence first: what an earlier runner still writes is either read below or void.
    const fence = await takeFence(database.kysely, deploymentId, runNumber);
    const record = await findRunnable(database.kysely, deploymentId, runNumber);
    if (!record) return this.#end({ reason: 'it has ended' });
    const tookOverAt = now();
    const strategy = compileRecord(record);
    const instruments = await findInstruments(marketData, strategy);
    const state = record.state as RunnerState | null;
    const config = runConfigOf({ record, strategy, instruments, calendar: marketData.calendar, slippageBps });
    const held = new HeldRun({
      run: createRun(config, state?.run),
      instrumentIds: instruments.map((instrument) => instrument.id),
      fedUntil: state?.fedUntil ?? instruments.map(() => 0),
      onBatch: (batch) => this.#queue.add(batch),
    });
    const key = { deploymentId, runNumber, fence };
    this.#opened = { record, strategy, key, instruments, held };
    this.follow(record);
    route(instruments.map((instrument) => instrument.id));
    const interval = strategy.definition.interval;
    const fresh = await warmFromStored(marketData, { record, interval, instruments, held });
    // What closed before somebody was there to see it leads to exits alone.
    held.catchUp(fresh, (bar) => (closeOf(bar) <= tookOverAt ? 'missed' : 'live'));
    await this.#readAgain(held, instruments, now);
    held.checkpoint(now());
    this.#resume(held, now());
  }

  /** Does what its owner or a fault made of it. */
  follow(life: Life): void {
    this.#life = { status: life.status, phase: life.phase };
    this.#opened?.held.allowEntries(mayEnter(life));
  }

  onTick(instrumentId: number, at: EpochMs, pricePaise: number): void {
    this.#hear((held) => held.onTick(instrumentId, at, pricePaise));
  }

  onBar(instrumentId: number, bar: Bar, exchangeNow: EpochMs): void {
    this.#hear((held) => held.onBar(instrumentId, bar, exchangeNow));
  }

  onClock(at: EpochMs): void {
    if (!this.#waiting) this.#hear((held) => held.onClock(at));
  }

  /**
   * Ticks or bars may be missing: whatever was stored meanwhile is fed first, then the news that comes from now on.
   *
   * @param now answers the exchange's clock; what was heard of it last may be from before the gap
   */
  async onGap(now: () => Promise<EpochMs>): Promise<void> {
    const opened = this.#opened;
    this.#missed = true;
    if (!opened || this.#waiting || this.#over) return;
    this.#waiting = [];
    try {
      opened.held.flush();
      let exchangeNow = await now();
      await this.#readAgain(opened.held, opened.instruments, () => exchangeNow);
      exchangeNow = await now();
      this.#resume(opened.held, exchangeNow);
    } catch (error) {
      this.fail(error);
    }
  }

  command(command: OpenCommand, exchangeNow: EpochMs): void {
    if (!this.#opened || this.#waiting || this.#seenCommands.has(command.id)) return;
    if (command.run_number !== this.runNumber) return;
    this.#seenCommands.add(command.id);
    this.#hear((held) => {
      if (command.verb === 'sell') held.exitAll([command.id], exchangeNow);
      else held.stopEntries([command.id], exchangeNow);
    });
  }

  /** Stores where it stands and waits until that is done. */
  async finish(): Promise<void> {
    this.#hear((held) => {
      held.flush();
      held.checkpoint(held.latest);
    });
    this.#over = true;
    await this.#queue.close();
  }

  /** Resolves when what it led to so far is stored, or cannot be. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** The right to run is lost: nothing more may be written. */
  abandon(): void {
    this.#over = true;
    this.#queue.abandon();
  }

  /** In order; one run's trouble is not another's. */
  #hear(news: (held: HeldRun) => void): void {
    if (this.#over) return;
    if (this.#waiting) {
      this.#waiting.push(() => this.#hear(news));
      return;
    }
    const held = this.#opened?.held;
    if (!held) return;
    try {
      news(held);
    } catch (error) {
      this.fail(error);
    }
  }

  /** As often as something is missed while the stored bars are read. */
  async #readAgain(held: HeldRun, instruments: readonly StoredInstrument[], now: () => EpochMs): Promise<void> {
    while (this.#missed) {
      this.#missed = false;
      const fresh: StoredBar[] = await storedSince(this.#parts.marketData, instruments, held);
      held.catchUp(fresh, (bar) => (now() - closeOf(bar) > STALE_AFTER_MS ? 'missed' : 'live'));
    }
  }

  #resume(held: HeldRun, now: EpochMs): void {
    held.watchFromNextMinute(now);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const news of waiting) news();
  }

  async #write(batches: readonly RunBatch[]): Promise<void> {
    const opened = this.#opened;
    if (!opened) throw new Error('a run wrote before it was opened');
    const last = batches.at(-1);
    const bare = batches.every(({ events, commands }) => events.length === 0 && commands.length === 0);
    if (bare && last && this.#life && mayEnter(this.#life)) return this.#writeState(opened.key, last);
    const { database, bus, clock, marketData } = this.#parts;
    const { record, strategy, key } = opened;
    const accountId = record.account_id;
    const facts = {
      key,
      accountId,
      strategyVersionId: record.strategy_version_id,
      definition: strategy.definition,
      now: new Date(clock.now()),
    };
    const write = async (tx: Tx) => {
      const written = await writeBatches(tx, facts, batches);
      await recordNews(tx, marketData, { accountId, deploymentId: record.id, written });
      return written;
    };
    const written = await database.transaction(write);
    wakeUserStreams(bus, accountId);
    if (written.life.phase === 'idle') this.#end({ reason: 'it is flat' });
  }

  /** Nothing happened: one statement keeps what a successor must know. */
  #writeState(key: RunKey, { state, lastBarAt }: RunBatch): Promise<void> {
    const { database, clock } = this.#parts;
    return storeRunState(database.kysely, key, { json: state, lastBarAt, at: new Date(clock.now()) });
  }

  /** What is in memory is ahead of what is stored, or not to be trusted: whoever takes up the run reads it again. */
  fail(error: unknown): void {
    this.#fault = error;
    this.#parts.log.error({ error, deploymentId: this.deploymentId }, 'a run met a fault and is let go');
    this.abandon();
  }

  #end(fields: { readonly reason: unknown }): void {
    this.#parts.log.info({ ...fields, deploymentId: this.deploymentId }, 'a run is let go');
    this.abandon();
  }
}

function closeOf({ openAt }: Bar): EpochMs {
  return openAt + 60_000;
}
