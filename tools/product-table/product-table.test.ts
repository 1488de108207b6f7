import { expect, test } from 'vitest';
import { ADDRESSES } from '../../e2e/src/visited-pages.ts';
import { plantedTree, readSourceTree } from '../repository/source-tree.ts';
import { namedTests } from './named-tests.ts';
import { callRows, screenRows } from './table.ts';

const tree = readSourceTree();

test('every call that the product was asked for is in the contract, and a test of its own names it', () => {
  const rows = callRows(tree);
  expect(rows.filter(({ path }) => path === undefined).map(({ name }) => name)).toEqual([]);
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([]);
});

test('every screen that the product was asked for has its addresses, and the walk over all screens visits them', () => {
  const known: ReadonlySet<string> = new Set(ADDRESSES);
  const rows = screenRows(tree);
  expect(rows.flatMap(({ addresses }) => addresses).filter((address) => !known.has(address))).toEqual([]);
});

test('a test names what stands in its lines and in the functions of its file that it uses, and nothing else', () => {
  const planted = plantedTree({
    'a.test.ts': `
      const ask = () => send('listBasket', deeper());
      function deeper() { return 'inner'; }
      const unused = () => send('closeBasket');
      describe('group', () => {
        test.each([1])('asks %s', () => { ask(); expect(\`/my/\${1}\`).toBe(1); });
        test('asks nothing', () => {});
      });`,
    'a.ts': `test('no test file', () => send('x'));`,
  });
  const [asks, nothing, ...others] = namedTests(planted);
  expect(others).toEqual([]);
  expect([asks?.title, nothing?.title]).toEqual(['asks %s', 'asks nothing']);
  expect([...(asks?.texts ?? [])]).toEqual(expect.arrayContaining(['listBasket', 'inner', '/my/']));
  expect(asks?.texts.has('closeBasket')).toBe(false);
  expect(nothing?.texts.has('listBasket')).toBe(false);
});
