import { type Bar, type EpochMs, type IndiaDate, type Interval, MINUTE_MS } from '@trickdesk/domain';
import type { BarMode, PathPoint, Quote, RunEvent, RunState, StrategyRun, UnitChange } from '@trickdesk/engine';
import { applyOrderNews } from './apply-order-news.ts';
import { CalmPrices } from './calm-prices.ts';
import type { RunCommand } from './commands.ts';
import { type EntryGuard, GuardedEntries } from './entry-guard.ts';
import { ExDatesOfRun } from './ex-dates.ts';
import { newsOf, type ToldMinute } from './heard-minutes.ts';
import type { OrderNews } from './live-desk.ts';
import { type News, NewsOrder } from './news-order.ts';
import type { RunBatch } from './run-batch.ts';
import { byMinute, pricesOf, type StoredBar, UnwatchedMinute } from './stored-minute.ts';

/** What is stored of a run beside the engine's own state. */
export interface RunnerState {
  readonly run: RunState;
  /** For each base, the opening moment of the last bar that was fed; 0 before the first. */
  readonly fedUntil: readonly EpochMs[];
  /** For each base, the last ex-date that was gone over. */
  readonly exDates?: readonly (IndiaDate | null)[];
}

/** A bar that closed longer ago than this, by the exchange's clock, was missed: it may exit but not enter. */
export const STALE_AFTER_MS = 2 * MINUTE_MS;
/** Bars without an event after which the state of a run that waits for a signal is stored all the same. */
const BARS_BETWEEN_STATES = 15;
/**
 * A bar of the strategy's interval that ended this long ago without its last minutes, by the exchange's clock, waits no
 * longer for the word that they had no trade: it was told before somebody was there to hear it. It comes too late to enter.
 */
export const UNTOLD_MS = 15 * MINUTE_MS;

export interface HeldRunParts {
  readonly run: StrategyRun;
  /** Instrument of each base. */
  readonly instrumentIds: readonly number[];
  /** Of those that its conditions read, as its strategy names them. */
  readonly sourceIds?: readonly number[];
  readonly fedUntil: readonly EpochMs[];
  readonly exDates?: RunnerState['exDates'];
  /** No broker holds what it holds. */
  readonly isOnPaper: boolean;
  readonly onBatch: (batch: RunBatch) => void;
  /** In test mode. */
  readonly guard?: Pick<EntryGuard, 'vetoOf'> | undefined;
}

/**
 * One run in memory: feeds it ticks and bars in their order and hands out what it led to. Bars are the truth: a minute
 * of which not every tick was seen (after a restart or a gap) is walked along the path of its bars when they close.
 */
export class HeldRun {
  readonly #run: StrategyRun;
  readonly #bases = new Map<number, number>();
  readonly #sources = new Map<number, number>();
  readonly #fedUntil: EpochMs[];
  /** For each source, the opening moment of the last bar that was read. */
  readonly #readUntil: EpochMs[];
  /** Ticks before this moment belong to a minute that was not seen from its start. */
  #watchedFrom: EpochMs = Number.POSITIVE_INFINITY;
  readonly #onBatch: (batch: RunBatch) => void;
  readonly #entries: GuardedEntries;
  readonly exDates: ExDatesOfRun;
  readonly #isOnPaper: boolean;
  readonly #order: NewsOrder;
  readonly #unwatched = new UnwatchedMinute();
  #barsSinceState = 0;
  /** While it holds or refuses something, each bar changes what a successor must know. */
  #everyBarCounts = true;
  /** Its owner lets it end: what waits may still be filled, and no new signal counts. */
  #finishing: boolean;
  /** The command that hands positions over, until all are; it counts as done with the last. */
  #detaching: bigint | undefined;
  readonly #calm = new CalmPrices();
  /** The newest moment that was fed. */
  latest: EpochMs = 0;

  constructor(parts: HeldRunParts) {
    this.#run = parts.run;
    parts.instrumentIds.forEach((id, base) => {
      this.#bases.set(id, base);
    });
    this.#fedUntil = [...parts.fedUntil];
    this.#onBatch = parts.onBatch;
    const told = (): StrategyRun => this.#told();
    this.#entries = new GuardedEntries(parts.guard, parts.instrumentIds, told);
    this.exDates = new ExDatesOfRun(told, parts.exDates ?? parts.instrumentIds.map(() => null));
    this.#isOnPaper = parts.isOnPaper;
    this.#finishing = parts.run.state().entriesBlocked === 'stopped';
    const { sourceIds = [] } = parts;
    for (const [source, id] of sourceIds.entries()) this.#sources.set(id, source);
    this.#readUntil = sourceIds.map(() => 0);
    this.#order = new NewsOrder(parts.instrumentIds.length, (news) => this.#take(news), sourceIds.length);
  }

  fedUntil(base: number): EpochMs {
    return this.#fedUntil[base] ?? 0;
  }

  readUntil(source: number): EpochMs {
    return this.#readUntil[source] ?? 0;
  }

  /** A bar that conditions read. What is decided reads it by its time, so it waits for nothing. */
  readSource(source: number, bar: Bar, interval: Interval): void {
    this.#run.onSourceBar(source, bar, interval);
    this.#readUntil[source] = Math.max(this.readUntil(source), bar.openAt);
    this.#order.onSource(source, bar.openAt + (interval === '1d' ? 0 : MINUTE_MS));
  }

  allowEntries(allowed: boolean): void {
    if (!allowed) {
      if (!this.#finishing) this.#run.stopEntries();
      return;
    }
    if (this.#finishing) this.#run.entriesBlocked(undefined);
    this.#finishing = false;
    this.#run.resumeEntries();
  }

  /** Feeds indicators with what was decided on before, or was before the run began. */
  warm(base: number, bar: Bar, interval: Interval): void {
    this.#told().onBar(base, bar, interval, 'warmup');
  }

  /** Before anything that opens then or later: prices are in other units from here on. */
  passExDates(openAt: EpochMs): void {
    for (const base of this.#fedUntil.keys()) {
      while (this.exDates.isDue(base, openAt)) {
        // What ended before is decided on in its own units.
        this.#quiet(base, openAt, 'missed');
        const { events, resized } = this.exDates.cross(base, this.#isOnPaper);
        this.#emit(events, openAt, { resized });
      }
    }
  }

  restartSource(source: number, units: UnitChange): void {
    this.#run.restartSource(source, units);
  }

  /** What is stored is whole up to this moment, and was before the run began. */
  warmUntil(base: number, until: EpochMs): void {
    this.#told().onQuiet(base, until, 'warmup');
  }

  /**
   * Feeds what was stored since, in the order of time: bases share cash and limits.
   *
   * @param wholeUntil before this moment, minutes without a bar had no trade; later ones may still come
   */
  catchUp(bars: readonly StoredBar[], modeOf: (bar: Bar) => 'live' | 'missed', wholeUntil: EpochMs): void {
    for (const minute of byMinute(bars.filter(({ base, bar }) => bar.openAt > this.fedUntil(base)))) {
      this.#walkMinute(minute, minute.every(({ bar }) => modeOf(bar) === 'live') ? 'live' : 'missed', wholeUntil);
    }
  }

  /** The next minute is the first that will have been seen whole. */
  watchFromNextMinute(at: EpochMs): void {
    this.#watchedFrom = Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  }

  /** @param quote what was shown with it or shortly before it */
  onTick(instrumentId: number, at: EpochMs, pricePaise: number, quote?: Quote): void {
    const base = this.#bases.get(instrumentId);
    if (base === undefined || at < this.#watchedFrom) return;
    // What waits for its turn comes before it.
    if (this.#calm.includes(at, pricePaise) && this.#order.isEmpty) this.#calm.note(pricePaise);
    else this.#order.push({ kind: 'tick', base, at, pricePaise, quote });
  }

  onBar(instrumentId: number, { bar, unheard }: ToldMinute, exchangeNow: EpochMs): void {
    const source = this.#sources.get(instrumentId);
    if (source !== undefined) this.readSource(source, bar, '1m');
    const base = this.#bases.get(instrumentId);
    if (base === undefined) return;
    const stale = exchangeNow - (bar.openAt + MINUTE_MS) > STALE_AFTER_MS;
    this.#order.push({ kind: 'bar', base, bar, stale, unheard });
  }

  onQuiet(instrumentId: number, until: EpochMs, exchangeNow: EpochMs): void {
    const source = this.#sources.get(instrumentId);
    if (source !== undefined) this.#order.onSource(source, until);
    const base = this.#bases.get(instrumentId);
    if (base === undefined) return;
    this.#order.push({ kind: 'quiet', base, until, stale: exchangeNow - until > STALE_AFTER_MS });
  }

  onClock(at: EpochMs): void {
    this.#order.advance(at);
    if (this.#unwatched.isDue(at)) this.#walkUnwatched();
    if (this.#order.isEmpty) this.passQuiet(at - UNTOLD_MS, 'missed');
  }

  /** Nothing is missing of what traded before this moment. */
  passQuiet(until: EpochMs, mode: 'live' | 'missed'): void {
    for (const base of this.#fedUntil.keys()) this.#quiet(base, until, mode);
  }

  /** Nothing that would belong before it comes any more: takes what waits for its turn. */
  flush(): void {
    this.#order.flush();
    this.#walkUnwatched();
  }

  /** Carries out what its owner asked for; the command counts as done with what it led to. */
  command(id: bigint, command: RunCommand, at: EpochMs): void {
    if (command.verb === 'detach') {
      this.#run.stopEntries();
      this.#detaching = id;
      this.#detach(at);
    } else {
      // What was to be handed over is sold now: whatever becomes of the sale, it is not handed over any more.
      const overtaken = command.verb === 'sell' && this.#detaching !== undefined ? [this.#detaching] : [];
      if (command.verb === 'sell') this.#detaching = undefined;
      this.#emit(this.#carryOut(command, at), at, { commands: [...overtaken, id] });
    }
  }

  #carryOut(command: Exclude<RunCommand, { verb: 'detach' }>, at: EpochMs): readonly RunEvent[] {
    switch (command.verb) {
      case 'stop_entries':
        this.#run.stopEntries();
        break;
      case 'stop_after_exit':
        this.#finishing = true;
        this.#run.entriesBlocked('stopped');
        this.#run.resumeEntries();
        break;
      case 'sell':
        this.#run.stopEntries();
        return this.#told().exitAll(at);
      case 'set_levels': {
        const { base, ...levels } = this.exDates.inItsUnits(command.body, this.#fedUntil);
        return this.#told().setLevels(base, levels);
      }
      case 'enable_base':
        this.#told().enableBase(command.body.base, command.body.enabled);
    }
    return this.#told().withdrawUnwanted(at);
  }

  /** What became of an order; the news counts as taken with what it led to. Answers whether it halts the run. */
  onOrderNews(id: bigint, news: OrderNews, at: EpochMs): boolean {
    const { events, ...said } = applyOrderNews(this.#told(), news, this.#finishing);
    if (said.halt !== undefined) this.#run.stopEntries();
    this.#emit(events, 'at' in news ? news.at : at, { news: { id, ...said } });
    return said.halt !== undefined;
  }

  /** The state as it is, to be stored without an event. */
  checkpoint(at: EpochMs): void {
    this.#emit([], at, {});
  }

  /** What has an order under way waits for its end: the part that is executed may still change the position. */
  #detach(at: EpochMs): void {
    const events: RunEvent[] = [...this.#told().withdrawUnwanted(at)];
    for (const [base, { position, pending }] of this.#told().state().bases.entries()) {
      if (position && pending.length === 0) events.push(...this.#told().detach(base, at));
    }
    this.#emit(events, at, {});
  }

  #take(news: News): void {
    if (news.kind === 'tick') this.#takePrice(news);
    else if (news.kind === 'bar') this.#takeBar(news);
    else {
      if (this.#unwatched.isBefore(news.until)) this.#walkUnwatched();
      this.#quiet(news.base, news.until, news.stale ? 'missed' : 'live');
    }
  }

  #takePrice({ base, at, pricePaise, quote }: Extract<News, { kind: 'tick' }>): void {
    if (!this.#unwatched.isEmpty) this.#walkUnwatched();
    const doubted = this.#entries.doubt(base, at);
    if (doubted) this.#emit(doubted.events, at, { refused: doubted.refused });
    this.#hand(this.#told().onPrice(base, at, pricePaise, quote), at);
  }

  #takeBar({ base, bar, stale, unheard }: Extract<News, { kind: 'bar' }>): void {
    if (bar.openAt <= this.fedUntil(base)) return;
    if (this.#unwatched.isBefore(bar.openAt)) this.#walkUnwatched();
    const isWatched = bar.openAt >= this.#watchedFrom;
    // What was missed is walked along by the run itself.
    if (isWatched && !stale) this.#walk(base, newsOf({ bar, unheard }, this.#told(), base));
    if (isWatched || stale) this.#close({ base, bar }, stale ? 'missed' : 'live');
    else this.#keepUnwatched({ base, bar });
  }

  #keepUnwatched(stored: StoredBar): void {
    this.#unwatched.keep(stored);
    this.#listen();
    if (this.#unwatched.size === this.#bases.size) this.#walkUnwatched();
  }

  #walkUnwatched(): void {
    this.#walkMinute(this.#unwatched.take(), 'live', Number.NEGATIVE_INFINITY);
  }

  /** One minute of several bases as their ticks would have come: all prices in order of time, then the bars. */
  #walkMinute(minute: readonly StoredBar[], mode: 'live' | 'missed', wholeUntil: EpochMs): void {
    const openAt = minute[0]?.bar.openAt;
    if (openAt === undefined) return;
    this.passQuiet(Math.min(openAt, wholeUntil), mode);
    this.passExDates(openAt);
    if (mode === 'live') for (const price of pricesOf(minute)) this.#walk(price.base, [price]);
    for (const base of this.#fedUntil.keys()) {
      const stored = minute.find((one) => one.base === base);
      if (stored) this.#close(stored, mode);
      else this.#quiet(base, Math.min(openAt + MINUTE_MS, wholeUntil), mode);
    }
  }

  #walk(base: number, prices: readonly PathPoint[]): void {
    for (const { at, pricePaise } of prices) this.#hand(this.#told().onPrice(base, at, pricePaise), at);
  }

  /** Decides on what ended without its last minutes, which had no trade. */
  #quiet(base: number, until: EpochMs, mode: 'live' | 'missed'): void {
    const events = this.#told().onQuiet(base, until, mode);
    this.#listen();
    this.#hand(events, until);
  }

  #close({ base, bar }: StoredBar, mode: 'live' | 'missed'): void {
    const events = this.#told().onBar(base, bar, '1m', mode satisfies BarMode);
    // Before its events are stored: a state that has a bar's decisions must not ask for the bar again.
    this.#fedUntil[base] = bar.openAt;
    this.#barsSinceState += 1;
    this.#listen();
    const closeAt = bar.openAt + MINUTE_MS;
    if (events.length > 0) this.#emit(events, closeAt, {});
    else if (this.#everyBarCounts || this.#barsSinceState >= BARS_BETWEEN_STATES) this.checkpoint(closeAt);
  }

  /** News of several bases wait for each other's prices, whatever those are. */
  #listen(): void {
    const isAlone = this.#bases.size === 1 && this.#unwatched.isEmpty;
    this.#calm.allow(isAlone ? this.#run.calmOf(0) : undefined);
  }

  /** The run, told of the prices that it was spared. */
  #told(): StrategyRun {
    const passed = this.#calm.take();
    if (passed) this.#run.passPrices(0, passed);
    return this.#run;
  }

  #hand(events: readonly RunEvent[], at: EpochMs): void {
    if (events.length > 0) this.#emit(events, at, {});
  }

  #emit(
    decided: readonly RunEvent[],
    at: EpochMs,
    taken: Pick<Partial<RunBatch>, 'commands' | 'news' | 'refused' | 'resized'>,
  ): void {
    const sieved = this.#entries.sieve(decided);
    const { events } = sieved;
    const refused = [...(taken.refused ?? []), ...sieved.refused];
    const run = this.#told().state();
    this.#entries.note(run);
    const exDates = this.exDates.stored;
    const state: RunnerState = { run, fedUntil: this.#fedUntil, ...(exDates ? { exDates } : {}) };
    const pendingIntents = run.bases.flatMap((base) => base.pending.map((intent) => intent.id));
    const hasExposure = pendingIntents.length > 0 || run.bases.some((base) => base.position !== undefined);
    const commands = [...(taken.commands ?? [])];
    if (this.#detaching !== undefined && !hasExposure) {
      // With the end of the last: a run that is flat ends with this batch.
      commands.push(this.#detaching);
      this.#detaching = undefined;
    }
    this.#listen();
    this.#barsSinceState = 0;
    this.#everyBarCounts = hasExposure || run.bases.some((base) => base.lastVeto !== undefined);
    this.latest = Math.max(this.latest, at);
    this.#onBatch({
      events,
      state: JSON.stringify(state),
      lastBarAt: Math.max(0, ...this.#fedUntil) || undefined,
      pendingIntents,
      positions: run.bases.flatMap(({ position }) => (position ? [position] : [])),
      hasExposure,
      at,
      commands,
      ...(taken.news ? { news: taken.news } : {}),
      ...(refused.length > 0 ? { refused } : {}),
      ...(taken.resized ? { resized: taken.resized } : {}),
    });
    if (this.#detaching !== undefined && (events.length > 0 || taken.news)) this.#detachReady(run, at);
  }

  /** Hands over what has become free of orders with what was just told. */
  #detachReady({ bases }: RunState, at: EpochMs): void {
    if (bases.some(({ position, pending }) => position && pending.length === 0)) this.#detach(at);
  }
}
