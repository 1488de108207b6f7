/** UTC, milliseconds since 1970. Every stored moment is one of these. */
export type EpochMs = number;
/** A day in Asia/Kolkata, `YYYY-MM-DD`. */
export type IndiaDate = string;

/** India has had one fixed offset and no daylight saving since 1945, so arithmetic replaces a zone database. */
export const INDIA_OFFSET_MS = 5.5 * 3_600_000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/**
 * Days that were asked for, by number: making the text costs many times as much as finding it. Nothing is put in
 * as the module loads: a bundler runs a module that does something in another order than one that does not.
 */
const knownDays = new Map<number, IndiaDate>();
/** Some eighty years; who asks for more begins anew. */
const MOST_KNOWN = 30_000;
/** The one asked for last, which most often is asked for again. */
let lastDay = Number.NaN;
let lastDate: IndiaDate = '';

/** The Indian calendar day of a moment. */
export function indiaDateOf(at: EpochMs): IndiaDate {
  const day = indiaDayNumber(at);
  if (day === lastDay) return lastDate;
  lastDate = knownDays.get(day) ?? know(day, at);
  lastDay = day;
  return lastDate;
}

function know(day: number, at: EpochMs): IndiaDate {
  const date = new Date(at + INDIA_OFFSET_MS).toISOString().slice(0, 10);
  if (knownDays.size >= MOST_KNOWN) knownDays.clear();
  knownDays.set(day, date);
  return date;
}

/** Minutes since midnight in India, 0 to 1439; seconds are cut off. */
export function indiaMinuteOf(at: EpochMs): number {
  const ms = (((at + INDIA_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS;
  return Math.floor(ms / MINUTE_MS);
}

/** Midnight in India at the start of a day, plus minutes. */
export function indiaMoment(date: IndiaDate, minuteOfDay = 0): EpochMs {
  return Date.parse(`${date}T00:00:00Z`) - INDIA_OFFSET_MS + minuteOfDay * MINUTE_MS;
}

/** Number of a day since 1970-01-01 in the Indian calendar; equal numbers are equal days. */
export function indiaDayNumber(at: EpochMs): number {
  return Math.floor((at + INDIA_OFFSET_MS) / DAY_MS);
}

export function addDays(date: IndiaDate, days: number): IndiaDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-01-12` → `12 Jan`. */
export function shortDay(date: IndiaDate): string {
  const [, month = '', day = ''] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}`;
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(date: IndiaDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The last Monday to Friday before a day: where a line begins that shows what was there on the eve of its first day. */
export function weekdayBefore(date: IndiaDate): IndiaDate {
  const eve = addDays(date, -1);
  return weekdayOf(eve) % 6 === 0 ? weekdayBefore(eve) : eve;
}

/** `HH:MM` → minutes since midnight; `undefined` where it is not a time of day. */
export function parseTimeOfDay(text: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

export function formatTimeOfDay(minuteOfDay: number): string {
  const hours = Math.floor(minuteOfDay / 60);
  return `${String(hours).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`;
}

/** `2021-04-13T09:15:00+05:30`, the form in which market times travel. */
export function toIndiaIso(at: EpochMs): string {
  return `${new Date(at + INDIA_OFFSET_MS).toISOString().slice(0, 19)}+05:30`;
}
