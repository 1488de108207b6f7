import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileStrategy, costOf, tooCostly } from '../compile/index.ts';
import { createRun } from '../run/run.ts';
import { CALENDAR, configOf, feedAsTicks } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { parseDefinition } from './parse.ts';
import type { StrategyDefinition } from './schema.ts';
import { anyDefinitionJson } from './testing/any-definition.ts';

/** Bars of a block in a back-test. */
const BLOCK = 1_000;
/** Of a run over two hundred bars: a hundred times what the slowest seen took on a machine that had other work. */
const LONGEST_MS = 4_000;

/** Bytes of typed arrays that programs for all instruments of a definition take. */
function bytesOf(definition: StrategyDefinition): number {
  const strategy = compileStrategy(definition);
  const sources = strategy.createSources(CALENDAR);
  const before = process.memoryUsage().arrayBuffers;
  const programs = definition.instruments.map(() => strategy.createProgram({ capacity: BLOCK, sources }));
  const bytes = process.memoryUsage().arrayBuffers - before;
  expect(programs).toHaveLength(definition.instruments.length);
  return bytes;
}

/** What the cost says it may take: a column for each part and for what a bar is made of, and values to look back on. */
function boundOf(definition: StrategyDefinition): number {
  const { parts, valuesKept } = costOf(definition);
  const ownOfABlock = 12 * definition.instruments.length;
  return (parts * 4 + ownOfABlock) * BLOCK * 8 + valuesKept * 4 * 8 + 1_000_000;
}

test('whatever the schema takes runs to its end within its memory, or is refused with the reason', {
  timeout: 60_000,
}, () => {
  const seen = { ran: 0, costly: 0, refused: 0 };
  const given = [anyDefinitionJson, fc.integer({ min: 1, max: 1_000_000 })] as const;
  const cases = chosenThenRandom([...given], { chosen: 20, random: scaledCount('random definitions', 10) });
  fc.assert(
    fc.property(...given, (json, seed) => {
      const parsed = parseDefinition(json);
      if (!parsed.ok) {
        seen.refused += 1;
        for (const { path, message } of parsed.errors) expect([path, message].every((part) => part !== '')).toBe(true);
        return;
      }
      const { definition } = parsed;
      const reason = tooCostly(definition);
      if (reason !== undefined) {
        seen.costly += 1;
        expect(reason).toMatch(/are the most\. (Use|Write)/);
        return;
      }
      seen.ran += 1;
      expect(bytesOf(definition)).toBeLessThan(boundOf(definition));
      const one = { ...definition, interval: '1m' as const, instruments: definition.instruments.slice(0, 1) };
      const config = configOf(one, { costs: 'angelone' });
      const run = createRun(config);
      config.strategy.sources.forEach((_, source) => {
        for (const bar of randomBars({ seed: seed + source, days: 2, minutes: 100 }))
          run.onSourceBar(source, bar, '1m');
      });
      const began = performance.now();
      const events = feedAsTicks(run, randomBars({ seed, days: 2, minutes: 100 }));
      expect(performance.now() - began).toBeLessThan(LONGEST_MS);
      for (const event of events) {
        if (event.kind === 'fill') expect(Number.isSafeInteger(event.fill.pricePaise * event.fill.quantity)).toBe(true);
      }
    }),
    cases,
  );
  process.stdout.write(`random definitions: ${JSON.stringify(seen)}\n`);
  expect(seen.ran).toBeGreaterThan(cases.numRuns / 10);
});

test('any JSON at all, or a definition with anything in one place, is read or refused by its place', () => {
  const broken = fc.tuple(anyDefinitionJson, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), fc.anything());
  fc.assert(
    fc.property(fc.oneof(fc.anything(), broken.map(withAnything)), (json) => {
      const parsed = parseDefinition(json);
      if (parsed.ok) return;
      expect(parsed.errors.length).toBeGreaterThan(0);
      for (const { message } of parsed.errors) expect(message).not.toBe('');
    }),
    { numRuns: scaledCount('broken definitions', 20) },
  );
});

/** Puts a value where a path of numbers leads, each the place of a key among its object's. */
function withAnything([json, path, value]: readonly [object, readonly number[], unknown]): unknown {
  const copy: unknown = structuredClone(json);
  let at: unknown = copy;
  for (const [depth, place] of path.entries()) {
    if (typeof at !== 'object' || at === null) break;
    const keys = Object.keys(at);
    const key = keys[place % Math.max(1, keys.length)];
    if (key === undefined) break;
    if (depth === path.length - 1) Object.assign(at, { [key]: value });
    else at = Object.entries(at).find(([name]) => name === key)?.[1];
  }
  return copy;
}

test.each([
  ['parentheses', `${'('.repeat(990)}close${')'.repeat(990)} > 1`],
  ['not', `${'not '.repeat(490)}close > 1`],
  ['minus', `${'-'.repeat(1_990)}close > 1`],
  ['ago', `close${'[1]'.repeat(660)} > 1`],
  ['calls', `${'abs('.repeat(390)}close${')'.repeat(390)} > 1`],
  ['or', `close > 1${' or close > 1'.repeat(150)}`],
])('a condition of the longest text that is all %s does not exhaust the machine', (_name, long) => {
  expect(long.length).toBeLessThanOrEqual(2_000);
  const base = { direction: 'long', entry: { long }, exit: {} };
  const [json] = fc.sample(anyDefinitionJson, { seed: 1, numRuns: 1 });
  const parsed = parseDefinition({
    ...json,
    ...base,
    interval: '1m',
    risk: { maxHoldBars: 3 },
    sizing: { method: 'fixed_quantity', quantity: 1 },
  });
  if (!parsed.ok) {
    expect(parsed.errors[0]?.path).toBe('entry.long');
    return;
  }
  const run = createRun(configOf({ ...parsed.definition, instruments: parsed.definition.instruments.slice(0, 1) }));
  expect(feedAsTicks(run, randomBars({ seed: 1, days: 1, minutes: 5 }))).toBeDefined();
});
