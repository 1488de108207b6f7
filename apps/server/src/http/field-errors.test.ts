import { allCalls, type Call } from '@trickdesk/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readFields } from './field-errors.ts';

const REQUIRED = 'This field is required.';
const calls: readonly (readonly [string, Call])[] = Object.values(allCalls).map((call) => [call.name, call]);
const ODD: readonly unknown[] = [null, 1.5, 'x', true, [], {}, [null], [1.5], ['x'], [true], [{}], [[]]];

/** What is said of each field, by its path. */
function saidOf(schema: z.ZodType, value: unknown): Record<string, string[]> {
  const read = readFields(schema, value);
  const said: Record<string, string[]> = {};
  for (const { path, message } of read.ok ? [] : read.errors) said[path] = [...(said[path] ?? []), message];
  return said;
}

/** The value at a dotted path. */
function valueAt(input: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), input);
}

describe('of every call', () => {
  test.each(calls)('%s calls a field required only where it is missing', (_, { input }) => {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    for (const name of Object.keys(properties)) {
      for (const value of ODD) {
        const sent = { [name]: value };
        for (const [path, messages] of Object.entries(saidOf(input, sent))) {
          if (path === '') continue;
          const isThere = valueAt(sent, path) !== undefined;
          expect(messages.includes(REQUIRED) && isThere, `${name} ${JSON.stringify(value)} ${path}`).toBe(false);
        }
      }
    }
  });

  // What stands in the path of an address cannot be missing.
  test.each(calls)('%s names what is missing as required', (_, { input, places }) => {
    const { required = [], type } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const said = saidOf(input, {});
    for (const name of required.filter((field) => !places.path?.includes(field))) {
      expect(said[name], name).toEqual([REQUIRED]);
    }
    if (type !== 'object') expect(Object.keys(said)).not.toEqual([]);
  });
});

const zForm = z.strictObject({
  capitalPaise: z.int().positive(),
  slippageBps: z.number(),
  costs: z.boolean(),
  instruments: z.array(z.strictObject({ symbol: z.string() })),
  side: z.enum(['buy', 'sell']),
  agree: z.literal(true),
  is_live: z.union([z.literal(0), z.literal(1)]),
  stop: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('percent'), percent: z.number() }),
    z.strictObject({ kind: z.literal('points'), points: z.number() }),
  ]),
});

test.each([
  ['capitalPaise', 1.5, 'Give a whole number.'],
  ['capitalPaise', 'abc', 'Give a whole number.'],
  ['capitalPaise', null, 'Give a whole number.'],
  ['slippageBps', '2', 'Give a number.'],
  ['costs', 'yes', 'Give yes or no (true or false).'],
  ['instruments', 'SBIN', 'Give a list.'],
  ['instruments', ['SBIN'], 'Give a group of fields.', 'instruments.0'],
  ['instruments', [{ symbol: 1 }], 'Give text.', 'instruments.0.symbol'],
  ['instruments', [{}], REQUIRED, 'instruments.0.symbol'],
  ['side', 'hold', 'Choose one of buy, sell.'],
  ['side', undefined, REQUIRED],
  ['agree', false, 'The only choice here is true.'],
  ['agree', undefined, REQUIRED],
  ['is_live', 'yes', 'Choose one of 0, 1.'],
  ['is_live', undefined, REQUIRED],
  ['stop', 'x', 'Give a group of fields.'],
  ['stop', {}, REQUIRED, 'stop.kind'],
  ['stop', { kind: 'odd' }, 'Choose one of percent, points.', 'stop.kind'],
  ['odd', 1, 'This field is not known.'],
])('%s that is %j: %s', (name, value, message, path = name) => {
  expect(saidOf(zForm, { [name]: value })[path]).toEqual([message]);
});

test('what a schema says itself stands', () => {
  expect(saidOf(z.strictObject({ when: z.iso.date('Write a day.') }), { when: 1 })).toEqual({ when: ['Write a day.'] });
});
