import { compileStrategy, parseDefinition } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { CATALOGUE } from './index.ts';

test.for(CATALOGUE.map((entry) => [entry.slug, entry] as const))(
  '%s can be compiled and says its rules',
  ([, entry]) => {
    const parsed = parseDefinition(entry.definition);
    expect(parsed).toMatchObject({ ok: true });
    if (!parsed.ok) return;
    const rules = compileStrategy(parsed.definition).describe();
    expect(rules.length).toBeGreaterThan(2);
  },
);

test('the catalogue has every kind, both horizons, and no slug or name twice', () => {
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(12);
  expect(new Set(CATALOGUE.map((entry) => entry.slug)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map((entry) => entry.name)).size).toBe(CATALOGUE.length);
  const kinds = new Set(CATALOGUE.map((entry) => entry.category));
  for (const kind of ['trend', 'mean_reversion', 'breakout', 'opening_range', 'vwap', 'momentum']) {
    expect(kinds).toContain(kind);
  }
  expect(new Set(CATALOGUE.map((entry) => entry.segment)).size).toBe(2);
});

test('a product fits its horizon: intraday ends the day flat, positional is bought for delivery', () => {
  for (const entry of CATALOGUE) {
    expect(entry.definition.product).toBe(entry.segment === 'intraday' ? 'INTRADAY' : 'DELIVERY');
  }
});
