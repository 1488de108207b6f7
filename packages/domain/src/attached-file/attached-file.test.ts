import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindOfFile } from './index.ts';

const bytesOf = (...parts: readonly (string | readonly number[] | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const uint32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const uint16 = (value: number): number[] => [value >>> 8, value & 255];

/** The checksum of PNG, bit by bit: another way than the one that is tested. */
function crcOf(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xed_b8_83_20 & -(crc & 1));
  }
  return ~crc >>> 0;
}
function chunk(name: string, content: Uint8Array = bytesOf()): Uint8Array {
  const named = bytesOf(name, content);
  return bytesOf(uint32(content.length), named, uint32(crcOf(named)));
}
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const header = chunk('IHDR', bytesOf(uint32(1), uint32(1), [8, 2, 0, 0, 0]));
const pixels = chunk('IDAT', deflateSync(Buffer.from([0, 200, 10, 10])));
const png = (...more: readonly Uint8Array[]): Uint8Array => bytesOf(SIGNATURE, header, ...more, pixels, chunk('IEND'));

const segment = (marker: number, content: Uint8Array): Uint8Array =>
  bytesOf([0xff, marker], uint16(content.length + 2), content);
const frame = segment(0xc0, bytesOf([8], uint16(1), uint16(1), [1, 1, 0x11, 0]));
const scan = bytesOf(segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])), [0x7f, 0xff, 0x00, 0x12, 0xff, 0xd3, 0x55]);
const jpeg = (...more: readonly Uint8Array[]): Uint8Array =>
  bytesOf(
    [0xff, 0xd8],
    segment(0xe0, bytesOf('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])),
    ...more,
    frame,
    scan,
    [0xff, 0xd9],
  );

function pdf(inside = ''): Uint8Array {
  const body = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${inside}>>\nendobj\n`;
  return bytesOf(body, `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 >>\nstartxref\n${body.length}\n%%EOF\n`);
}
/** The end of an archive whose comment is as long as what follows. */
const zipEnd = (commentBytes: number): Uint8Array =>
  bytesOf(
    [0x50, 0x4b, 5, 6],
    Array.from({ length: 16 }, () => 0),
    [commentBytes & 255, commentBytes >>> 8],
  );
const ZIP = bytesOf([0x50, 0x4b, 3, 4], 'word/document.xml', zipEnd(0));
const HTML = '<!DOCTYPE html><script>alert(1)</script>';

describe('a file is what its bytes say from the first to the last', () => {
  test.each([
    ['a picture of one pixel', png(), 'png'],
    ['one that names its program', png(chunk('tEXt', bytesOf('Software\0Shots 3'))), 'png'],
    ['one with XMP as screens write it', png(chunk('iTXt', bytesOf('XML:com.adobe.xmp\0<x:xmpmeta/>'))), 'png'],
    ['a photograph', jpeg(), 'jpeg'],
    ['one with facts about its camera', jpeg(segment(0xe1, bytesOf('Exif\0\0MM'))), 'jpeg'],
    ['one with a filled gap before a marker', jpeg(bytesOf([0xff, 0xff])), 'jpeg'],
    ['a document', pdf(), 'pdf'],
    ['one that opens at a page', pdf('/OpenAction [3 0 R /FitH null] '), 'pdf'],
  ])('%s', (_, bytes, kind) => {
    expect(kindOfFile(bytes)).toEqual({ kind });
  });
});

describe('what is refused, and why', () => {
  const cut = (bytes: Uint8Array, by: number): Uint8Array => bytes.subarray(0, bytes.length - by);
  test.each([
    ['nothing at all', bytesOf(), 'empty'],
    ['a page named .png', bytesOf(HTML), 'not_allowed'],
    ['an archive named .pdf', ZIP, 'not_allowed'],
    ['a drawing that can run scripts', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_allowed'],
    ['a program', bytesOf('MZ', [0x90, 0]), 'not_allowed'],
    ['a GIF', bytesOf('GIF89a'), 'not_allowed'],
    ['a document that begins late', bytesOf('\n', pdf()), 'not_allowed'],
    ['the signature of a PNG alone', bytesOf(SIGNATURE), 'cut_short'],
    ['a PNG without its last byte', cut(png(), 1), 'cut_short'],
    ['a PNG without its end', cut(png(), 12), 'cut_short'],
    ['a PNG without pixels', bytesOf(SIGNATURE, header, chunk('IEND')), 'damaged'],
    [
      'a PNG of no width',
      bytesOf(SIGNATURE, chunk('IHDR', bytesOf(uint32(0), uint32(1), [8, 2, 0, 0, 0])), pixels, chunk('IEND')),
      'damaged',
    ],
    [
      'a PNG of a depth that there is not',
      bytesOf(SIGNATURE, chunk('IHDR', bytesOf(uint32(1), uint32(1), [3, 2, 0, 0, 0])), pixels, chunk('IEND')),
      'damaged',
    ],
    ['a PNG that begins with pixels', bytesOf(SIGNATURE, pixels, header, chunk('IEND')), 'damaged'],
    ['a PNG with a wrong checksum', png().map((byte, i) => (i === 43 ? byte ^ 1 : byte)), 'damaged'],
    ['a PNG with a page behind it', bytesOf(png(), HTML), 'more_behind'],
    ['a PNG with a page in its words', png(chunk('tEXt', bytesOf(`Comment\0${HTML}`))), 'double'],
    ['a PNG that is a document too', png(chunk('tEXt', bytesOf('Comment\0%PDF-1.4'))), 'double'],
    ['a PNG with an archive in it', png(chunk('zzzz', ZIP)), 'double'],
    [
      'a PNG that is an archive from its end',
      bytesOf(SIGNATURE, header, chunk('zzzz', zipEnd(16 + pixels.length)), pixels, chunk('IEND')),
      'double',
    ],
    ['a JPEG without its last byte', cut(jpeg(), 1), 'cut_short'],
    ['a JPEG that ends within a segment', jpeg().subarray(0, 10), 'cut_short'],
    ['a JPEG without a picture', bytesOf([0xff, 0xd8], segment(0xfe, bytesOf('no picture')), [0xff, 0xd9]), 'damaged'],
    [
      'a JPEG of no height',
      bytesOf([0xff, 0xd8], segment(0xc0, bytesOf([8], uint16(0), uint16(1), [1, 1, 0x11, 0])), scan, [0xff, 0xd9]),
      'damaged',
    ],
    ['a JPEG whose segment says that it has no length', bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 'damaged'],
    ['a JPEG with something between its segments', jpeg(bytesOf('between')), 'damaged'],
    ['a JPEG with a page behind it', bytesOf(jpeg(), HTML), 'more_behind'],
    ['a JPEG with a page in its comment', jpeg(segment(0xfe, bytesOf('<html><body>'))), 'double'],
    ['a JPEG that is a document too', jpeg(segment(0xfe, bytesOf('%PDF-1.7'))), 'double'],
    ['a PDF without its end', cut(pdf(), 8), 'cut_short'],
    ['the first line of a PDF alone', bytesOf('%PDF-1.7\n'), 'cut_short'],
    ['a PDF with an archive behind it', bytesOf(pdf(), ZIP), 'more_behind'],
    ['a PDF with a page behind it', bytesOf(pdf(), HTML.repeat(40)), 'more_behind'],
    [
      'a PDF whose list of objects is elsewhere',
      bytesOf(
        Buffer.from(pdf())
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n3'),
      ),
      'damaged',
    ],
    ['a PDF of a version that there is not', bytesOf('%PDF-9.9\n'), 'not_allowed'],
    ['a PDF with a script', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >> '), 'acts'],
    ['a PDF that starts a program', pdf('/A << /S /Launch /F (cmd.exe) >> '), 'acts'],
    ['a PDF that carries files', pdf('/Names << /EmbeddedFiles 4 0 R >> '), 'acts'],
    ['a PDF with a script far inside', pdf(`/Long (${'x'.repeat(262_135)}) /JavaScript `), 'acts'],
  ])('%s', (_, bytes, fault) => {
    expect(kindOfFile(bytes)).toEqual({ fault });
  });

  test('whatever is cut off the end of a good file, it is good no more', () => {
    for (const whole of [png(), jpeg(), pdf()]) {
      // A document may go without the line break at its end.
      const last = whole === undefined ? 0 : Buffer.from(whole).toString('latin1').trimEnd().length;
      for (let length = 0; length < last; length += 1) {
        expect(kindOfFile(whole.subarray(0, length)), `${length} of ${whole.length}`).toHaveProperty('fault');
      }
    }
  });

  test('any bytes at all are answered, and behind a good picture none are taken', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(kindOfFile(noise)).toHaveProperty('fault');
        for (const begin of [png(), jpeg()]) {
          const found = kindOfFile(bytesOf(begin, noise));
          expect(found).toEqual(noise.length === 0 ? kindOfFile(begin) : { fault: 'more_behind' });
        }
      }),
    );
  });

  test('one changed byte outside of what is measured only never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(png(), jpeg(), pdf()),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (whole, place, flip) => {
          const changed = Uint8Array.from(whole, (byte, i) => (i === place % whole.length ? byte ^ flip : byte));
          expect(Object.keys(kindOfFile(changed))).toHaveLength(1);
        },
      ),
    );
  });
});
