export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export type FirstBytes =
  | { readonly kind: 'text'; readonly encoding: Encoding }
  | { readonly kind: 'gzip' }
  | { readonly kind: 'refused'; readonly reason: string };

const AS_CSV = 'open it in a spreadsheet program and save the sheet with the prices as CSV';

interface Known {
  /** First bytes, in hexadecimal. */
  readonly begins: readonly string[];
  /** What else must be near the beginning. */
  readonly holds?: RegExp;
  readonly reason: string;
}

/** What is no text, and what to do about it. The first that fits counts. */
const KNOWN: readonly Known[] = [
  {
    begins: ['504b0304'],
    holds: /\[Content_Types\]\.xml|xl\/|mimetypeapplication\/vnd\.oasis/,
    reason: `it is a spreadsheet (.xlsx, .ods), whatever its name says: ${AS_CSV}`,
  },
  { begins: ['504b0304'], reason: 'it is a zip archive: unpack it, and import the files in it' },
  { begins: ['d0cf11e0'], reason: `it is a spreadsheet (.xls), whatever its name says: ${AS_CSV}` },
  { begins: ['25504446'], reason: 'it is a PDF: get the prices as CSV from where it came from' },
  // bzip2, xz, zstd, 7z, rar.
  {
    begins: ['425a68', 'fd377a58', '28b52ffd', '377abcaf', '52617221'],
    reason: 'it is packed: unpack it first, or pack it with gzip',
  },
  // Parquet, Arrow, SQLite.
  {
    begins: ['50415231', '4152524f5731', '53514c697465'],
    reason: 'it is a file of a database program: export it as CSV',
  },
  {
    begins: [''],
    holds: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|\?xml)/i,
    reason: `it is a web page, as some sites name .xls or .csv: ${AS_CSV}`,
  },
];
/** Enough of a file to tell it by: the list of an archive's first entries lies in it. */
const HEAD_BYTES = 4_096;

/** Tells a file by how it begins; its name may lie. @param bytes its first ones, a few thousand where there are so many */
export function tellFirstBytes(bytes: Uint8Array): FirstBytes {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const [hex, latin] = [head.toString('hex'), head.toString('latin1')];
  if (hex.startsWith('1f8b')) return { kind: 'gzip' };
  const known = KNOWN.find(
    ({ begins, holds }) => begins.some((start) => hex.startsWith(start)) && (holds?.test(latin) ?? true),
  );
  return known ? { kind: 'refused', reason: known.reason } : { kind: 'text', encoding: encodingOf(hex) };
}

/** By the byte order mark; where there is none, by the zero bytes that UTF-16 has beside each plain letter. */
function encodingOf(hex: string): Encoding {
  if (/^(?:fffe|(?!00)..00(?!00)..00)/.test(hex)) return 'utf-16le';
  return /^(?:feff|00(?!00)..00(?!00)..)/.test(hex) ? 'utf-16be' : 'utf-8';
}
