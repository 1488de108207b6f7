import { crc32, deflateSync } from 'node:zlib';

/** Files as programs write them, and a word in them by which they are known again. */

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** @param bytes how large it is to be, at least */
export function pngFile(word = 'a picture', bytes = 0): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const parts = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${word}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.from([0, 200, 10, 10]))),
  ];
  const end = chunk('IEND', Buffer.alloc(0));
  const missing = bytes - parts.reduce((sum, { length }) => sum + length, 0) - end.length - 12;
  return Buffer.concat([...parts, ...(missing > 0 ? [chunk('IDAT', Buffer.alloc(missing))] : []), end]);
}

export function pdfFile(word = 'a document'): Buffer {
  const body = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Title (${word}) >>\nendobj\n`;
  return Buffer.from(`${body}xref\n0 1\ntrailer\n<< >>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

export const attached = (name: string, bytes: Buffer) => ({ name, content: bytes.toString('base64') });
