import { byteAt, holdsForeign, startsWith, uint16At } from './bytes.ts';
import type { FileFault } from './fault.ts';

/** ITU-T T.81, annex B: markers, most of them with a segment that states its length, and scans between them. */
const START = [0xff, 0xd8, 0xff];
const NONE = 0x00;
const FILL = 0xff;
const END = 0xd9;
const SCAN = 0xda;
/** Frame headers: all of 0xC0 to 0xCF but the tables 0xC4, 0xC8 and 0xCC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers that stand alone: restarts, and one for arithmetic coding. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, START);

/** Every segment and scan is whole: a frame, a scan, and the end where the file ends. */
export function jpegFault(bytes: Uint8Array): FileFault | undefined {
  const seen = new Set<'frame' | 'scan'>();
  for (const segment of segmentsOf(bytes)) {
    const { marker } = segment;
    if (marker === END) return seen.size === 2 ? endFault(bytes, segment) : 'damaged';
    const fault = segmentFault(bytes, segment);
    if (fault) return fault;
    if (isFrame(marker)) seen.add('frame');
    if (marker === SCAN) seen.add('scan');
  }
  return 'cut_short';
}

interface Segment {
  readonly marker: number;
  /** Its content, from the first byte to the one after the last. */
  readonly from: number;
  readonly to: number;
}

function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  while (at + 2 <= bytes.length) {
    const marker = byteAt(bytes, at) === 0xff ? byteAt(bytes, at + 1) : NONE;
    // Any number of these may stand before a marker.
    if (marker === FILL) at += 1;
    else if (isAlone(marker)) at += 2;
    else {
      // The length that a segment states counts its own two bytes.
      const to = marker === END ? at + 2 : at + 2 + uint16At(bytes, at + 2);
      yield { marker, from: at + 4, to };
      at = marker === SCAN ? behindScan(bytes, to) : to;
    }
  }
}

function endFault(bytes: Uint8Array, { to }: Segment): FileFault | undefined {
  return to === bytes.length ? undefined : 'more_behind';
}

function segmentFault(bytes: Uint8Array, { marker, from, to }: Segment): FileFault | undefined {
  if (marker < 0xc0 || to < from) return 'damaged';
  if (to > bytes.length) return 'cut_short';
  const isSized = to - from >= 6 && uint16At(bytes, from + 1) > 0 && uint16At(bytes, from + 3) > 0;
  if (isFrame(marker) && !isSized) return 'damaged';
  return holdsForeign(bytes, from, to) ? 'double' : undefined;
}

/** Where the next marker stands: within a scan 0xFF is followed by 0x00, or by a restart. */
function behindScan(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at + 1 < bytes.length) {
    const next = byteAt(bytes, at + 1);
    if (byteAt(bytes, at) === 0xff && next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 1;
  }
  return bytes.length;
}
