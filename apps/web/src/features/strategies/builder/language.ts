import { type Interval, longerIntervals } from '@trickdesk/domain';
import type { Word } from './check.worker.ts';

/** A parameter as completion knows it. */
export interface KnownParameter {
  readonly name: string;
  readonly label: string;
}

const KEYWORDS = ['and', 'or', 'not', 'crosses above', 'crosses below'] as const;

export interface Suggestion {
  readonly name: string;
  /** What is written when it is taken. */
  readonly text: string;
  readonly kind: Word['kind'] | 'parameter' | 'keyword' | 'output' | 'interval' | 'instrument';
  /** A parameter's own words. */
  readonly label?: string;
}

/**
 * What may be written at the end of a text: after `macd(…).` its outputs, else every name that begins so.
 *
 * @returns the suggestions, and how many characters before the end they take the place of; `undefined` inside a number
 */
export function suggestionsAt(
  before: string,
  words: readonly Word[],
  parameters: readonly KnownParameter[],
): { readonly typed: number; readonly suggestions: readonly Suggestion[] } | undefined {
  const output = /([a-z_]+)\([^()]*\)\.([a-z_0-9]*)$/i.exec(before);
  if (output) {
    const outputs = words.find(({ name }) => name === output[1]?.toLowerCase())?.outputs ?? [];
    const suggestions = outputs.map((name): Suggestion => ({ name, text: name, kind: 'output' }));
    return { typed: output[2]?.length ?? 0, suggestions };
  }
  const typed = /[a-z_][a-z_0-9.]*$/i.exec(before)?.[0] ?? '';
  if (typed === '' && /[\w)\]]$/.test(before)) return undefined;
  const own = parameters
    .filter(({ name }) => name !== '')
    .map(({ name, label }): Suggestion => ({ name, text: name, kind: 'parameter', ...(label ? { label } : {}) }));
  const named = words.map(({ name, text, kind }): Suggestion => ({ name, text, kind }));
  const joining = KEYWORDS.map((name): Suggestion => ({ name, text: name, kind: 'keyword' }));
  return { typed: typed.length, suggestions: [...own, ...named, ...joining] };
}

/** What stands behind an `@` at the end of a text: what is typed of an instrument or an interval there. */
export function placeTyped(before: string): { readonly typed: string; readonly hasInstrument: boolean } | undefined {
  const first = /@\s*([a-z_][a-z_0-9]*|\d+[a-z]*|"[^"]*)?$/i.exec(before);
  if (first) return { typed: first[1] ?? '', hasInstrument: false };
  const second = /@\s*(?:[a-z_][a-z_0-9]*|"[^"]*")\s+(\d+[a-z]*)?$/i.exec(before);
  return second ? { typed: second[1] ?? '', hasInstrument: true } : undefined;
}

/** An instrument as it is written behind `@`, its own interval goes without saying. */
export function instrumentAt(symbol: string): Suggestion {
  const text = /^[A-Z_][A-Z_0-9]*$/.test(symbol) ? symbol : `"${symbol}"`;
  return { name: symbol, text, kind: 'instrument' };
}

/** Intervals that may stand behind `@` in rules on bars of `own`. */
export function intervalsAt(own: Interval, hasInstrument: boolean): Suggestion[] {
  const all = hasInstrument ? [own, ...longerIntervals(own)] : longerIntervals(own);
  return all.map((name) => ({ name, text: name, kind: 'interval' }));
}

/** The name at a place of a text, `position.bars` whole, with where it stands; `undefined` between names. */
export function nameAt(text: string, place: number): { readonly name: string; readonly from: number } | undefined {
  for (const match of text.matchAll(/[a-z_][a-z_0-9]*(\.[a-z_0-9]+)?/gi)) {
    if (match.index <= place && place <= match.index + match[0].length) {
      const [name] = match;
      return { name: name.toLowerCase(), from: match.index };
    }
  }
  return undefined;
}
