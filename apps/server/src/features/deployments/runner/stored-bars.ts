import { type Bar, type EpochMs, type Interval, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { MarketDataService, StoredInstrument } from '../../market-data/index.ts';
import type { HeldRun } from './held-run.ts';
import type { RunnableRecord } from './store.ts';
import type { StoredBar } from './stored-minute.ts';

type Bars = Pick<MarketDataService, 'bars'>;

/** What a run of one instrument is made of. */
export interface RunBars {
  readonly daily: readonly Bar[];
  readonly minutes: readonly Bar[];
}

export interface WarmUp {
  readonly record: Pick<RunnableRecord, 'started_exchange_at' | 'warmup_from'>;
  readonly interval: Interval;
  readonly instruments: readonly StoredInstrument[];
  /** Those that its conditions read. */
  readonly sources: readonly StoredInstrument[];
  readonly held: HeldRun;
}

/**
 * Feeds a run's indicators with what is stored, always from the same moment on, so that they come out the same to the
 * bit whoever does it and whenever. Answers the minutes that the run has not decided on yet.
 */
export async function warmFromStored(marketData: Bars, { record, interval, instruments, sources, held }: WarmUp) {
  const fresh: StoredBar[] = [];
  const stored: RunBars[] = [];
  for (const instrument of instruments) stored.push(await storedBarsOf(marketData, { record, interval, instrument }));
  // Read last, so that nothing of them is missing that a bar above may read; fed first, since bars read them.
  for (const [source, instrument] of sources.entries()) {
    const bars = await storedBarsOf(marketData, { record, interval, instrument });
    feedSource(bars, (bar, length) => held.readSource(source, bar, length));
  }
  for (const [base, { daily, minutes }] of stored.entries()) {
    for (const bar of daily) held.warm(base, bar, '1d');
    // A run that was fed nothing yet knows what had closed when it began.
    const knownUntil = held.fedUntil(base) || record.started_exchange_at.getTime() - MINUTE_MS;
    for (const bar of minutes) {
      if (bar.openAt <= knownUntil) held.warm(base, bar, '1m');
      else fresh.push({ base, bar });
    }
    held.warmUntil(base, knownUntil + MINUTE_MS);
  }
  return fresh;
}

/** Days before the minutes that follow them. */
export function feedSource({ daily, minutes }: RunBars, feed: (bar: Bar, interval: Interval) => void): void {
  for (const bar of daily) feed(bar, '1d');
  for (const bar of minutes) feed(bar, '1m');
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
