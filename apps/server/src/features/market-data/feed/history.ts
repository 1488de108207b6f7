import type { BrokerReply, CandleRequest } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import { type Bar, DAY_MS, type EpochMs, type Interval, MINUTE_MS } from '@trickdesk/domain';
import type { Log } from '../../../platform/log.ts';
import { columnsOfBars } from '../bar-columns.ts';
import { periodOf } from '../block-period.ts';
import { firstMonths, lastMinutes, lockSeries } from '../candle-store.ts';
import { markAsked, writeBars } from '../candles.ts';
import type { StoredInstrument } from '../types.ts';
import { pause } from './broker-session.ts';

export interface HistoryParts {
  readonly db: Database;
  readonly dataset: string;
  readonly fetch: (request: CandleRequest) => Promise<BrokerReply<readonly Bar[]>>;
  /** In the order of fetching. */
  readonly instruments: readonly StoredInstrument[];
  /** Opening of the session under way: what comes later is the live feed's. */
  readonly until: EpochMs;
  /** Calendar days back. */
  readonly dailyDays: number;
  readonly minuteDays: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Minutes that are missing for longer are fetched as history, not as news. */
const LONGEST_CATCH_UP_MS = 20 * DAY_MS;
/** The broker refuses some requests for good (an instrument without history); three tries tell. */
const TRIES = 3;
const RETRY_MS = 2_000;

/**
 * Fetches what is missing of daily bars and of minutes, one instrument after the other. Each series is written whole in
 * one transaction and marked by its first block, so a run that was cut off goes on where it was.
 *
 * @returns how many series were written
 */
export async function fetchHistory(parts: HistoryParts): Promise<number> {
  const { db, dataset, until } = parts;
  const lastMinute = await lastMinutes(db.kysely, dataset);
  let written = 0;
  for (const interval of ['1d', '1m'] as const) {
    const days = interval === '1d' ? parts.dailyDays : parts.minuteDays;
    const wanted = until - days * DAY_MS;
    const first = await firstMonths(db.kysely, dataset, interval);
    for (const instrument of parts.instruments) {
      const known = first.get(instrument.id);
      const isWhole = known !== undefined && known <= periodOf(wanted, interval);
      const from = missingFrom(isWhole ? lastMinute.get(instrument.id) : undefined, wanted, until);
      if (from !== undefined && (await fetchSeries(parts, instrument, { interval, from }))) written += 1;
    }
  }
  return written;
}

/**
 * From which minute on the live feed catches up when the first update of a run says `at`. That one may be an old state
 * of a share that has not traded for long, and older than what is stored of others.
 *
 * @param last the last stored minute
 */
export function catchUpFrom(last: EpochMs | undefined, at: EpochMs, sessionStart: EpochMs): EpochMs {
  const isRecent = last !== undefined && at - last < LONGEST_CATCH_UP_MS && last - at < DAY_MS;
  return isRecent ? last + MINUTE_MS : sessionStart;
}

/**
 * Where a series goes on, `undefined` where nothing must be fetched: the live feed catches up on a short rest, minute
 * by minute; a long one is history.
 *
 * @param last the newest minute of a series that is whole up to it
 */
function missingFrom(last: EpochMs | undefined, wanted: EpochMs, until: EpochMs): EpochMs | undefined {
  if (last === undefined) return wanted;
  return until - last < LONGEST_CATCH_UP_MS ? undefined : last + MINUTE_MS;
}

async function fetchSeries(
  parts: HistoryParts,
  instrument: StoredInstrument,
  { interval, from }: { readonly interval: Interval; readonly from: EpochMs },
): Promise<boolean> {
  const { db, dataset, until, log, signal } = parts;
  const request = { instrument, interval, from, to: until };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    signal.throwIfAborted();
    const reply = await parts.fetch(request);
    if (reply.kind === 'ok') {
      const key = { dataset, instrumentId: instrument.id, interval };
      await db.transaction(async (tx) => {
        await lockSeries(tx, key);
        await writeBars(tx, key, columnsOfBars(reply.value));
        await markAsked(tx, key, from);
      });
      return true;
    }
    log.warn({ symbol: instrument.symbol, interval, reply, attempt }, 'history could not be fetched');
    if (attempt < TRIES) await pause(RETRY_MS * attempt, signal);
  }
  return false;
}
