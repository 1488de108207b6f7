import { byteAt, holdsForeign, latin1, startsWith, uint32At } from './bytes.ts';
import type { FileFault } from './fault.ts';

/** Portable Network Graphics, third edition (W3C, 2025), section 5: the signature, then chunks. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, name and checksum of a chunk without content. */
const CHUNK_BYTES = 12;
const HEADER_BYTES = 13;
const LARGEST_SIDE = 30_000;

export const isPng = (bytes: Uint8Array): boolean => startsWith(bytes, SIGNATURE);

/** Every chunk is whole and as it was written: a header first, pixels, the end last and nothing after it. */
export function pngFault(bytes: Uint8Array): FileFault | undefined {
  let hasHeader = false;
  let hasPixels = false;
  for (const chunk of chunksOf(bytes)) {
    const fault = chunkFault(bytes, chunk) ?? (hasHeader || isHeader(bytes, chunk) ? undefined : 'damaged');
    if (fault) return fault;
    hasHeader = true;
    hasPixels ||= PIXELS.has(chunk.name);
    if (chunk.name === 'IEND') return hasPixels ? endFault(bytes, chunk) : 'damaged';
  }
  return 'cut_short';
}

interface Chunk {
  readonly name: string;
  /** Its content, from the first byte to the one after the last, where its checksum stands. */
  readonly from: number;
  readonly to: number;
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  let at = SIGNATURE.length;
  while (at + CHUNK_BYTES <= bytes.length) {
    const from = at + 8;
    const to = from + uint32At(bytes, at);
    yield { name: latin1(bytes, at + 4, from), from, to };
    at = to + 4;
  }
}

/** Compressed: what stands there by chance means nothing. */
const PIXELS: ReadonlySet<string> = new Set(['IDAT', 'fdAT']);

function chunkFault(bytes: Uint8Array, { name, from, to }: Chunk): FileFault | undefined {
  if (to + 4 > bytes.length) return 'cut_short';
  if (!/^[A-Za-z]{4}$/.test(name) || uint32At(bytes, to) !== crc32(bytes, from - 4, to)) return 'damaged';
  return !PIXELS.has(name) && holdsForeign(bytes, from, to) ? 'double' : undefined;
}

function endFault(bytes: Uint8Array, { from, to }: Chunk): FileFault | undefined {
  if (from !== to) return 'damaged';
  return to + 4 === bytes.length ? undefined : 'more_behind';
}

function isHeader(bytes: Uint8Array, { name, from, to }: Chunk): boolean {
  if (name !== 'IHDR' || to - from !== HEADER_BYTES) return false;
  const sides = [uint32At(bytes, from), uint32At(bytes, from + 4)];
  return sides.every((side) => side > 0 && side <= LARGEST_SIDE) && isDepth(bytes, from + 8);
}

/** Bits of a sample for each way of colouring (table 12 there). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function isDepth(bytes: Uint8Array, at: number): boolean {
  return DEPTHS[byteAt(bytes, at + 1)]?.includes(byteAt(bytes, at)) ?? false;
}

/** Made when it is first asked for: whoever attaches no picture pays nothing for it. */
let crcTable: Uint32Array | undefined;

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xed_b8_83_20 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  });
}

/** The checksum of a chunk (annex D there). */
function crc32(bytes: Uint8Array, from: number, to: number): number {
  crcTable ??= makeTable();
  let crc = 0xff_ff_ff_ff;
  for (let at = from; at < to; at += 1) crc = (crcTable[(crc ^ byteAt(bytes, at)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
