import { expect, test } from 'vitest';
import { plantedTree, readSourceTree } from '../repository/source-tree.ts';
import { checkImports, linksOf } from './check-imports.ts';
import { findCycles } from './cycles.ts';
import { importRules } from './own-parts.ts';
import { scanImports } from './scan.ts';
import { loadedInTestMode } from './test-mode.ts';

/** Enough of the code base for every import below to find its target. */
const EXPORTS = {
  '.': './src/index.ts',
  './definition': './src/definition/index.ts',
  './embedded': './src/embedded/index.ts',
};
const packages = ['domain', 'engine', 'contract', 'brokers', 'db', 'testkit'];
const base: Record<string, string> = Object.fromEntries([
  ...packages.map((name) => [`packages/${name}/package.json`, JSON.stringify({ exports: EXPORTS })]),
  ...packages.map((name) => [`packages/${name}/src/index.ts`, '']),
  ['packages/engine/src/definition/index.ts', ''],
  ['packages/db/src/embedded/index.ts', ''],
  ['packages/domain/src/money.ts', ''],
  ['apps/server/src/compose.ts', ''],
  ['apps/server/src/http/refusal.ts', ''],
  ['apps/server/src/http/handlers.ts', ''],
  ['apps/server/src/platform/clock.ts', ''],
  ['apps/server/src/platform/idempotency.ts', ''],
  ['apps/server/src/platform/user-events/index.ts', ''],
  ['apps/server/src/platform/user-events/store.ts', ''],
  ['apps/server/src/platform/secrets.ts', ''],
  ...['rules', 'calls', 'service', 'store', 'index'].flatMap((role) => [
    [`apps/server/src/features/wallet/${role}.ts`, ''],
    [`apps/server/src/features/kyc/${role}.ts`, ''],
  ]),
  ['apps/server/src/features/wallet/wallet.test.ts', ''],
  [`apps/server/src/features/wallet/store.ts`, `import { sql } from 'kysely';`],
  ['apps/web/src/app/router.tsx', ''],
  ['apps/web/src/features/wallet/page.tsx', ''],
  ['apps/web/src/features/kyc/page.tsx', ''],
  ['apps/web/src/ui/button.tsx', ''],
  ['apps/web/src/lib/send.ts', ''],
  ['apps/web/public/en.json', '{}'],
  ['apps/simulator/src/main.ts', ''],
  ['apps/supervisor/src/main.ts', ''],
]);

/** Parsed once for all tests that look at it. */
const codeBase = readSourceTree();

const rulesBrokenBy = (file: string, text: string): string[] =>
  checkImports(plantedTree({ ...base, [file]: text })).map((violation) => violation.rule);

const WALLET = 'apps/server/src/features/wallet';

/** For each rule: a file, an import that breaks the rule there, and one that looks like it but is allowed. */
const plants: readonly (readonly [rule: string, file: string, refused: string, allowed: string])[] = [
  ['domain-stands-alone', 'packages/domain/src/order.ts', '@trickdesk/engine', './money.ts'],
  ['engine-knows-domain-only', 'packages/engine/src/run.ts', '@trickdesk/db', '@trickdesk/domain'],
  ['db-knows-domain-only', 'packages/db/src/pool.ts', '@trickdesk/contract', '@trickdesk/domain'],
  ['contract-describes-calls', 'packages/contract/src/orders.ts', '@trickdesk/engine', '@trickdesk/engine/definition'],
  ['brokers-know-domain-and-engine', 'packages/brokers/src/port.ts', '@trickdesk/db', '@trickdesk/engine'],
  ['providers-know-domain-only', 'packages/providers/src/kyc/port.ts', '@trickdesk/db', '@trickdesk/domain'],
  ['testkit-serves-tests', 'packages/testkit/src/clock.ts', '@trickdesk/contract', '@trickdesk/db'],
  ['ui-knows-no-feature', 'apps/web/src/ui/card.tsx', '../features/wallet/page.tsx', './button.tsx'],
  ['web-lib-knows-the-contract-only', 'apps/web/src/lib/money.ts', '../ui/button.tsx', './send.ts'],
  ['web-worker-may-compute', 'apps/web/src/lib/backtest.worker.ts', '../ui/button.tsx', '@trickdesk/engine'],
  ['web-features-stay-apart', 'apps/web/src/features/wallet/api.ts', '../kyc/page.tsx', './page.tsx'],
  ['web-app-composes', 'apps/web/src/app/shell.tsx', '@trickdesk/engine', '../features/wallet/page.tsx'],
  ['rules-decide-purely', `${WALLET}/payout-rules.ts`, './store.ts', './rules.ts'],
  ['calls-bind-to-the-service', `${WALLET}/more-calls.ts`, './store.ts', './service.ts'],
  ['calls-bind-to-the-service', `${WALLET}/more-calls.ts`, '../../http/refusal.ts', '../../http/handlers.ts'],
  ['calls-bind-to-the-service', `${WALLET}/wire.ts`, '../kyc/index.ts', '@trickdesk/contract'],
  ['store-speaks-sql', `${WALLET}/payout-store.ts`, './rules.ts', './store.ts'],
  ['service-meets-others-at-their-door', `${WALLET}/pay-out.ts`, '../kyc/store.ts', '../kyc/index.ts'],
  [
    'service-meets-others-at-their-door',
    `${WALLET}/pay-out.ts`,
    '../../platform/user-events/store.ts',
    '../../platform/idempotency.ts',
  ],
  [
    'service-meets-others-at-their-door',
    `${WALLET}/pay-out.ts`,
    '@trickdesk/contract',
    '../../platform/user-events/index.ts',
  ],
  ['test-mode-reaches-no-broker', 'apps/server/src/compose/runner.ts', '@trickdesk/brokers', '@trickdesk/engine'],
  ['test-mode-reaches-no-broker', 'apps/server/src/main.ts', './platform/secrets.ts', './platform/clock.ts'],
  ['http-knows-no-feature', 'apps/server/src/http/limits.ts', '../features/wallet/index.ts', './refusal.ts'],
  ['platform-knows-no-feature', 'apps/server/src/platform/jobs.ts', '@trickdesk/db', './clock.ts'],
  ['no-testkit-in-production', 'apps/server/src/compose/feed.ts', '@trickdesk/testkit', '../features/wallet/store.ts'],
  ['simulator-stands-apart', 'apps/simulator/src/market.ts', '@trickdesk/contract', '@trickdesk/brokers'],
  ['supervisor-starts-processes', 'apps/supervisor/src/start.ts', '@trickdesk/engine', '@trickdesk/db/embedded'],
  ['no-testkit-in-production', `${WALLET}/seed.ts`, '@trickdesk/testkit', '@trickdesk/domain'],
  ['no-tests-in-production', `${WALLET}/seed.ts`, './wallet.test.ts', './rules.ts'],
  ['only-compose-wires', `${WALLET}/jobs.ts`, '../../compose.ts', './service.ts'],
  ['packages-by-name', `${WALLET}/money.ts`, '../../../../../packages/domain/src/money.ts', '@trickdesk/domain'],
  ['imports-exist', `${WALLET}/money.ts`, './gone.ts', './rules.ts'],
  ['outside-libraries', 'packages/contract/src/orders.ts', 'fastify', 'zod'],
  ['outside-libraries', 'packages/engine/src/run.ts', 'zod', '@trickdesk/domain'],
  ['outside-libraries', 'packages/domain/src/clock.ts', 'node:fs', './money.ts'],
  ['outside-libraries', `${WALLET}/payout-rules.ts`, 'node:crypto', '@trickdesk/engine'],
  ['outside-libraries', `${WALLET}/pay-out.ts`, 'kysely', 'node:crypto'],
  ['outside-libraries', 'apps/web/src/ui/card.tsx', 'axios', '@mantine/core'],
];

test.each(plants)('%s refuses in %s the import of %s and allows %s', (rule, file, refused, allowed) => {
  expect(rulesBrokenBy(file, `import { x } from '${refused}';`)).toEqual([rule]);
  expect(rulesBrokenBy(file, `import { x } from '${allowed}';`)).toEqual([]);
});

test('the server imports no other app', () => {
  expect(rulesBrokenBy('apps/server/src/main.ts', `import { x } from '../../simulator/src/main.ts';`)).toEqual([
    'packages-by-name',
  ]);
});

test('every rule of the table has a planted violation', () => {
  const planted = new Set(plants.map(([rule]) => rule));
  expect(importRules.map((rule) => rule.name).filter((name) => !planted.has(name))).toEqual([]);
});

test('the type of a thing may be known where the thing may not', () => {
  const service = `${WALLET}/pay-out.ts`;
  expect(rulesBrokenBy(service, `import type { Database } from '@trickdesk/db';`)).toEqual([]);
  expect(rulesBrokenBy(service, `import { type Database } from '@trickdesk/db';`)).toEqual([]);
  expect(rulesBrokenBy(service, `import { createDatabase, type Database } from '@trickdesk/db';`)).toEqual([
    'service-meets-others-at-their-door',
  ]);
});

test('the browser loads no value of the contract: it would load the schemas of every call with it', () => {
  const places = ['ui/card.tsx', 'lib/money.ts', 'lib/backtest.worker.ts', 'features/wallet/api.ts', 'app/shell.tsx'];
  for (const place of places) {
    const file = `apps/web/src/${place}`;
    expect(rulesBrokenBy(file, `import type { Call } from '@trickdesk/contract';`)).toEqual([]);
    expect(rulesBrokenBy(file, `import { calls } from '@trickdesk/contract';`)).toHaveLength(1);
  }
  expect(rulesBrokenBy('apps/web/src/lib/money.test.ts', `import { calls } from '@trickdesk/contract';`)).toEqual([]);
});

test('rules may use a file that is as pure as they are, however far the impurity lies', () => {
  const broken = (names: string): string[] =>
    checkImports(
      plantedTree({
        ...base,
        [`${WALLET}/payout-rules.ts`]: `import { x } from './names.ts';`,
        [`${WALLET}/names.ts`]: `import { y } from './more-names.ts';`,
        [`${WALLET}/more-names.ts`]: names,
      }),
    ).map((violation) => violation.rule);
  expect(broken(`export const y = ['a'];`)).toEqual([]);
  expect(broken(`import { z } from '../kyc/index.ts';`)).toEqual([]);
  expect(broken(`import { z } from './service.ts'; import fs from 'node:fs';`)).toEqual(['rules-decide-purely']);
});

test('a re-export and a late import are imports like any other', () => {
  const feature = 'apps/web/src/features/wallet/lazy.ts';
  expect(rulesBrokenBy(feature, `export { x } from '../kyc/page.tsx';`)).toEqual(['web-features-stay-apart']);
  expect(rulesBrokenBy(feature, `export const load = () => import('../kyc/page.tsx');`)).toEqual([
    'web-features-stay-apart',
  ]);
});

test('test mode reaches no broker by a way of several files, or by a late import', () => {
  const tree = (link: string): string[] =>
    checkImports(
      plantedTree({
        ...base,
        'apps/server/src/compose/runner.ts': `import { run } from './market.ts';`,
        'apps/server/src/compose/market.ts': link,
        'apps/server/src/compose/prices.ts': `import { port } from '@trickdesk/brokers';`,
      }),
    ).map(({ rule, message }) => `${rule} ${message}`);
  const refused = [expect.stringMatching(/^test-mode-reaches-no-broker .*runner.ts → .*market.ts → .*prices.ts → /)];
  expect(tree(`import { prices } from './prices.ts';`)).toEqual(refused);
  expect(tree(`export const load = () => import('./prices.ts');`)).toEqual(refused);
  expect(tree(`import type { Prices } from './prices.ts';`)).toEqual([]);
});

test('nothing that the test runner of this code base loads can reach a broker or a secret', () => {
  const links = linksOf(codeBase);
  const loaded = [...loadedInTestMode(links).keys()];
  // The walk has seen the program: without these it would prove nothing.
  expect(loaded).toContain('packages/engine/src/index.ts');
  expect(loaded).toContain('apps/server/src/compose/foundation.ts');
  expect(loaded).toContain('apps/server/src/features/deployments/runner/runner.ts');
  expect(loaded.filter((file) => /^packages\/brokers\/|\/secrets|\/broker-access/.test(file))).toEqual([]);
});

test('the other roles may load a broker, and the runner loads what it runs', () => {
  const files = {
    ...base,
    'apps/server/src/main.ts': `import { STARTERS } from './compose/roles.ts';`,
    'apps/server/src/compose/roles.ts': `export const x = [() => import('./api.ts'), () => import('./runner.ts')];`,
    'apps/server/src/compose/runner.ts': `import { run } from '../features/wallet/index.ts';`,
    'apps/server/src/compose/api.ts': `import { port } from '@trickdesk/brokers';`,
  };
  expect(checkImports(plantedTree(files))).toEqual([]);
  const leaky = { ...files, [`${WALLET}/index.ts`]: `import { seal } from '../../compose/api.ts';` };
  expect(checkImports(plantedTree(leaky)).map(({ rule }) => rule)).toContain('test-mode-reaches-no-broker');
});

test('tests may use testkit and reach into their own part', () => {
  const file = `${WALLET}/wallet.db.test.ts`;
  expect(rulesBrokenBy(file, `import { x } from '@trickdesk/testkit'; import { y } from './store.ts';`)).toEqual([]);
});

test('texts and pictures are no sources', () => {
  expect(rulesBrokenBy('apps/web/src/lib/texts.ts', `import en from '../../public/en.json';`)).toEqual([]);
});

test('files that import one another in a circle are shown the whole way round', () => {
  const violations = checkImports(
    plantedTree({
      ...base,
      'packages/domain/src/a.ts': `import { b } from './b.ts';`,
      'packages/domain/src/b.ts': `import { c } from './c.ts';`,
      'packages/domain/src/c.ts': `import { a } from './a.ts';`,
    }),
  );
  expect(violations.map((violation) => violation.rule)).toEqual(['no-cycles']);
  expect(violations[0]?.message).toContain('a.ts → packages/domain/src/b.ts → packages/domain/src/c.ts → ');
  expect(
    findCycles(
      new Map([
        ['a', ['b']],
        ['b', []],
      ]),
    ),
  ).toEqual([]);
});

test('types may refer to one another across files', () => {
  const tree = plantedTree({
    ...base,
    'packages/domain/src/a.ts': `import type { B } from './b.ts';`,
    'packages/domain/src/b.ts': `import { a } from './a.ts';`,
  });
  expect(checkImports(tree)).toEqual([]);
});

test('a violation names the line and says what to do instead', () => {
  const tree = plantedTree({ ...base, 'packages/domain/src/x.ts': `\n\nimport { y } from '@trickdesk/db';` });
  expect(checkImports(tree)).toEqual([
    {
      rule: 'domain-stands-alone',
      file: 'packages/domain/src/x.ts',
      line: 3,
      message: expect.stringContaining('move what you need into domain'),
    },
  ]);
});

test('a word that looks like an import is none', () => {
  expect(scanImports('a.ts', `// import { x } from 'y';\nconst text = "import z from 'q'";`)).toEqual([]);
});

test('the scanner reads the code base itself', () => {
  const tree = codeBase;
  const scanned = tree.files.filter((file) => file.endsWith('.ts') && scanImports(file, tree.read(file)).length > 0);
  expect(scanned).toContain('tools/import-rules/import-rules.test.ts');
});
