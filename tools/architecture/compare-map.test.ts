import { expect, test } from 'vitest';
import { plantedTree } from '../repository/source-tree.ts';
import { compareMap, readMap } from './compare-map.ts';

const page = (map: string): string => `# Architecture\n\n\`\`\`map\n${map}\n\`\`\`\n\n\`\`\`\nother/\n\`\`\`\n`;
const compare = (map: string, ...files: string[]): string[] =>
  compareMap(plantedTree({ 'ARCHITECTURE.md': page(map), ...Object.fromEntries(files.map((file) => [file, ''])) })).map(
    (violation) => violation.message,
  );

test('a map is read with its depths, several folders on a line, and explanations', () => {
  const map =
    'apps/\n  server/           answers calls\n    src/\n      features/\n        wallet/ orders/\npackages/\n  domain/  money';
  expect([...readMap(page(map)).keys()]).toEqual([
    'apps',
    'apps/server',
    'apps/server/src',
    'apps/server/src/features',
    'apps/server/src/features/wallet',
    'apps/server/src/features/orders',
    'packages',
    'packages/domain',
  ]);
});

test('a folder that the map does not name is refused', () => {
  expect(compare('packages/domain/  money', 'packages/domain/src/money.ts', 'packages/engine/src/run.ts')).toEqual([
    expect.stringContaining('packages/engine/'),
  ]);
});

test('a folder that the map names and the disk lacks is refused', () => {
  expect(compare('packages/domain/\npackages/ledger/', 'packages/domain/src/money.ts')).toEqual([
    expect.stringContaining('packages/ledger/'),
  ]);
});

test('a new feature of the server and a new folder of a package need their line', () => {
  const files = ['apps/server/src/features/wallet/rules.ts', 'packages/engine/src/charges/fees.ts'];
  expect(compare('apps/server/src/features/\napps/server/\npackages/engine/', ...files)).toEqual([
    expect.stringContaining('apps/server/src/features/wallet/'),
    expect.stringContaining('packages/engine/src/charges/'),
  ]);
});

test('an invariant whose guard is gone is refused', () => {
  const files = { 'tools/tidy/purity.ts': '', 'tools/tidy/purity.test.ts': '' };
  const invariants = `${page('tools/')}\n| pure | \`tools/tidy/purity.ts\`, \`tools/tidy\` |\n| safe | \`tools/gone.ts\` |`;
  expect(compareMap(plantedTree({ 'ARCHITECTURE.md': invariants, ...files }))).toEqual([
    expect.objectContaining({ message: 'names tools/gone.ts, which is not there' }),
  ]);
});

test('a missing page is a violation', () => {
  expect(compareMap(plantedTree({})).map((violation) => violation.message)).toEqual(['is missing']);
});
