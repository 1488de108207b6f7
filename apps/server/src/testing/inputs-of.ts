import type { Call } from '@trickdesk/contract';
import fc from 'fast-check';
import { z } from 'zod';

/** An input as it goes over the wire: texts in path and query, JSON in the body. */
export interface WireInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

type JsonSchema = Readonly<Record<string, unknown>>;

const DEEP: unknown = Array.from({ length: 200 }).reduce((inner) => [inner], 1);

/** Values that have broken servers before. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    0,
    -1,
    0.5,
    1e308,
    2 ** 31,
    2 ** 53,
    '0',
    '-1',
    'NaN',
    '1e400',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e\u0000',
    "' OR 1=1 --",
    '$1; DROP TABLE account',
    '../../../etc/passwd',
    '%00%ff',
    'x'.repeat(5_000),
    [],
    {},
    [[]],
    [null],
    DEEP,
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
);

/** Inputs of a call that are almost right: each field plausible, hostile or missing, now and then one too many. */
export function almostInputs(call: Call): fc.Arbitrary<WireInput> {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const properties = propertiesOf(schema);
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      fc.oneof({ arbitrary: plausible(field), weight: 4 }, { arbitrary: hostile, weight: 2 }),
    ]),
  );
  const extras = fc.oneof(
    { arbitrary: fc.constant<[string, unknown][]>([]), weight: 2 },
    { arbitrary: fc.array(fc.tuple(extraName, hostile), { minLength: 1, maxLength: 2 }), weight: 1 },
  );
  return fc
    .tuple(fc.record(fields, { requiredKeys: call.places.path ? [...call.places.path] : [] }), extras)
    .map(([input, more]) => toWireInput(call, [...Object.entries(input), ...more]));
}

const extraName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'accountId', 'userId', 'isAdmin', 'id', '\0', 'a.b', 'x'.repeat(300)),
  fc.string({ minLength: 1, maxLength: 12 }),
);

/** What a call's own schema says of it: `undefined` where it is right. */
export function faultOf(call: Call, { path, query, body }: WireInput): z.ZodError | undefined {
  const parsed = call.input.safeParse({ ...body, ...query, ...path });
  return parsed.success ? undefined : parsed.error;
}

export function toWireInput(call: Call, entries: readonly (readonly [string, unknown])[]): WireInput {
  const { path = [], query = [] } = call.places;
  const texts = (names: readonly string[]) =>
    Object.fromEntries(entries.filter(([name]) => names.includes(name)).map(([name, value]) => [name, textOf(value)]));
  const elsewhere = [...path, ...query];
  return {
    path: texts(path),
    query: texts(query),
    body: Object.fromEntries(entries.filter(([name, value]) => !elsewhere.includes(name) && value !== undefined)),
  };
}

export function addressOf(call: Call, { path, query }: WireInput): string {
  const filled = Object.entries(path).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    call.path,
  );
  const search = new URLSearchParams(query);
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** An address carries no lone surrogates: they become the replacement character. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return Buffer.from(text).toString();
}

function plausible(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  const { enum: choices, anyOf, type } = schema;
  if (Array.isArray(choices)) return fc.constantFrom<unknown>(...choices);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: JsonSchema) => plausible(one)));
  switch (type) {
    case 'integer':
    case 'number':
      return fc.integer({
        min: numberOf(schema['minimum'], 0),
        max: Math.min(numberOf(schema['maximum'], 1_000), 10_000),
      });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(plausible((schema['items'] ?? {}) as JsonSchema), { maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, field]) => [name, plausible(field)])),
        { requiredKeys: [] },
      );
    case 'string':
      return fc.oneof(fc.constantFrom('2026-01-05', 'SBIN', 'asha@mail.test', '9812345678', '1234'), fc.string());
    default:
      return hostile;
  }
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? Math.max(value, -10_000) : otherwise;
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
}
