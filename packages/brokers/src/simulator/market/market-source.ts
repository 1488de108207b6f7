import type { Bar, EpochMs, IndiaDate, Instrument } from '@trickdesk/domain';

/** An instrument of the simulated exchange. */
export interface SimInstrument extends Instrument {
  /** Usual spacing of its ticks in market seconds. */
  readonly tickSeconds: number;
}

/** One trading day of a source. */
export interface SourceSession {
  readonly date: IndiaDate;
  readonly openAt: EpochMs;
  /** Exclusive: the last bar ends here. */
  readonly closeAt: EpochMs;
  /** After this moment nothing more comes on this day and the clock moves on to the next session. */
  readonly endAt: EpochMs;
}

/** One event of the feed. */
export interface SourceTick {
  readonly token: string;
  /** When it is sent. Never falls along the iterator. */
  readonly due: EpochMs;
  /** The exchange's stamp. Recorded ticks may step back here; they are sent as they were recorded. */
  readonly at: EpochMs;
  readonly pricePaise: number;
  /** Shares traded since the day's start, this tick included. */
  readonly cumVolume: number;
  /** False for a packet that repeats the last price after the close. */
  readonly traded: boolean;
}

/** Bars of one instrument on one day; all of the same length. */
export interface DayBars {
  readonly barMinutes: number;
  readonly bars: readonly Bar[];
}

/** Prices in paise. `exact`: false while history is still being prepared and closes stand in for highs and lows. */
export interface Extremes {
  readonly high: number;
  readonly low: number;
  readonly exact: boolean;
}

/**
 * Where prices come from. A source knows its whole past and future; whoever asks cuts off what the exchange clock has
 * not reached. The same (source, session) always gives the same bars and ticks.
 */
export interface MarketSource {
  /** Names data and seed; a stored clock position is only good for the source that it was stored under. */
  readonly key: string;
  readonly instruments: readonly SimInstrument[];
  /** Where a clock without a stored position starts. */
  readonly startAt: EpochMs;
  /** True where bid, ask and last price are one (frictionless). */
  readonly frictionless: boolean;
  readonly sessionOn: (date: IndiaDate) => SourceSession | undefined;
  /** The first session whose end lies after the moment: the running one, or else the next. */
  readonly sessionFrom: (at: EpochMs) => SourceSession | undefined;
  /** Sessions whose date lies in [from, to], oldest first. */
  readonly sessionsBetween: (from: IndiaDate, to: IndiaDate) => readonly SourceSession[];
  /** Intraday bars; `undefined` where that day has none. */
  readonly dayBars: (token: string, date: IndiaDate) => DayBars | undefined;
  /** Daily bars of dates in [from, to], oldest first; `openAt` is the session's opening. */
  readonly dailyBars: (token: string, from: IndiaDate, to: IndiaDate) => readonly Bar[];
  /** Highest and lowest price on dates in [from, to]; `undefined` where no day is known. */
  readonly extremes: (token: string, from: IndiaDate, to: IndiaDate) => Extremes | undefined;
  /** Close before the date, in paise; `undefined` where nothing is known before it. */
  readonly previousClose: (token: string, date: IndiaDate) => number | undefined;
  readonly ticks: (session: SourceSession) => Iterator<SourceTick>;
  /**
   * Prepares a slice of the history before the moment, so that whoever asks for the next part of it need not wait.
   *
   * @returns how it goes on; `not_yet` while nobody has asked for any
   */
  readonly warmUp?: (now: EpochMs) => 'more' | 'not_yet' | 'done';
}
