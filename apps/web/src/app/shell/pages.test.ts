import { expect, test } from 'vitest';
import { ALL_PAGES, groupsFor, OPERATION_PAGES, PAGE_KEYS } from './pages.ts';

const repeated = (values: readonly string[]): string[] => values.filter((value, i) => values.indexOf(value) !== i);

test('no two pages share a letter, an address or a name: the second would be dead', () => {
  expect(PAGE_KEYS.map(({ name }) => name)).toContain('risk');
  expect(repeated(PAGE_KEYS.map(({ key }) => key))).toEqual([]);
  expect(repeated(ALL_PAGES.map(({ path }) => path))).toEqual([]);
  expect(repeated(ALL_PAGES.map(({ name }) => name))).toEqual([]);
});

test('a letter is one small letter, and not the one that begins the pair', () => {
  for (const { key } of PAGE_KEYS) expect(key).toMatch(/^[a-fh-z]$/);
});

test('operators see what they may look at, and nobody else sees that there is anything', () => {
  const pathsFor = (subjects: readonly string[]) =>
    groupsFor((subject) => subjects.includes(subject))
      .filter(({ name }) => name === 'groupOperations')
      .flatMap(({ pages }) => pages.flatMap(({ path, tabs = [] }) => [path, ...tabs.map((tab) => tab.path)]));
  expect(pathsFor([])).toEqual([]);
  expect(pathsFor(['Ledger'])).toEqual(['/ops/ledger', '/ops/ledger']);
  const all = OPERATION_PAGES.flatMap(({ subject }) => subject ?? []);
  expect(pathsFor(all)).toEqual(['/ops/withdrawals', ...OPERATION_PAGES.map(({ path }) => path)]);
});
