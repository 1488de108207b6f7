import { INTERVALS } from '@trickdesk/domain';
import { parseDefinition } from '@trickdesk/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check, language } from './check.worker.ts';
import { type Definition, type Draft, definitionOf, draftOf, FIRST_DRAFT, symbolsOf } from './draft.ts';

const NAMED = { name: 'Any', summary: '', minCapitalPaise: 1_00_000_00 };

function accepted(json: unknown): Definition | undefined {
  const parsed = parseDefinition(json);
  return parsed.ok ? parsed.definition : undefined;
}

const amount = fc.integer({ min: 1, max: 9_999 }).map((n) => n / 100);
const plainLevel = fc.oneof(
  amount.map((percent) => ({ kind: 'percent' as const, percent })),
  amount.map((points) => ({ kind: 'points' as const, points })),
  fc.record({ kind: fc.constant('atr' as const), multiple: amount, length: fc.integer({ min: 1, max: 500 }) }),
);
const level = fc.oneof(plainLevel, fc.constant({ kind: 'price' as const, price: 'lowest(low, fast)' }));
const condition = fc.constantFrom('close > 1', 'ema(close, fast) crosses above open', 'time >= 09:20 and volume > 0');
const bars = fc.integer({ min: 1, max: 10_000 });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });

/** Definitions of every shape; the schema has the last word on which of them are right. */
const anyDefinition = fc
  .record({
    symbols: fc.uniqueArray(fc.constantFrom('SBIN', 'INFY', 'M&M', 'BAJAJ-AUTO', 'TCS'), { minLength: 1 }),
    interval: fc.constantFrom(...INTERVALS),
    product: fc.constantFrom('INTRADAY', 'DELIVERY'),
    direction: fc.constantFrom('long', 'short', 'both'),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    conditions: fc.tuple(condition, condition, maybe(condition), maybe(condition)),
    risk: fc.record({
      stopLoss: maybe(level),
      target: maybe(level),
      trailing: maybe(plainLevel),
      maxTradesPerDay: maybe(fc.integer({ min: 1, max: 1_000 })),
      maxLossPerDayPaise: maybe(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
      maxOpenPositions: maybe(fc.integer({ min: 1, max: 50 })),
      cooldownBars: maybe(bars),
      maxHoldBars: maybe(bars),
    }),
    sizing: fc.oneof(
      fc.integer({ min: 1, max: 10_000_000 }).map((quantity) => ({ method: 'fixed_quantity', quantity })),
      amount.map((percent) => ({ method: 'capital_share', percent })),
      amount.map((percent) => ({ method: 'risk_per_trade', percent })),
      fc
        .tuple(amount, fc.integer({ min: 5, max: 500 }))
        .map(([percent, length]) => ({ method: 'volatility_target', percent, length })),
    ),
    label: maybe(fc.constantFrom('Fast one', 'कम')),
  })
  .map(({ symbols, interval, product, direction, weekdays, conditions, risk, sizing, label }) => {
    const [entryLong, entryShort, exitLong, exitShort] = conditions;
    const long = direction !== 'short';
    const short = direction !== 'long';
    const fields = {
      format: 1,
      instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
      interval,
      product,
      direction,
      session: {
        entryFrom: '09:20',
        entryTo: '14:30',
        ...(product === 'INTRADAY' ? { squareOff: '15:05' } : {}),
        weekdays,
      },
      entry: { ...(long ? { long: entryLong } : {}), ...(short ? { short: entryShort } : {}) },
      exit: { ...(long && exitLong ? { long: exitLong } : {}), ...(short && exitShort ? { short: exitShort } : {}) },
      risk,
      sizing,
      parameters: { fast: { default: 9, min: 2, max: 30, step: 1, ...(label ? { label } : {}) } },
    };
    // As JSON carries it: what is undefined is not there.
    return JSON.parse(JSON.stringify(fields)) as unknown;
  });

test('every definition that the schema accepts survives the fields of the builder', () => {
  let survived = 0;
  fc.assert(
    fc.property(anyDefinition, (json) => {
      const definition = accepted(json);
      fc.pre(definition !== undefined);
      if (!definition) return;
      survived += 1;
      expect(accepted(definitionOf(draftOf(definition, NAMED)))).toEqual(definition);
    }),
    { numRuns: 500, maxSkipsPerRun: 20 },
  );
  expect(survived).toBeGreaterThanOrEqual(500);
});

test('the first draft is right as it stands, and says so in words', () => {
  const { errors, contract, rules, blocks } = check({
    definition: definitionOf(FIRST_DRAFT),
    conditions: FIRST_DRAFT.conditions,
    capitalPaise: 1_00_000_00,
  });
  expect(errors).toEqual([]);
  expect(contract?.sentences.length).toBeGreaterThan(4);
  expect(rules?.[1]).toContain('Buys when EMA 9 crosses above EMA 21');
  expect(blocks['entryLong']).toMatchObject({ kind: 'compare', op: 'crosses above' });
});

test('what does not apply is left out of the definition and stays in the draft', () => {
  const draft: Draft = {
    ...FIRST_DRAFT,
    direction: 'long',
    conditions: { ...FIRST_DRAFT.conditions, entryShort: 'x' },
  };
  expect(definitionOf(draft)['entry']).toEqual({ long: FIRST_DRAFT.conditions.entryLong });
  expect(definitionOf({ ...draft, product: 'DELIVERY' })['session']).not.toHaveProperty('squareOff');
});

test('an empty field is named by its place, with what would be right', () => {
  const draft: Draft = { ...FIRST_DRAFT, sizing: { ...FIRST_DRAFT.sizing, amount: undefined } };
  const { errors } = check({ definition: definitionOf(draft), conditions: {}, capitalPaise: 1 });
  expect(errors).toEqual([{ path: 'sizing.percent', message: 'expected a number here' }]);
});

test('symbols are read however they are parted, and one that is there twice is left for the rules to name', () => {
  expect(symbolsOf(' sbin, INFY;sbin\nTCS ')).toEqual(['SBIN', 'INFY', 'SBIN', 'TCS']);
});

test('what the language suggests can be read by the engine', () => {
  for (const { text, outputs, kind, name } of language()) {
    if (kind === 'context') continue;
    const written = outputs.length > 0 ? `${text}.${outputs[0]}` : text;
    const definition = definitionOf({
      ...FIRST_DRAFT,
      conditions: { ...FIRST_DRAFT.conditions, entryLong: `${written} > 0` },
    });
    expect(check({ definition, conditions: {}, capitalPaise: 1 }).errors, name).toEqual([]);
  }
});
