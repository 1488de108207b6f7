import type { Tx } from '@trickdesk/db';
import { type Bar, type EpochMs, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import {
  type BaseFacts,
  type CompiledStrategy,
  compileStrategy,
  createRun,
  parseDefinition,
  type RunConfig,
} from '@trickdesk/engine';
import { wakeUserStreams } from '../../../platform/user-events/index.ts';
import type { StoredInstrument } from '../../market-data/index.ts';
import { HeldRun, type RunnerState, STALE_AFTER_MS } from './held-run.ts';
import { recordNews } from './record-news.ts';
import { type RunBatch, writeBatches } from './run-writer.ts';
import type { RunnerParts } from './runner.ts';
import {
  FencedOut,
  findRunnable,
  haltFaulty,
  type OpenCommand,
  type RunKey,
  type RunnableRecord,
  takeFence,
} from './store.ts';

const WRITE_TRIES = 5;
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
  readonly #parts: RunnerParts;
  #opened: Opened | undefined;
  /** News that came while the run was being warmed. */
  #waiting: (() => void)[] | undefined = [];
  #queue: RunBatch[] = [];
  #writing: Promise<void> | undefined;
  #over = false;
  readonly #seenCommands = new Set<bigint>();

  constructor(parts: RunnerParts, deploymentId: number) {
    this.#parts = parts;
    this.deploymentId = deploymentId;
  }

  /** Ended, taken over by another runner, or failed: to be dropped. */
  get isOver(): boolean {
    return this.#over;
  }

  get runNumber(): number {
    return this.#opened?.record.run_number ?? 0;
  }

  async open(now: () => EpochMs, route: (instrumentIds: readonly number[]) => void): Promise<void> {
    const { database } = this.#parts;
    const record = await findRunnable(database.kysely, this.deploymentId);
    if (!record) {
      this.#over = true;
      return;
    }
    const fence = await takeFence(database.kysely, record.id, record.run_number);
    const strategy = compileRecord(record);
    const instruments = await this.#instruments(strategy);
    const state = record.state as RunnerState | null;
    const run = createRun(this.#runConfig(record, strategy, instruments), state?.run);
    const held = new HeldRun({
      run,
      instrumentIds: instruments.map((instrument) => instrument.id),
      fedUntil: state?.fedUntil ?? instruments.map(() => 0),
      onBatch: (batch) => this.#enqueue(batch),
    });
    const key = { deploymentId: record.id, runNumber: record.run_number, fence };
    this.#opened = { record, strategy, key, instruments, held };
    route(instruments.map((instrument) => instrument.id));
    await this.#warm(this.#opened, now());
    held.checkpoint(now());
    this.#resume(held, now());
  }

  onTick(instrumentId: number, at: EpochMs, pricePaise: number): void {
    if (this.#waiting) this.#waiting.push(() => this.#opened?.held.onTick(instrumentId, at, pricePaise));
    else this.#opened?.held.onTick(instrumentId, at, pricePaise);
  }

  onBar(instrumentId: number, bar: Bar, exchangeNow: EpochMs): void {
    if (this.#waiting) this.#waiting.push(() => this.#opened?.held.onBar(instrumentId, bar, exchangeNow));
    else this.#opened?.held.onBar(instrumentId, bar, exchangeNow);
  }

  /** Ticks or bars may be missing: whatever was stored meanwhile is fed first, then the news that came since. */
  onGap(exchangeNow: EpochMs): void {
    const opened = this.#opened;
    if (!opened || this.#waiting || this.#over) return;
    this.#waiting = [];
    void this.#refill(opened, exchangeNow)
      .catch((error: unknown) => {
        this.#parts.log.error({ error, deploymentId: this.deploymentId }, 'stored bars could not be read after a gap');
        this.#over = true;
      })
      .finally(() => this.#resume(opened.held, exchangeNow));
  }

  command(command: OpenCommand, exchangeNow: EpochMs): void {
    const opened = this.#opened;
    if (!opened || this.#waiting || this.#seenCommands.has(command.id)) return;
    if (command.run_number !== opened.record.run_number) return;
    this.#seenCommands.add(command.id);
    if (command.verb === 'sell') opened.held.exitAll([command.id], exchangeNow);
    else opened.held.stopEntries([command.id], exchangeNow);
  }

  /** Stores where it stands and waits until that is done. */
  async finish(): Promise<void> {
    if (!this.#over && this.#opened && !this.#waiting) this.#opened.held.checkpoint(this.#opened.held.latest);
    this.#over = true;
    await this.#writing;
  }

  /** The right to run is lost: nothing more may be written. */
  abandon(): void {
    this.#over = true;
    this.#queue = [];
  }

  async #warm({ record, strategy, instruments, held }: Opened, now: EpochMs): Promise<void> {
    const startedAt = record.started_exchange_at.getTime();
    const fresh: { base: number; bar: Bar }[] = [];
    for (const [base, instrument] of instruments.entries()) {
      for (const bar of await this.#dailyBars(record, strategy, instrument)) held.catchUp(base, bar, '1d', 'warmup');
      const fedUntil = held.fedUntil(base);
      for (const bar of await this.#minuteBars(record, strategy, instrument)) {
        const known = fedUntil === 0 ? bar.openAt + MINUTE_MS <= startedAt : bar.openAt <= fedUntil;
        if (known) held.catchUp(base, bar, '1m', 'warmup');
        else fresh.push({ base, bar });
      }
    }
    this.#feedStored(held, fresh, now);
  }

  /** In the order of time: bases share cash and limits. */
  #feedStored(held: HeldRun, bars: { base: number; bar: Bar }[], now: EpochMs): void {
    bars.sort((a, b) => a.bar.openAt - b.bar.openAt || a.base - b.base);
    for (const { base, bar } of bars) {
      const stale = now - (bar.openAt + MINUTE_MS) > STALE_AFTER_MS;
      held.catchUp(base, bar, '1m', stale ? 'missed' : 'live');
    }
  }

  /** Daily strategies warm on daily bars up to the day on which the run began, and on minutes from then on. */
  async #dailyBars(
    record: RunnableRecord,
    strategy: CompiledStrategy,
    { exchange, symbol }: StoredInstrument,
  ): Promise<readonly Bar[]> {
    if (strategy.definition.interval !== '1d') return [];
    const range = { from: record.warmup_from.getTime(), to: startOfDay(record.started_exchange_at.getTime()) };
    return this.#parts.marketData.bars({ exchange, symbol, interval: '1d', ...range });
  }

  async #minuteBars(
    record: RunnableRecord,
    strategy: CompiledStrategy,
    { exchange, symbol }: StoredInstrument,
  ): Promise<readonly Bar[]> {
    const daily = strategy.definition.interval === '1d';
    const from = daily ? startOfDay(record.started_exchange_at.getTime()) : record.warmup_from.getTime();
    return this.#parts.marketData.bars({ exchange, symbol, interval: '1m', from });
  }

  async #refill({ instruments, held }: Opened, now: EpochMs): Promise<void> {
    const fresh: { base: number; bar: Bar }[] = [];
    for (const [base, { exchange, symbol }] of instruments.entries()) {
      const from = held.fedUntil(base) + MINUTE_MS;
      const bars = await this.#parts.marketData.bars({ exchange, symbol, interval: '1m', from });
      for (const bar of bars) fresh.push({ base, bar });
    }
    this.#feedStored(held, fresh, now);
  }

  #resume(held: HeldRun, now: EpochMs): void {
    held.watchFromNextMinute(now);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const news of waiting) news();
  }

  async #instruments(strategy: CompiledStrategy): Promise<StoredInstrument[]> {
    const found: StoredInstrument[] = [];
    for (const { exchange, symbol } of strategy.definition.instruments) {
      const instrument = await this.#parts.marketData.instrument(exchange, symbol);
      if (!instrument) throw new Error(`${symbol} is not listed on ${exchange}`);
      found.push(instrument);
    }
    return found;
  }

  #runConfig(record: RunnableRecord, strategy: CompiledStrategy, instruments: readonly StoredInstrument[]): RunConfig {
    const bases = instruments.map(
      (instrument): BaseFacts => ({
        exchange: 'NSE',
        symbol: instrument.symbol,
        tickPaise: instrument.tickPaise,
        lotSize: instrument.lotSize,
        enabled: !record.disabled_symbols.includes(instrument.symbol),
      }),
    );
    return {
      strategy,
      bases,
      settings: {
        capitalPaise: Number(record.capital_paise),
        quantityMultiplier: record.quantity_multiplier,
        ...(record.max_loss_per_day_paise === null
          ? {}
          : { maxLossPerDayPaise: Number(record.max_loss_per_day_paise) }),
        ...(record.max_trades_per_day === null ? {} : { maxTradesPerDay: record.max_trades_per_day }),
        ...(record.square_off_minute === null ? {} : { squareOffMinute: record.square_off_minute }),
      },
      calendar: this.#parts.marketData.calendar,
      costs: 'angelone',
      slippageBps: this.#parts.slippageBps,
    };
  }

  #enqueue(batch: RunBatch): void {
    if (this.#over) return;
    this.#queue.push(batch);
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batches = this.#queue;
      this.#queue = [];
      await this.#writeWithRetry(batches);
    }
  }

  async #writeWithRetry(batches: readonly RunBatch[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#write(batches);
      } catch (error) {
        if (error instanceof FencedOut) return this.#letGo({ error }, 'another runner has this deployment');
        if (attempt >= WRITE_TRIES) return this.#fault(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * attempt));
      }
    }
  }

  async #write(batches: readonly RunBatch[]): Promise<void> {
    const opened = this.#opened;
    if (!opened) throw new Error('a run wrote before it was opened');
    const { database, bus, clock } = this.#parts;
    const { record, strategy, key } = opened;
    const write = async (tx: Tx) => {
      const written = await writeBatches(
        tx,
        {
          key,
          accountId: record.account_id,
          strategyVersionId: record.strategy_version_id,
          definition: strategy.definition,
          now: new Date(clock.now()),
        },
        batches,
      );
      await recordNews(tx, this.#parts.marketData, { accountId: record.account_id, deploymentId: record.id, written });
      return written;
    };
    const written = await database.transaction(write);
    wakeUserStreams(bus, record.account_id);
    if (written.life.phase === 'idle') this.#over = true;
  }

  /** Tried several times: the state in memory is ahead of what is stored, so the run stops and says why. */
  async #fault(error: unknown): Promise<void> {
    this.#letGo({ error }, 'what a run led to could not be stored; it is halted');
    await haltFaulty(this.#parts.database.kysely, this.deploymentId).catch((haltError: unknown) =>
      this.#parts.log.error({ error: haltError, deploymentId: this.deploymentId }, 'the halt could not be stored'),
    );
  }

  #letGo(fields: { error: unknown }, why: string): void {
    this.#parts.log.error({ ...fields, deploymentId: this.deploymentId }, why);
    this.abandon();
  }
}

function startOfDay(at: EpochMs): EpochMs {
  return indiaMoment(indiaDateOf(at));
}

/** @throws Error when the stored definition is not one: it was checked when it was saved */
function compileRecord(record: RunnableRecord): CompiledStrategy {
  const parsed = parseDefinition(record.definition);
  if (!parsed.ok)
    throw new Error(`version ${record.version} of a strategy cannot be read: ${parsed.errors[0]?.message}`);
  return compileStrategy(parsed.definition, {}, `v${record.version}`);
}
