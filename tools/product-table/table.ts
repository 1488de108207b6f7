import { allCalls } from '../../packages/contract/src/index.ts';
import type { SourceTree } from '../repository/source-tree.ts';
import { type NamedTest, namedTests } from './named-tests.ts';
import { PRODUCT_CALLS, PRODUCT_SCREENS } from './product.ts';

/** What somebody asked for, and the tests that show it. */
export interface ProductRow {
  readonly name: string;
  readonly tests: readonly NamedTest[];
}

export interface CallRow extends ProductRow {
  readonly group: string;
  /** Absent where the contract has no such call. */
  readonly path: string | undefined;
}

export interface ScreenRow extends ProductRow {
  readonly addresses: readonly string[];
}

/** It asks every call the same questions, and proves of none what it does. */
const ASKS_ALL = 'apps/server/src/http/surface.db.test.ts';
const WALK = 'e2e/src/screens.slow.test.ts';
const SHOWN = 3;

export function callRows(tree: SourceTree): CallRow[] {
  const tests = namedTests(tree).filter(({ file }) => file !== ASKS_ALL && !file.startsWith('tools/'));
  return Object.entries(PRODUCT_CALLS).flatMap(([group, names]) =>
    names.map((name) => ({
      ...{ group, name, path: Object.entries(allCalls).find(([known]) => known === name)?.[1].path },
      tests: tests.filter(({ texts }) => texts.has(name) || texts.has(`/userapi/${name}`)),
    })),
  );
}

export function screenRows(tree: SourceTree): ScreenRow[] {
  const tests = namedTests(tree).filter(({ file }) => file.startsWith('e2e/') && file !== WALK);
  return Object.entries(PRODUCT_SCREENS).map(([name, addresses]) => ({
    ...{ name, addresses },
    tests: tests.filter(({ texts }) => addresses.some((address) => [...texts].some((text) => isAt(text, address)))),
  }));
}

/** Whether a text of a test is an address, up to its first parameter. */
function isAt(text: string, address: string): boolean {
  const place = text.split('?')[0] ?? '';
  const [still = ''] = address.split('$');
  return place === still || (still !== address && place.startsWith(still));
}

/** The table of the product: each call and screen that was asked for, with the tests that show it. */
export function productTable(tree: SourceTree): string {
  const calls = callRows(tree);
  const screens = screenRows(tree);
  return `${[
    '# What was asked for, and which test shows it',
    '',
    'Made by `npm run generate` from the contract, the router and the tests; `npm run check` fails when it is behind, or',
    'when a call or a screen has no test. Every call is also asked the questions of the surface (who may, wrong input,',
    `ids of others: \`${ASKS_ALL}\`), every address is walked in light and dark, wide and`,
    `narrow, through axe (\`${WALK}\`).`,
    '',
    `## Calls: ${calls.length}`,
    '',
    '| Call | Group | Address | Tests |',
    '|---|---|---|---|',
    ...calls.map(({ name, group, path, tests }) => `| \`${name}\` | ${group} | \`${path}\` | ${cited(tests)} |`),
    '',
    `## Screens: ${screens.length}`,
    '',
    '| Screen | Addresses | Journeys beside the walk over all screens |',
    '|---|---|---|',
    ...screens.map(
      ({ name, addresses, tests }) =>
        `| ${name} | ${addresses.map((address) => `\`${address}\``).join(', ')} | ${cited(tests)} |`,
    ),
  ].join('\n')}\n`;
}

/** The first of each file, then those that are left, at most three. */
function cited(tests: readonly NamedTest[]): string {
  const firsts = tests.filter(({ file }, i) => tests.findIndex((other) => other.file === file) === i);
  const shown = [...firsts, ...tests.filter((test) => !firsts.includes(test))].slice(0, SHOWN);
  const more = tests.length - shown.length;
  const words = shown.map(({ file, title }) => `${escaped(title)} (\`${file.split('/').at(-1)}\`)`);
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const escaped = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
