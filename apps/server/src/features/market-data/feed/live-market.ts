import { setTimeout as sleep } from 'node:timers/promises';
import type { CandleRequest, FeedEvent, FeedTick } from '@trickdesk/brokers';
import { DAY_MS, type EpochMs, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import { createBarBuilder } from '@trickdesk/engine';
import { periodOf } from '../block-period.ts';
import { deleteMinutesBefore, lastMinutes, putTail } from '../candle-store.ts';
import { compactTail } from '../compaction.ts';
import { forgetCandles } from '../forget.ts';
import type { QuotesWanted } from '../quotes-wanted.ts';
import { createRecordedCalendar, type RecordedCalendar } from '../recorded-calendar.ts';
import { statusAt } from '../rules.ts';
import type { PriceHandler } from '../shown-prices.ts';
import { putClock } from '../store.ts';
import { keptFrom } from '../thinning.ts';
import type { FeedHealth, StoredInstrument } from '../types.ts';
import { type BrokerSession, pause } from './broker-session.ts';
import { feedClockAt } from './feed-clock.ts';
import type { FeedParts } from './feed-parts.ts';
import { catchUpFrom, fetchHistory } from './history.ts';
import { createTrack, type InstrumentTrack } from './instrument-track.ts';
import type { NewsPump } from './news-pump.ts';
import type { Hole, MarketNews } from './ordered-news.ts';
import { Repairs } from './repairs.ts';
import type { ShownModes } from './shown-modes.ts';
import { createShownQuotes } from './shown-quotes.ts';
import type { ShownMode } from './spread-feed.ts';
import { StoredPrices } from './stored-prices.ts';

/** No update for so long while the market is open: prices are stale. */
const STALE_MS = 5_000;
/** A hole that is not filled by then no longer holds back what came after it. */
const LONGEST_WAIT_MS = 60_000;
/** After a session's end its last minutes may still be on their way. */
const COMPACT_AFTER_MS = 5_000;
/** How often history looks whether repairs are done. */
const YIELD_MS = 100;
/** How long the end of a run waits for history and compaction that are under way. */
const MOST_REST_MS = 2_000;
/** A clock that falls back by this much was set back: no disorder of a feed is so large. */
const SET_BACK_MS = 5 * 60_000;

export interface LiveParts {
  readonly parts: FeedParts;
  readonly pump: NewsPump;
  /** Prices as they come, for screens. */
  readonly show: PriceHandler;
  readonly session: BrokerSession;
  readonly instruments: readonly StoredInstrument[];
  readonly modes: ShownModes;
  readonly fail: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The market as it passes: from the feed's callbacks to tracks, clock, prices and the day's end. */
export class LiveMarket {
  readonly #live: LiveParts;
  readonly #calendar: RecordedCalendar;
  readonly #prices: StoredPrices;
  readonly #quotes = createShownQuotes();
  readonly #repairs: Repairs;
  readonly #tracks = new Map<number, InstrumentTrack>();
  readonly #byToken: ReadonlyMap<string, StoredInstrument>;
  readonly #byId: ReadonlyMap<number, StoredInstrument>;
  readonly #waitingSince = new Map<number, number>();
  #lastMinutes: ReadonlyMap<number, EpochMs> = new Map();
  /** The exchange's clock: the newest moment of any update. */
  #exchangeAt = Number.NEGATIVE_INFINITY;
  /** On our clock, when that was heard. */
  #movedAt = 0;
  #day = '';
  #settledDay = '';
  #heardAt = 0;
  #connected = false;
  #ready = false;
  /** What came before that, in its order: between sessions the broker's last states are all that comes for hours. */
  #early: FeedTick[] = [];
  #history: Promise<void> | undefined;
  #compaction: Promise<void> = Promise.resolve();

  constructor(live: LiveParts) {
    this.#live = live;
    this.#calendar = createRecordedCalendar(live.parts.settings.calendar);
    this.#prices = new StoredPrices(live.parts.db, live.parts.settings.dataset);
    this.#byToken = new Map(live.instruments.map((one) => [`${one.exchange}:${one.token}`, one]));
    this.#byId = new Map(live.instruments.map((one) => [one.id, one]));
    this.#repairs = new Repairs({
      fetch: (hole) => this.#fetchHole(hole),
      fill: (hole, bars) => this.#fill(hole, bars),
      weightOf: (id) => this.#quotes.weightOf(id, live.parts.now()),
      onFailure: live.fail,
      log: live.parts.log,
      signal: live.signal,
    });
  }

  /** Resolves when the signal is given. */
  async work(): Promise<void> {
    const { parts, signal } = this.#live;
    this.#lastMinutes = await lastMinutes(parts.db.kysely, parts.settings.dataset);
    this.#becomeReady();
    while (!signal.aborted) {
      await this.#everySecond();
      await pause(1_000, signal).catch(() => undefined);
    }
    if (!parts.signal.aborted) throw signal.reason;
  }

  async rest(): Promise<void> {
    // What is under way is cut off where it takes longer: it is a transaction, done whole or not at all.
    await Promise.race([
      Promise.all([this.#history, this.#compaction]),
      sleep(MOST_REST_MS, undefined, { ref: false }),
    ]);
    if (Number.isFinite(this.#exchangeAt)) await this.#writeClock('down');
  }

  readonly onEvent = (event: FeedEvent): void => {
    const { parts, session, fail } = this.#live;
    switch (event.kind) {
      case 'connected':
        this.#connected = true;
        // The gap itself is reported only when the broker has repeated its last states, among which are newer ones.
        for (const track of this.#tracks.values()) track.suspect(this.#exchangeAt);
        parts.log.info({}, 'the market feed is connected');
        break;
      case 'disconnected':
        this.#connected = false;
        parts.log.warn({ cause: event.cause }, 'the market feed is disconnected');
        break;
      case 'session_expired':
        this.#connected = false;
        session.signIn().catch(fail);
        break;
      case 'gap':
        if (event.from !== undefined) this.#gap(event.from, event.to, event.reason);
        break;
      case 'refused':
        parts.log.error({ code: event.code, message: event.message }, 'the market feed refused a request');
        break;
    }
  };

  readonly onTick = (tick: FeedTick): void => {
    // Before the last stored minutes are known, nobody could tell what is missing.
    if (!this.#ready) {
      // The feed fills one object again and again.
      this.#early.push(structuredClone(tick));
      return;
    }
    const instrument = this.#byToken.get(`${tick.instrument.exchange}:${tick.instrument.token}`);
    if (!instrument) return;
    this.#heardAt = this.#live.parts.now();
    if (!this.#follow(tick.exchangeAt)) return;
    this.#prices.note(instrument.id, tick);
    this.#live.show(instrument.id, tick.exchangeAt, tick.lastPaise);
    this.#quotes.note(instrument.id, tick);
    this.#tracks.get(instrument.id)?.tick(tick.exchangeAt, tick.lastPaise, tick.volume);
  };

  #becomeReady(): void {
    this.#ready = true;
    for (const tick of this.#early.splice(0)) this.onTick(tick);
  }

  /** Somebody asks for the order books of these. */
  readonly onQuotesWanted = ({ instrumentIds, isLive }: QuotesWanted): void => {
    const known = instrumentIds.filter((id) => this.#byId.has(id));
    this.#show(this.#quotes.want({ instrumentIds: known, isLive }, this.#live.parts.now()), 'full');
  };

  /** A quote leaves right before the tick that it came with. */
  readonly #tell = (news: MarketNews): void => {
    const { pump } = this.#live;
    const quote = news.kind === 'tick' ? this.#quotes.take(news.instrumentId, news.at) : undefined;
    if (quote) pump.quote(news.instrumentId, quote);
    pump.news(news);
  };

  /** An index has no orders. */
  #show(instrumentIds: readonly number[], mode: ShownMode): void {
    const { modes, parts } = this.#live;
    const instruments = instrumentIds.flatMap((id) => this.#byId.get(id) ?? []).filter(({ kind }) => kind !== 'index');
    for (const { id } of modes.change(instruments, mode, parts.now())) this.#tracks.get(id)?.suspect(this.#exchangeAt);
  }

  /** Moves the exchange's clock on; false where it was set back and this run has to end. */
  #follow(at: EpochMs): boolean {
    const { settings } = this.#live.parts;
    if (this.#exchangeAt === Number.NEGATIVE_INFINITY) {
      if (this.#wasSetBack(at)) return false;
      this.#begin(at);
    } else if (at < this.#exchangeAt - SET_BACK_MS) {
      this.#live.fail(new Error('the exchange clock was set back'));
      return false;
    } else if (at - this.#exchangeAt > settings.gapMs && this.#isWithinSession(this.#exchangeAt, at)) {
      this.#gap(this.#exchangeAt, at, 'silence');
    }
    if (at <= this.#exchangeAt) return true;
    const before = this.#exchangeAt - settings.latenessMs;
    this.#exchangeAt = at;
    this.#movedAt = this.#live.parts.now();
    // Where a minute has ended for all, quiet instruments need not wait for a price of their own.
    if (Math.floor((at - settings.latenessMs) / MINUTE_MS) > Math.floor(before / MINUTE_MS)) this.#advanceAll();
    const day = indiaDateOf(at);
    if (day !== this.#day) this.#newDay(day);
    return true;
  }

  /** A simulator whose database was emptied begins anew: what was stored of later days would be foreknowledge. */
  #wasSetBack(at: EpochMs): boolean {
    const { parts, fail } = this.#live;
    if (!parts.settings.simulated || Math.max(...this.#lastMinutes.values(), 0) <= at) return false;
    this.#ready = false;
    this.#history = forgetCandles(parts.db, parts.settings.dataset, at)
      .then(async (series) => {
        parts.log.warn({ at, series }, 'the market was set back; later candles were removed');
        this.#lastMinutes = await lastMinutes(parts.db.kysely, parts.settings.dataset);
        this.#becomeReady();
      })
      .catch(fail);
    return true;
  }

  #isWithinSession(from: EpochMs, to: EpochMs): boolean {
    const session = this.#calendar.sessionAt(from);
    return session !== undefined && to <= session.closeAt;
  }

  /** The first update of this run: everything since the last stored minute may be missing. */
  #begin(at: EpochMs): void {
    const { parts, pump, instruments } = this.#live;
    this.#calendar.learn([indiaDateOf(at)]);
    // Between sessions there is none under way: those that have ended are history.
    const sessionStart = this.#calendar.sessionAt(at)?.openAt ?? Math.floor(at / MINUTE_MS) * MINUTE_MS;
    for (const { id } of instruments) {
      const track = createTrack({
        instrumentId: id,
        builder: createBarBuilder({ calendar: this.#calendar, latenessMs: parts.settings.latenessMs }),
        latenessMs: parts.settings.latenessMs,
        emit: this.#tell,
        onHole: this.#repairs.add,
      });
      this.#tracks.set(id, track);
      track.join(catchUpFrom(this.#lastMinutes.get(id), at, sessionStart), at);
    }
    // A feed that died may have stored a minute and not told it.
    pump.gap();
    this.#history = this.#fetchHistory(sessionStart).catch(this.#live.fail);
  }

  async #fetchHistory(until: EpochMs): Promise<void> {
    const { parts, session, instruments, signal, pump } = this.#live;
    const { db, broker, settings, log } = parts;
    const written = await fetchHistory({
      db,
      dataset: settings.dataset,
      fetch: async (request: CandleRequest) => {
        // Missing minutes of today hold back the news, so they go first.
        while (this.#repairs.open > 0) await pause(YIELD_MS, signal);
        return session.call((access) => broker.marketData(access, 'history').candles(request));
      },
      instruments,
      until,
      dailyDays: settings.dailyDays,
      minuteDays: settings.minuteDays,
      log,
      signal,
    });
    if (written > 0) pump.gap();
    log.info({ series: written }, 'the history is complete');
  }

  #gap(from: EpochMs, to: EpochMs, reason: string): void {
    if (this.#isQuietTime(from, to)) return;
    this.#live.parts.log.warn({ from, to, reason }, 'the market feed had a gap');
    for (const track of this.#tracks.values()) track.gap(from, to);
  }

  /** Nothing traded between the two: the later one is the first of a session. */
  #isQuietTime(from: EpochMs, to: EpochMs): boolean {
    if (this.#calendar.sessionAt(from)) return false;
    const next = this.#calendar.nextSession(from);
    return next === undefined || to - next.openAt <= this.#live.parts.settings.latenessMs;
  }

  #newDay(day: string): void {
    const before = this.#day;
    this.#day = day;
    this.#calendar.learn([day]);
    const session = this.#calendar.sessionOn(day);
    if (!session) return;
    this.#compaction = this.#compaction
      .then(() => this.#compact(session.openAt, before === '' ? 0 : COMPACT_AFTER_MS))
      .catch((error: unknown) => this.#live.parts.log.error({ error }, 'ended sessions could not be put into blocks'));
  }

  async #compact(before: EpochMs, afterMs: number): Promise<void> {
    const { parts, signal, pump } = this.#live;
    await pause(afterMs, signal).catch(() => undefined);
    // A crash or a stop before this is done costs nothing: the next run begins with it.
    if (signal.aborted) return;
    await pump.drained();
    const { db, settings, log } = parts;
    const moved = await compactTail(db, { dataset: settings.dataset, before, calendar: this.#calendar });
    if (moved > 0) log.info({ instruments: moved }, 'ended sessions were put into blocks');
    const kept = settings.simulated ? keptFrom(before, this.#calendar) : undefined;
    if (kept === undefined) return;
    // What history is asked for on purpose stays.
    const from = Math.min(kept, before - settings.minuteDays * DAY_MS);
    const thinned = await deleteMinutesBefore(db.kysely, settings.dataset, periodOf(from, '1m'));
    if (thinned > 0) log.info({ months: thinned }, 'simulated minutes older than 60 sessions were removed');
  }

  async #fetchHole(hole: Hole) {
    const { session, parts } = this.#live;
    const instrument = this.#byId.get(hole.instrumentId);
    if (!instrument) throw new Error(`a hole of an unknown instrument: ${hole.instrumentId}`);
    return session.call((access) =>
      parts.broker.marketData(access, 'repair').candles({ instrument, interval: '1m', from: hole.from, to: hole.to }),
    );
  }

  async #fill(hole: Hole, bars: Parameters<InstrumentTrack['fill']>[1]): Promise<void> {
    if (this.#tracks.get(hole.instrumentId)?.fill(hole, bars)) return;
    const { parts, pump } = this.#live;
    const rows = bars.map((bar) => ({ instrumentId: hole.instrumentId, bar }));
    await putTail(parts.db.kysely, parts.settings.dataset, rows);
    pump.gap();
  }

  async #everySecond(): Promise<void> {
    const { parts, pump } = this.#live;
    if (!Number.isFinite(this.#exchangeAt)) return;
    this.#advanceAll();
    this.#settleSession();
    this.#letGo();
    this.#show(this.#quotes.lapsed(parts.now()), 'quote');
    this.#live.modes.settle(parts.now());
    const clockAt = this.#clockAt();
    try {
      await this.#prices.write(indiaDateOf(clockAt));
      await this.#writeClock(this.#health());
    } catch (error) {
      // The next second writes newer ones.
      parts.log.warn({ error }, 'clock and last prices could not be stored');
    }
    // Who hears of the new day finds prices in its units.
    pump.clock(clockAt, statusAt(this.#calendar, clockAt));
  }

  #advanceAll(): void {
    for (const track of this.#tracks.values()) track.advance(this.#exchangeAt);
  }

  /** Once after each session: a share that did not trade after a gap shows what it missed by no later price of the day. */
  #settleSession(): void {
    const session = this.#calendar.sessionOn(this.#day);
    const isOver = session !== undefined && this.#exchangeAt - this.#live.parts.settings.latenessMs >= session.closeAt;
    if (!isOver || this.#settledDay === this.#day) return;
    this.#settledDay = this.#day;
    for (const track of this.#tracks.values()) track.settle(session.closeAt);
  }

  /** Tracks that have waited for too long go on without their holes. */
  #letGo(): void {
    const now = this.#live.parts.now();
    for (const [id, track] of this.#tracks) {
      if (track.waiting() === 0) this.#waitingSince.delete(id);
      else if (!this.#waitingSince.has(id)) this.#waitingSince.set(id, now);
      else if (now - (this.#waitingSince.get(id) ?? now) > LONGEST_WAIT_MS) {
        track.giveUpWaiting();
        this.#waitingSince.delete(id);
      }
    }
  }

  #health(): FeedHealth {
    if (!this.#connected) return 'down';
    const isSilent = this.#live.parts.now() - this.#heardAt > STALE_MS;
    return isSilent && statusAt(this.#calendar, this.#clockAt()) === 'open' ? 'stale' : 'live';
  }

  #clockAt(): EpochMs {
    const { settings, now } = this.#live.parts;
    const { speed, simulated } = settings;
    const [exchangeAt, movedAt, calendar] = [this.#exchangeAt, this.#movedAt, this.#calendar];
    return feedClockAt({ exchangeAt, movedAt, now: now(), speed, simulated, calendar });
  }

  async #writeClock(feed: FeedHealth): Promise<void> {
    const { db, settings, now } = this.#live.parts;
    const clock = { exchangeAt: this.#clockAt(), seenAt: now(), speed: settings.speed, feed };
    await putClock(db.kysely, settings.dataset, clock);
  }
}
