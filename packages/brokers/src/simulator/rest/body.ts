import type { IncomingMessage } from 'node:http';

const MOST_BODY_BYTES = 1024 * 1024;

export const TOO_MUCH = Symbol('body beyond the limit');

export async function readText(request: IncomingMessage): Promise<string | typeof TOO_MUCH> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BODY_BYTES) return TOO_MUCH;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The body as JSON whatever its declared type; what is not JSON is no body. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  if (text === TOO_MUCH) return TOO_MUCH;
  try {
    return JSON.parse(text);
  } catch {
    // Routes answer a missing field in the broker's own words, so an unreadable body is treated as an empty one.
    return undefined;
  }
}

/** A field of a request body as text: the broker takes numbers and strings alike. Absent and null are empty. */
export function textField(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return '';
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

const DECIMAL = /^[+-]?(\d{1,12}(\.\d{0,20})?|\.\d{1,20})$/;

/** A number that may come as text. Absent is `absent`; what is no decimal number is NaN. */
export function numberField(body: unknown, name: string, absent = Number.NaN): number {
  const text = textField(body, name);
  if (text === '') return absent;
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}

/** Rupees on the wire as paise, fractions of a paisa kept for whoever judges them. Absent is 0. */
export function paiseField(body: unknown, name: string): number {
  return Number((numberField(body, name, 0) * 100).toFixed(6));
}

/** A field that is a list; `undefined` where it is none. */
export function listField(body: unknown, name: string): readonly unknown[] | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Reflect.get(body, name);
  return Array.isArray(value) ? value : undefined;
}
