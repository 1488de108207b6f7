import { parseDefinition } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';
import { type Definition, type Draft, definitionOf, FIRST_DRAFT } from './draft.ts';

function definition(changes: Partial<Draft> = {}): Definition {
  const parsed = parseDefinition(definitionOf({ ...FIRST_DRAFT, ...changes }));
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.definition;
}

test('equal rules differ in nothing', () => {
  expect(differencesOf(definition(), definition())).toEqual([]);
});

test('each field that was changed, added or taken away is one line', () => {
  const after = definition({
    symbols: 'SBIN, INFY',
    weekdays: [1, 2],
    stopLoss: { ...FIRST_DRAFT.stopLoss, kind: 'none' },
    maxTradesPerDay: 2,
  });
  expect(differencesOf(definition(), after)).toEqual([
    { path: 'instruments', before: 'SBIN', after: 'SBIN, INFY' },
    { path: 'session.weekdays', before: '1, 2, 3, 4, 5', after: '1, 2' },
    { path: 'risk.stopLoss.kind', before: 'percent' },
    { path: 'risk.stopLoss.percent', before: '1' },
    { path: 'risk.maxTradesPerDay', after: '2' },
  ]);
});

test('money is told in rupees, as in the field that it is typed in', () => {
  const [before, after] = [definition({ maxLossPerDayPaise: 5_000_00 }), definition({ maxLossPerDayPaise: 2_500_50 })];
  expect(differencesOf(before, after)).toEqual([
    { path: 'risk.maxLossPerDayPaise', before: '₹5,000.00', after: '₹2,500.50' },
  ]);
});
