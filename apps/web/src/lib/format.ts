import { type EpochMs, formatPaise, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { pageLanguage } from './page-language.ts';

/** The true minus sign, as wide as a plus. */
export const MINUS = '−';
const LAKH_PAISE = 1_00_000_00;
const CRORE_PAISE = 1_00_00_000_00;
const ZONE = 'Asia/Kolkata';

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Indian grouping. Made once each: making one costs a hundred times what it then does. */
function numberFormat(most: number, least = 0): Intl.NumberFormat {
  const key = `${least}-${most}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-IN', { minimumFractionDigits: least, maximumFractionDigits: most });
  numberFormats.set(key, made);
  return made;
}

/** `1234567_50` → `₹12,34,567.50`. */
export function rupees(paise: number): string {
  return formatPaise(paise);
}

/** Whole rupees where an amount has no paise and is only an order of size: `₹2,00,000`. */
export function wholeRupees(paise: number): string {
  const text = formatPaise(paise);
  return text.endsWith('.00') ? text.slice(0, -3) : text;
}

/** A gain or a loss always says which it is: `+₹420.10`, `−₹612.00`; nothing gained has no sign. */
export function signedRupees(paise: number): string {
  return paise > 0 ? `+${formatPaise(paise)}` : formatPaise(paise);
}

/** The same for a program, exact to the paisa: `1234567.50`, `-612.00`. */
export function plainRupees(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export type SizeWord = 'lakh' | 'crore';

/**
 * The short form of a large amount: `12.35` and `lakh`. Below one lakh there is none.
 *
 * @param paise whole paise
 */
export function shortAmount(paise: number): { readonly amount: string; readonly word: SizeWord } | undefined {
  const size = Math.abs(paise);
  if (size < LAKH_PAISE) return undefined;
  // 99.996 lakh would round to "100.00 lakh": from there on it is a crore.
  const crore = size >= CRORE_PAISE || (size / LAKH_PAISE).toFixed(2) === '100.00';
  const value = size / (crore ? CRORE_PAISE : LAKH_PAISE);
  const digits = numberFormat(2, 2).format(value);
  return { amount: `${paise < 0 ? MINUS : ''}₹${digits}`, word: crore ? 'crore' : 'lakh' };
}

/** A price in rupees as it is quoted: `612.30`, `1,23,456.05`. */
export function price(rupeesPerUnit: number): string {
  const text = numberFormat(2, 2).format(Math.abs(rupeesPerUnit));
  return rupeesPerUnit < 0 && text !== '0.00' ? `${MINUS}${text}` : text;
}

/** A count in Indian grouping: `12,34,567`. */
export function count(value: number): string {
  return numberFormat(0).format(value).replace('-', MINUS);
}

/** `1.5` → `1.50 %`, with the sign where it says which way: `+1.50 %`. */
export function percent(value: number, signed = false): string {
  return `${decimals(value, 2, signed)}%`;
}

/** Basis points as a percentage: `25` → `0.25%`; of parts of one, `25.3` → `0.253%`. */
export function ofBasisPoints(bps: number): string {
  return `${decimals(bps / 100, Number.isInteger(bps) ? 2 : 3, false)}%`;
}

/** `1.5` → `+1.5`: for tables that say once what their figures are. */
export function signedDecimals(value: number, places: number): string {
  return decimals(value, places, true);
}

/** A sentence with its figures as screens write them: `5 %` as `5%`, and a minus and its amount on one line. */
export function asFigures(sentence: string): string {
  return sentence.replaceAll(/(\d) %/g, '$1%').replaceAll('−', '−\u2060');
}

function decimals(value: number, places: number, signed: boolean): string {
  const digits = Math.abs(value).toFixed(places);
  const zero = Number(digits) === 0;
  const sign = value < 0 && !zero ? MINUS : signed && !zero ? '+' : '';
  return `${sign}${digits}`;
}

/** `gain`, `loss` or `even`, by what is shown: an amount that rounds to nothing is neither. */
export function directionOf(value: number): 'gain' | 'loss' | 'even' {
  return value > 0 ? 'gain' : value < 0 ? 'loss' : 'even';
}

/** The same of a percentage, which is shown with two decimals. */
export function directionOfPercent(value: number): 'gain' | 'loss' | 'even' {
  return Math.abs(value).toFixed(2) === '0.00' ? 'even' : directionOf(value);
}

let clockFormat: Intl.DateTimeFormat | undefined;
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(language: string, withYear: boolean): Intl.DateTimeFormat {
  const key = `${language}/${withYear}`;
  const known = dayFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(`${language}-IN`, {
    timeZone: ZONE,
    day: 'numeric',
    month: 'short',
    ...(withYear ? { year: 'numeric' as const } : {}),
  });
  dayFormats.set(key, made);
  return made;
}

/** The time of day in India, `14:32:05`. */
export function clockTime(at: EpochMs): string {
  clockFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return clockFormat.format(at);
}

/** `14:32`. */
export function clockMinute(at: EpochMs): string {
  return clockTime(at).slice(0, 5);
}

/** `12 Nov`, with the year where it is not this one. */
export function day(at: EpochMs, now: EpochMs, language: string = pageLanguage()): string {
  const withYear = indiaDateOf(at).slice(0, 4) !== indiaDateOf(now).slice(0, 4);
  return dayFormat(language, withYear).format(at);
}

/** A day of the exchange, `2026-11-12`, as people write it: `12 Nov 2026`. */
export function dayInFull(date: IndiaDate, language: string = pageLanguage()): string {
  return dayFormat(language, true).format(indiaMoment(date));
}

/** A month, `2026-11`, as people write it: `Nov 2026`. */
export function monthInFull(month: string, language: string = pageLanguage()): string {
  const at = indiaMoment(`${month}-01`);
  return new Intl.DateTimeFormat(`${language}-IN`, { timeZone: ZONE, month: 'short', year: 'numeric' }).format(at);
}

/** `14:32:05` on the exchange's today, `12 Nov, 14:32` else, `12 Nov 2025, 14:32` in another year. */
export function moment(at: EpochMs, now: EpochMs, language: string = pageLanguage()): string {
  if (indiaDateOf(at) === indiaDateOf(now)) return clockTime(at);
  return `${day(at, now, language)}, ${clockMinute(at)}`;
}

/** The moment in full, for a tooltip: `12 Nov 2026, 14:32:05 IST`. */
export function momentInFull(at: EpochMs, language: string = pageLanguage()): string {
  return `${dayFormat(language, true).format(at)}, ${clockTime(at)} IST`;
}

/** Milliseconds as a person reads them: whole below a second, seconds with one decimal from there on. */
export function duration(ms: number): { readonly value: string; readonly unit: 'milliseconds' | 'seconds' } {
  if (ms < 999.5) return { value: count(ms), unit: 'milliseconds' };
  return { value: numberFormat(1).format(ms / 1_000), unit: 'seconds' };
}

const SPANS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** `3 minutes ago`, `in 2 hours`, by the clock that `now` was read from. */
export function relative(at: EpochMs, now: EpochMs, language: string = pageLanguage()): string {
  const difference = at - now;
  const [unit, size] = SPANS.find(([, ms]) => Math.abs(difference) >= ms) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(difference / size), unit);
}

/**
 * A number as a person types it: `1,00,000`, `₹ 1e5`, `2.5`. `undefined` where it is not one.
 */
export function parseNumber(text: string): number | undefined {
  const bare = text.replace(/[₹,\s]/g, '').replace(MINUS, '-');
  if (!/^-?(\d+\.?\d*|\.\d+)(e\d{1,2})?$/i.test(bare)) return undefined;
  const value = Number(bare);
  return Number.isFinite(value) ? value : undefined;
}

/** As many as conditions take; beyond them is only what floats cannot hold. */
const MOST_DECIMALS = 10;

/** Groups what was typed the Indian way and keeps its decimals as they are: `1e5` → `1,00,000`, `0.005` → `0.005`. */
export function groupNumber(value: number, decimals = MOST_DECIMALS): string {
  return numberFormat(decimals).format(value).replace('-', MINUS);
}

/** A value as it was compared, to four decimals: enough to see why one was above the other. */
export function operandText(value: number): string {
  return numberFormat(4).format(value).replace('-', '−');
}
