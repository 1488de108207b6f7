import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Bar, MINUTE_MS, type Session } from '@trickdesk/domain';
import { seeded } from './random-market.ts';

/** The NIFTY's minutes of 2024, recorded at the exchange; beside the checkout, where they are. */
const FILE = resolve(import.meta.dirname, '../../../../../../../shared/data/minute/NIFTY50_1min_2024.csv.gz');
/** 09:15 to 15:30. */
const WHOLE_DAY = 375;
/** The index in rupees, to a share's price of some 500. */
const SHARE_OF_INDEX = 0.022;
const TICK_PAISE = 5;

/** Open, high, low and close of a minute, in points of the index. */
type Minute = readonly [number, number, number, number];

/** The whole days of the record, oldest first; `undefined` where it is not here. */
export function recordedDays(): readonly (readonly Minute[])[] | undefined {
  const text = read();
  if (text === undefined) return undefined;
  const days = new Map<string, Minute[]>();
  for (const line of text.split('\n').slice(1)) {
    const [at = '', open, high, low, close] = line.trim().split(',');
    const day = at.slice(0, 10);
    if (day === '') continue;
    const minutes = days.get(day) ?? [];
    days.set(day, minutes);
    minutes.push([Number(open), Number(high), Number(low), Number(close)]);
  }
  return [...days.values()].filter((minutes) => minutes.length === WHOLE_DAY);
}

function read(): string | undefined {
  try {
    return gunzipSync(readFileSync(FILE)).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Recorded days as the minutes of a share, one for each session. Another `first` gives another share: it begins elsewhere
 * in the record, which goes round. The record of an index has no volume; that is seeded.
 */
export function minutesOfRecord(
  days: readonly (readonly Minute[])[],
  sessions: readonly Session[],
  first: number,
  every: (session: number) => number,
): Bar[] {
  const next = seeded(first + 1);
  const paise = (points: number): number => Math.round((points * 100 * SHARE_OF_INDEX) / TICK_PAISE) * TICK_PAISE;
  return sessions.flatMap(({ openAt }, session) => {
    const minutes = days[(first + session) % days.length] ?? [];
    const step = every(session);
    return minutes.flatMap(([open, high, low, close], i) => {
      const volume = 1_000 + Math.floor(next() * 20_000);
      if (i % step !== 0) return [];
      const prices = { open: paise(open), high: paise(high), low: paise(low), close: paise(close) };
      return [{ openAt: openAt + i * MINUTE_MS, ...prices, volume }];
    });
  });
}
