import { expect, test } from 'vitest';
import { checkImports } from '../import-rules/check-imports.ts';
import { checkTidiness } from '../tidy/check-tidiness.ts';
import { featureFiles, isFeatureName } from './feature-files.ts';
import { plantedTree } from './source-tree.ts';

test('the first files of a feature pass every check', () => {
  const tree = plantedTree({
    ...featureFiles('price-alerts'),
    'packages/contract/package.json': '{ "exports": { ".": "./src/index.ts" } }',
    'packages/contract/src/index.ts': '',
    'packages/db/package.json': '{ "exports": { ".": "./src/index.ts" } }',
    'packages/db/src/index.ts': '',
    'apps/server/src/http/handlers.ts': '',
  });
  expect([...checkImports(tree), ...checkTidiness(tree)]).toEqual([]);
});

test('the three sides of a feature carry its name', () => {
  const files = featureFiles('price-alerts');
  expect(Object.keys(files)).toEqual([
    'packages/contract/src/price-alerts.ts',
    'apps/server/src/features/price-alerts/calls.ts',
    'apps/server/src/features/price-alerts/service.ts',
    'apps/server/src/features/price-alerts/index.ts',
    'apps/web/src/features/price-alerts/price-alerts-page.tsx',
  ]);
  expect(Object.values(files).join('')).toContain('createPriceAlertsService');
});

test('a name that is no kebab-case is refused', () => {
  expect(['wallet', 'price-alerts', 'Wallet', 'wallet/x', '', '../x'].map(isFeatureName)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
