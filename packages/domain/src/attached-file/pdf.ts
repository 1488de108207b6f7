import { latin1 } from './bytes.ts';
import type { FileFault } from './fault.ts';

/** ISO 32000-2, 7.5: a header, objects, and at the end the place of the table of objects. */
const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n\s]/;
/** Longer than the last line with anything that programs put before it. */
const TAIL_BYTES = 1_024;
const TAIL = /startxref\s+(\d{1,10})\s+%%EOF\s*$/;
/** What a document does by itself, or carries along. */
const ACTIVE = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA)\b/;
const PART_BYTES = 256 * 1_024;

export const isPdf = (bytes: Uint8Array): boolean => HEADER.test(latin1(bytes, 0, 16));

/** The end names where its objects are listed, a list stands there, nothing comes behind it, and nothing in it acts. */
export function pdfFault(bytes: Uint8Array): FileFault | undefined {
  const tail = latin1(bytes, Math.max(0, bytes.length - TAIL_BYTES));
  const place = TAIL.exec(tail)?.[1];
  if (place === undefined) return latinHas(bytes, /startxref\s+\d+\s+%%EOF/) ? 'more_behind' : 'cut_short';
  const list = latin1(bytes, Number(place), Number(place) + 40);
  if (!/^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(list)) return 'damaged';
  return latinHas(bytes, ACTIVE) ? 'acts' : undefined;
}

/** A part at a time, each with the end of the one before: a word may stand across the border. */
function latinHas(bytes: Uint8Array, pattern: RegExp): boolean {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    if (pattern.test(latin1(bytes, Math.max(0, at - 64), at + PART_BYTES))) return true;
  }
  return false;
}
