import {
  type Bar,
  type CorporateAction,
  type EpochMs,
  type IndiaDate,
  type Interval,
  indiaDateOf,
  indiaMoment,
  MINUTE_MS,
} from '@trickdesk/domain';
import { type History, inUnitsOf, type UnitChange } from '@trickdesk/engine';
import type { MarketDataService, StoredInstrument } from '../../market-data/index.ts';
import { type DueExDate, laterOf } from './ex-dates.ts';
import type { HeldRun } from './held-run.ts';
import type { RunnableRecord } from './store.ts';
import type { StoredBar } from './stored-minute.ts';

type Bars = Pick<MarketDataService, 'bars' | 'corporateActions' | 'dataset'>;

/** What a run of one instrument is made of. Prices are the raw ones of their day. */
export interface RunBars {
  readonly daily: readonly Bar[];
  readonly minutes: readonly Bar[];
  /** Oldest first. */
  readonly actions: readonly CorporateAction[];
}

export interface WarmUp {
  readonly record: Pick<RunnableRecord, 'started_exchange_at' | 'warmup_from'>;
  readonly interval: Interval;
  readonly instruments: readonly StoredInstrument[];
  /** Those that its conditions read. */
  readonly sources: readonly StoredInstrument[];
  readonly held: HeldRun;
  /** By the exchange's clock: its ex-dates are gone over, whether or not something has traded yet. */
  readonly today: IndiaDate;
}

/**
 * Feeds a run's indicators with what is stored, always from the same moment on, so that they come out the same to the
 * bit whoever does it and whenever. Answers the minutes that the run has not decided on yet, and makes the run expect the
 * ex-dates among them.
 */
export async function warmFromStored(marketData: Bars, warmUp: WarmUp): Promise<StoredBar[]> {
  const { record, interval, instruments, sources, held, today } = warmUp;
  const fresh: StoredBar[] = [];
  const stored: RunBars[] = [];
  for (const instrument of instruments) stored.push(await storedBarsOf(marketData, { record, interval, instrument }));
  // Read last, so that nothing of them is missing that a bar above may read; fed first, since bars read them.
  for (const [source, instrument] of sources.entries()) {
    const bars = await storedBarsOf(marketData, { record, interval, instrument });
    feedSource(bars, {
      ...{ today, restart: (units) => held.restartSource(source, units) },
      feed: (bar, length) => held.readSource(source, bar, length),
    });
  }
  for (const [base, bars] of stored.entries()) {
    // A run that was fed nothing yet knows what had closed when it began.
    const knownUntil = held.fedUntil(base) || record.started_exchange_at.getTime() - MINUTE_MS;
    const day = laterOf(indiaDateOf(knownUntil), held.exDates.crossed(base));
    const known = { ...bars, minutes: bars.minutes.filter(({ openAt }) => openAt <= knownUntil) };
    for (const { bars: part, interval: length } of historyOf(known, day)) {
      for (const bar of part) held.warm(base, bar, length);
    }
    for (const bar of bars.minutes) if (bar.openAt > knownUntil) fresh.push({ base, bar });
    held.warmUntil(base, knownUntil + MINUTE_MS);
    held.exDates.expect(base, dueAfter(day, bars), bars.actions);
  }
  return fresh;
}

/** Ex-dates that a run has still to go over, with what it reads from each on. */
function dueAfter(day: IndiaDate, bars: RunBars): DueExDate[] {
  const due = bars.actions.filter(({ exDate }) => exDate > day);
  return due.map((action) => ({ action, history: () => historyOf(before(bars, action.exDate), action.exDate) }));
}

function before({ daily, minutes, actions }: RunBars, day: IndiaDate): RunBars {
  const at = indiaMoment(day);
  const isEarlier = ({ openAt }: Bar): boolean => openAt < at;
  return { daily: daily.filter(isEarlier), minutes: minutes.filter(isEarlier), actions };
}

/** In the units of a day. */
export function historyOf({ daily, minutes, actions }: RunBars, day: IndiaDate): History {
  return [
    { bars: inUnitsOf(day, daily, actions), interval: '1d' },
    { bars: inUnitsOf(day, minutes, actions), interval: '1m' },
  ];
}

export interface SourceReader {
  readonly feed: (bar: Bar, interval: Interval) => void;
  /** Later bars are in other units than those before, which are these. */
  readonly restart: (units: UnitChange) => void;
  readonly today: IndiaDate;
}

/** Days before the minutes that follow them; on an ex-date, what is read begins anew in its units. */
export function feedSource(bars: RunBars, { feed, restart, today }: SourceReader): void {
  const due = [...bars.actions];
  const restartUntil = (at: EpochMs): void => {
    for (let next = due[0]; next && indiaMoment(next.exDate) <= at; next = due[0]) {
      due.shift();
      const history = historyOf(before(bars, next.exDate), next.exDate);
      restart({ at: indiaMoment(next.exDate), history });
    }
  };
  for (const interval of ['1d', '1m'] as const) {
    for (const bar of interval === '1d' ? bars.daily : bars.minutes) {
      restartUntil(bar.openAt);
      feed(bar, interval);
    }
  }
  restartUntil(indiaMoment(today));
}

/**
 * Every stored bar that a run of one instrument is made of. Daily strategies warm on daily bars up to the day on which the
 * run began, and on minutes from then on.
 *
 * @param until minutes that open at or after it are left out
 */
export async function storedBarsOf(
  marketData: Bars,
  { record, interval, instrument }: Pick<WarmUp, 'record' | 'interval'> & { readonly instrument: StoredInstrument },
  until?: EpochMs,
): Promise<RunBars> {
  const isDaily = interval === '1d';
  const from = isDaily ? startOfDay(record.started_exchange_at.getTime()) : record.warmup_from.getTime();
  return {
    daily: isDaily ? await dailyBars(marketData, record, instrument) : [],
    minutes: await minutesFrom(marketData, instrument, from, until),
    actions: await marketData.corporateActions(instrument.id, marketData.dataset),
  };
}

/** What was stored after the last minute that a run was fed; what its conditions read of others is fed to it at once. */
export async function storedSince(
  marketData: Bars,
  { instruments, sources, held }: Pick<WarmUp, 'instruments' | 'sources' | 'held'>,
): Promise<StoredBar[]> {
  const fresh: StoredBar[] = [];
  for (const [base, instrument] of instruments.entries()) {
    const from = held.fedUntil(base) + MINUTE_MS;
    for (const bar of await minutesFrom(marketData, instrument, from)) fresh.push({ base, bar });
  }
  for (const [source, instrument] of sources.entries()) {
    const from = held.readUntil(source) + MINUTE_MS;
    for (const bar of await minutesFrom(marketData, instrument, from)) held.readSource(source, bar, '1m');
  }
  return fresh;
}

function minutesFrom(
  marketData: Bars,
  { exchange, symbol }: StoredInstrument,
  from: EpochMs,
  to?: EpochMs,
): Promise<Bar[]> {
  return marketData.bars({ exchange, symbol, interval: '1m', from, ...(to === undefined ? {} : { to }) });
}

function dailyBars(marketData: Bars, record: WarmUp['record'], { exchange, symbol }: StoredInstrument): Promise<Bar[]> {
  const range = { from: record.warmup_from.getTime(), to: startOfDay(record.started_exchange_at.getTime()) };
  return marketData.bars({ exchange, symbol, interval: '1d', ...range });
}

function startOfDay(at: EpochMs): EpochMs {
  return indiaMoment(indiaDateOf(at));
}

/** When a minute ended. */
export function closeOf({ openAt }: Bar): EpochMs {
  return openAt + MINUTE_MS;
}
