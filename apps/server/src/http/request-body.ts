import { isStorable } from '@trickdesk/contract';
import type { FastifyInstance } from 'fastify';
import { dotted } from './field-errors.ts';
import { Refusal } from './refusal.ts';

/** Deeper than any input of the contract. */
const DEEPEST = 24;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Takes JSON alone. A body without a byte counts as `{}`, whatever its content type says. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseBody(body),
  );
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length > 0) throw new Refusal('WRONG_CONTENT_TYPE');
    return {};
  });
}

/** @throws Refusal `MALFORMED_JSON`, or `INVALID_INPUT` naming the field */
export function parseBody(body: Buffer): unknown {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new Refusal('MALFORMED_JSON');
    throw error;
  }
  assertHarmless(value, []);
  return value;
}

/**
 * What no field of any call takes, looked for before the schemas do their part: texts that PostgreSQL cannot store,
 * names that JavaScript treats in its own way, and nesting that only serves to exhaust.
 */
function assertHarmless(value: unknown, path: readonly (string | number)[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !isStorable(value)) refuse(path, 'This text has characters that cannot be stored.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= DEEPEST) refuse(path.slice(0, 4), 'This is nested too deeply.');
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertHarmless(item, [...path, index]);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    assertHarmlessName(key, path);
    assertHarmless(item, [...path, key]);
  }
}

function assertHarmlessName(key: string, path: readonly (string | number)[]): void {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
    refuse([...path, key], 'This field is not known.');
  }
  if (key.includes('\0') || !isStorable(key)) refuse(path, 'A field name has characters that are not allowed.');
}

function refuse(path: readonly (string | number)[], message: string): never {
  throw new Refusal('INVALID_INPUT', { errors: [{ path: dotted(path), message }] });
}
