import { type EpochMs, indiaMoment, type Paise, rupeesToPaise } from '@trickdesk/domain';
import { z } from 'zod';

/** The wire mixes strings, numbers, `""`, `null` and `"NA"` for the same field; absent values become `undefined`. */
const loose = z.union([z.string(), z.number(), z.null()]).optional();

/** `"- 2,235.80"` → `-2235.80`; `undefined` where there is no number. */
export function decimalText(value: string | number | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  const text = String(value).replaceAll(/[\s,]/g, '');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? text : undefined;
}

/** Rupees in decimal to whole paise without passing through a float; half a paisa goes away from zero. */
export function paiseOf(value: string | number | null | undefined): Paise | undefined {
  const text = decimalText(value);
  if (text === undefined) return undefined;
  const match = /^([+-]?)(\d*)\.?(\d*)$/.exec(text);
  if (!match) return paiseOfExponent(Number(text));
  const [, sign, rupees, fraction = ''] = match;
  const thousandths = BigInt(`${rupees}${fraction.padEnd(3, '0').slice(0, 3)}`);
  const paise = (thousandths + 5n) / 10n;
  return sign === '-' ? -paise : paise;
}

function paiseOfExponent(rupees: number): Paise | undefined {
  const paise = rupeesToPaise(rupees);
  return Number.isFinite(paise) ? BigInt(paise) : undefined;
}

export const zText = loose.transform((value) => (value === null || value === undefined ? '' : String(value)));

export const zNumber = loose.transform((value) => {
  const text = decimalText(value);
  return text === undefined ? undefined : Number(text);
});

/** Rupees → whole paise as `number`. */
export const zPrice = loose.transform((value) => {
  const text = decimalText(value);
  return text === undefined ? undefined : rupeesToPaise(Number(text));
});

/** Rupees → paise with their fractions, as averages have them; a float's noise is rounded away. */
export const zAverage = loose.transform((value) => {
  const text = decimalText(value);
  return text === undefined ? undefined : Math.round(Number(text) * 1e8) / 1e6;
});

/** Rupees → whole paise as `bigint`. */
export const zPaise = loose.transform(paiseOf);

/** A list, also where it travels as a string that holds JSON, or as `null` for an empty one. */
export const zTextList = z.unknown().transform((value): string[] => {
  const list = typeof value === 'string' ? jsonOrUndefined(value) : value;
  return Array.isArray(list) ? list.map(String) : [];
});

export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an answer here: the caller looks at the text itself.
    return undefined;
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export function monthNumber(name: string): string | undefined {
  const index = MONTHS.indexOf(name.toLowerCase());
  return index < 0 ? undefined : String(index + 1).padStart(2, '0');
}

/** `21-Jun-2026 10:46:10`, Indian time. */
export function brokerMoment(text: string): EpochMs | undefined {
  const match = /^(\d{2})-([A-Za-z]{3})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  const month = match?.[2] ? monthNumber(match[2]) : undefined;
  if (!match || !month) return undefined;
  const minutes = Number(match[4]) * 60 + Number(match[5]);
  const at = indiaMoment(`${match[3]}-${month}-${match[1]}`, minutes) + Number(match[6]) * 1000;
  return Number.isNaN(at) ? undefined : at;
}
