/** Reading of files by their bytes. Nothing here trusts a length that a file states. */

export function uint32At(bytes: Uint8Array, at: number): number {
  return (byteAt(bytes, at) * 0x1_00_00_00 + (uint16At(bytes, at + 1) << 8) + byteAt(bytes, at + 3)) >>> 0;
}

export function uint16At(bytes: Uint8Array, at: number): number {
  return (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1);
}

/** Behind the end there is nothing, which is no byte of any mark. */
export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** A part of a file as text, a letter for each byte. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  const end = Math.min(to, bytes.length);
  // A call takes only so many arguments.
  for (let at = from; at < end; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 8_192, end)));
  }
  return text;
}

export function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}

/** What begins another kind of file, or is run by whoever takes this one for a page. */
const ZIP_ENTRY = 'PK\u0003\u0004';
const FOREIGN = /%PDF-|<(?:!doctype|html|head|body|script|iframe|object|embed|svg)\b|<\?php|javascript:/i;

/** Whether a part of a picture that is no picture holds something else: the way in which one file is made two. */
export function holdsForeign(bytes: Uint8Array, from: number, to: number): boolean {
  const text = latin1(bytes, from, to);
  return text.includes(ZIP_ENTRY) || FOREIGN.test(text);
}

const ZIP_END_BYTES = 22;
const LONGEST_ZIP_COMMENT = 0xff_ff;

/** Whether a file can be read from its end as an archive: whatever else it is, it is that too. */
export function isArchiveToo(bytes: Uint8Array): boolean {
  const first = Math.max(0, bytes.length - ZIP_END_BYTES - LONGEST_ZIP_COMMENT);
  for (let at = bytes.length - ZIP_END_BYTES; at >= first; at -= 1) {
    if (uint32At(bytes, at) !== 0x50_4b_05_06) continue;
    const commentBytes = byteAt(bytes, at + 20) | (byteAt(bytes, at + 21) << 8);
    if (at + ZIP_END_BYTES + commentBytes === bytes.length) return true;
  }
  return false;
}
