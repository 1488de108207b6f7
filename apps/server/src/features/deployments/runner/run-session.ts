import { type Bar, type EpochMs, indiaDateOf } from '@trickdesk/domain';
import { type CompiledStrategy, createRun, type Quote } from '@trickdesk/engine';
import { wakeUserStreams } from '../../../platform/user-events/index.ts';
import type { StoredInstrument } from '../../market-data/index.ts';
import { type Life, mayEnter } from '../rules.ts';
import { catchUp } from './catch-up.ts';
import { readCommand } from './commands.ts';
import { listWaiting } from './entries-store.ts';
import type { ToldMinute } from './heard-minutes.ts';
import { HeldRun, type RunnerState, STALE_AFTER_MS, UNTOLD_MS } from './held-run.ts';
import { modeOf } from './mode.ts';
import { listOpenNews } from './news-store.ts';
import { type OpenNews, readOrderNews } from './read-order-news.ts';
import { isBare, pendingAfter, type RunBatch, type WriteFacts } from './run-batch.ts';
import { compileRecord, findInstruments, findSources, runConfigOf } from './run-config.ts';
import { RunTeller } from './run-teller.ts';
import { RunWrites } from './run-writes.ts';
import type { RunnerParts } from './runner.ts';
import { RunSeat, type SeatParts } from './seat.ts';
import { findRunnable, type OpenCommand, type RunKey, type RunnableRecord, storeRunState, takeFence } from './store.ts';
import { closeOf, storedSince, warmFromStored } from './stored-bars.ts';
import { type Untold, untoldOf } from './tell-run.ts';
import { WriteQueue } from './write-queue.ts';

const RETRY_AFTER_MS = 400;

interface Opened {
  readonly record: RunnableRecord;
  readonly strategy: CompiledStrategy;
  readonly key: RunKey;
  readonly instruments: readonly StoredInstrument[];
  readonly sources: readonly StoredInstrument[];
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
  readonly #seatParts: SeatParts | undefined;
  readonly #queue: WriteQueue;
  /** In live mode. */
  readonly #teller: RunTeller | undefined;
  /** Intents that wait by what is stored; in test mode not known before the first write. */
  #pending: ReadonlySet<number> | undefined;
  #opened: Opened | undefined;
  /** At the desk of its broker account; in test mode there is none. */
  #seat: RunSeat | undefined;
  #writes: RunWrites;
  #life: Life | undefined;
  /** News that came while stored bars were being read. */
  #waiting: (() => void)[] | undefined = [];
  /** Something was missed while stored bars were being read: they must be read again. */
  #missed = false;
  #over = false;
  #fault: unknown;
  readonly #seenCommands = new Set<bigint>();
  readonly #seenNews = new Set<bigint>();
  #readingNews: Promise<void> | undefined;
  #newsToRead = false;
  /** News has halted it: what its row says is older until that is stored, and for the one look that may have read before. */
  #halt: 'none' | 'to_store' | 'stored' = 'none';

  /** @param seatParts absent in test mode */
  constructor(
    parts: RunnerParts,
    run: { readonly deploymentId: number; readonly runNumber: number },
    seatParts?: SeatParts,
  ) {
    this.#parts = parts;
    this.#seatParts = seatParts;
    this.#writes = new RunWrites(parts);
    this.deploymentId = run.deploymentId;
    this.runNumber = run.runNumber;
    this.#queue = new WriteQueue({
      write: (batches) => this.#write(batches),
      onLost: (reason) => this.#end({ reason }),
      onFault: (error) => this.fail(error),
      retryAfterMs: parts.retryAfterMs ?? RETRY_AFTER_MS,
    });
    this.#teller =
      seatParts &&
      new RunTeller({
        ...parts,
        lanes: seatParts.lanes,
        retryAfterMs: parts.retryAfterMs ?? RETRY_AFTER_MS,
        onLost: (reason) => this.#end({ reason }),
        onFault: (error) => this.fail(error),
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

  /**
   * @param now the exchange's clock
   * @param wholeUntil before this moment every minute that was traded in is stored
   */
  async open(
    now: () => EpochMs,
    route: (instrumentIds: readonly number[]) => void,
    wholeUntil = now() - UNTOLD_MS,
  ): Promise<void> {
    const { database, marketData } = this.#parts;
    const { deploymentId, runNumber } = this;
    const { name: mode } = modeOf(this.#parts.desks);
    // The fence first: what an earlier runner still writes is either read below or void.
    const fence = await takeFence(database.kysely, deploymentId, runNumber);
    const record = await findRunnable(database.kysely, { deploymentId, runNumber, mode });
    if (!record) return this.#end({ reason: 'it has ended' });
    const tookOverAt = now();
    const strategy = compileRecord(record);
    const instruments = await findInstruments(marketData, strategy);
    const sources = await findSources(marketData, strategy);
    const held = this.#hold({ record, strategy, instruments, sources });
    const key = { deploymentId, runNumber, fence };
    this.#opened = { record, strategy, key, instruments, sources, held };
    this.follow(record);
    // What the runner before stored and had no time to tell.
    if (record.untold) this.#teller?.begin({ facts: this.#facts(this.#opened), untold: record.untold as Untold });
    await this.#teller?.told();
    if (this.#seatParts) this.#pending = await listWaiting(database.kysely, key);
    this.#sit(this.#opened);
    route([...new Set([...instruments, ...sources].map(({ id }) => id))]);
    const about = { interval: strategy.definition.interval, today: indiaDateOf(tookOverAt) };
    const fresh = await warmFromStored(marketData, { ...this.#opened, ...about });
    // What closed before somebody was there to see it leads to exits alone.
    const modeOfBar = (bar: Bar) => (closeOf(bar) <= tookOverAt ? 'missed' : 'live');
    const told = await this.#openNews(key);
    catchUp(held, { fresh, modeOf: modeOfBar, wholeUntil, told }, (piece) => this.#takeNews(held, piece, held.latest));
    await this.#readAgain(this.#opened, now);
    held.passExDates(now());
    held.checkpoint(now());
    this.#resume(held, now());
    this.readNews();
    void this.#queue.settled().then(() => this.#seat?.resume());
  }

  #hold({ record, strategy, instruments, sources }: Omit<Opened, 'key' | 'held'>): HeldRun {
    const { marketData, slippageBps, desks, clock } = this.#parts;
    const { execution } = modeOf(desks);
    const state = record.state as RunnerState | null;
    const { calendar } = marketData;
    const config = runConfigOf({ record, strategy, instruments, calendar, slippageBps, execution });
    return new HeldRun({
      run: createRun(config, state?.run),
      instrumentIds: instruments.map((instrument) => instrument.id),
      sourceIds: sources.map(({ id }) => id),
      fedUntil: state?.fedUntil ?? instruments.map(() => 0),
      ...(state?.exDates ? { exDates: state.exDates } : {}),
      isOnPaper: !desks,
      onBatch: (batch) => this.#queue.add({ ...batch, decidedAtWall: clock.now() }),
      guard: this.#parts.guard,
    });
  }

  #sit({ record, strategy, key, instruments }: Opened): void {
    const { broker_link_id: brokerLinkId, account_id: accountId } = record;
    if (!this.#seatParts || brokerLinkId === null || this.#over) return;
    const product = strategy.definition.product === 'DELIVERY' ? 'delivery' : 'intraday';
    const { deploymentId, runNumber } = key;
    const facts = { deploymentId, runNumber, accountId, brokerLinkId, product, instruments } as const;
    this.#seat = new RunSeat(this.#seatParts, facts, () => this.readNews());
    const { lanes, groups } = this.#seatParts;
    this.#writes = new RunWrites(this.#parts, { seat: this.#seat, lanes, groups, brokerLinkId });
  }

  /** What the desk has told the run and this session has not taken yet. */
  async #openNews(key: RunKey): Promise<OpenNews[]> {
    if (!this.#seat) return [];
    const open = await listOpenNews(this.#parts.database.kysely, key);
    const unseen = open.filter(({ id }) => !this.#seenNews.has(id));
    return unseen.map(({ id, body }) => ({ id, news: readOrderNews(body) }));
  }

  #takeNews(held: HeldRun, { id, news }: OpenNews, at: EpochMs): void {
    this.#seenNews.add(id);
    if (held.onOrderNews(id, news, at)) this.#halt = 'to_store';
  }

  /** Takes what the desk has told the run, each piece once; calls while it reads lead to one more reading. */
  readNews(): void {
    const opened = this.#opened;
    // While stored minutes are being read, it follows them.
    if (!opened || !this.#seat || this.#waiting || this.#over) return;
    this.#newsToRead = true;
    this.#readingNews ??= this.#readNews(opened)
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.#readingNews = undefined;
      });
  }

  async #readNews({ key }: Opened): Promise<void> {
    while (this.#newsToRead && !this.#over) {
      this.#newsToRead = false;
      const open = await this.#openNews(key).catch((error: unknown) => this.#readNewsLater(error));
      for (const piece of open) this.#hear((held) => this.#takeNews(held, piece, held.latest));
    }
  }

  /** The runner's next look reads it: a busy database is no fault of a run, which must not be let go for it. */
  #readNewsLater(error: unknown): readonly OpenNews[] {
    this.#parts.log.warn(
      { error, deploymentId: this.deploymentId },
      'news of orders could not be read; it is read later',
    );
    return [];
  }

  /** Does what its owner or a fault made of it. */
  follow(life: Life): void {
    const isAllowed = mayEnter(life);
    if (this.#halt !== 'none' && isAllowed) {
      if (this.#halt === 'stored') this.#halt = 'none';
      return;
    }
    this.#halt = 'none';
    this.#life = { status: life.status, phase: life.phase };
    this.#opened?.held.allowEntries(isAllowed);
  }

  onTick(instrumentId: number, at: EpochMs, pricePaise: number, quote: Quote | undefined): void {
    this.#hear((held) => held.onTick(instrumentId, at, pricePaise, quote));
  }

  onBar(instrumentId: number, told: ToldMinute, exchangeNow: EpochMs): void {
    this.#hear((held) => held.onBar(instrumentId, told, exchangeNow));
  }

  onQuiet(instrumentId: number, until: EpochMs, exchangeNow: EpochMs): void {
    this.#hear((held) => held.onQuiet(instrumentId, until, exchangeNow));
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
      await this.#readAgain(opened, () => exchangeNow);
      exchangeNow = await now();
      this.#resume(opened.held, exchangeNow);
      this.readNews();
    } catch (error) {
      this.fail(error);
    }
  }

  command(command: OpenCommand, exchangeNow: EpochMs): void {
    if (!this.#opened || this.#waiting || this.#seenCommands.has(command.id)) return;
    if (command.run_number !== this.runNumber) return;
    this.#seenCommands.add(command.id);
    this.#hear((held) => held.command(command.id, readCommand(command), exchangeNow));
  }

  /** Stores where it stands and waits until that is done. */
  async finish(): Promise<void> {
    this.#hear((held) => {
      held.flush();
      held.checkpoint(held.latest);
    });
    this.#over = true;
    await this.#queue.close();
    await this.#teller?.told();
    this.#seat?.leave();
  }

  /** Resolves when what it led to so far is stored, or cannot be. */
  async settled(): Promise<void> {
    await this.#readingNews;
    await this.#queue.settled();
    await this.#teller?.told();
  }

  /** The right to run is lost: nothing more may be written. */
  abandon(): void {
    this.#over = true;
    this.#queue.abandon();
    this.#teller?.abandon();
    // What is being written at this moment still tells the desk whether it went through.
    void this.#queue.settled().then(() => this.#seat?.leave());
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
  async #readAgain(opened: Opened, now: () => EpochMs): Promise<void> {
    while (this.#missed) {
      this.#missed = false;
      const fresh = await storedSince(this.#parts.marketData, opened);
      const modeOfBar = (bar: Bar) => (now() - closeOf(bar) > STALE_AFTER_MS ? 'missed' : 'live');
      opened.held.catchUp(fresh, modeOfBar, now() - UNTOLD_MS);
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
    if (last && batches.every(isBare) && this.#life && mayEnter(this.#life)) return this.#writeState(opened.key, last);
    await this.#teller?.told();
    const facts = this.#facts(opened, batches);
    const { written, mayAct } = await this.#writes.write({ facts, batches });
    this.#pending = pendingAfter(batches) ?? this.#pending;
    if (this.#halt === 'to_store' && written.life.status === 'halted') this.#halt = 'stored';
    if (facts.untold) this.#teller?.begin({ facts, untold: facts.untold, written });
    else wakeUserStreams(this.#parts.bus, facts.accountId);
    if (!mayAct) return this.#end({ reason: 'this process may not act any more' });
    if (written.life.phase === 'idle') this.#end({ reason: 'it is flat' });
  }

  #facts({ record, strategy, key }: Opened, batches: readonly RunBatch[] = []): WriteFacts {
    const { account_id: accountId, mode, strategy_version_id: strategyVersionId } = record;
    const { definition } = strategy;
    const at = this.#parts.clock.now();
    const untold = this.#seat && untoldOf(batches, { definition, at });
    const pending = this.#pending;
    const common = { key, mode, accountId, strategyVersionId, definition };
    return { ...common, now: new Date(at), untold, pending, guard: this.#parts.guard };
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
