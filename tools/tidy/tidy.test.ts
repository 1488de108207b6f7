import { expect, test } from 'vitest';
import { plantedTree } from '../repository/source-tree.ts';
import { checkTidiness } from './check-tidiness.ts';
import { looksLikeCode } from './comments.ts';

const brokenBy = (file: string, text: string): string[] =>
  checkTidiness(plantedTree({ [file]: text })).map((violation) => violation.rule);

const RULES_FILE = 'apps/server/src/features/wallet/rules.ts';
const ENGINE = 'packages/engine/src/run.ts';
const TEST = 'packages/engine/src/run.test.ts';
const PAGE = 'apps/web/src/features/wallet/page.tsx';
const SHEET = 'apps/web/src/ui/card.module.css';

/**
 * For each rule: a file, a text that breaks it, and one that looks like it but is fine. The words that a rule refuses
 * stand here as text that is planted; nothing of it is run, left out or left to do.
 */
const plants: readonly (readonly [rule: string, file: string, refused: string, allowed: string])[] = [
  ['todo-has-issue', ENGINE, '// TODO make it faster', '// TODO #12 make it faster'],
  ['todo-has-issue', ENGINE, '/* FIXME */', '// the word method'], // planted text that the rule must refuse
  [
    'no-commented-out-code',
    ENGINE,
    '// const price = bar.close;',
    '// the price of the bar, at its close; never before',
  ],
  ['no-commented-out-code', ENGINE, '// if (price > stop) {\n//   exit();\n// }', '// exits (if at all) at the stop'],
  [
    'no-commented-out-code',
    PAGE,
    'export const x = <b>{/* <Card wide={true} /> */}</b>;',
    'export const x = <b>{/* a card */}</b>;',
  ],
  ['no-only', TEST, `test.only('a', () => {});`, `test('a', () => {});`], // planted text: no test of ours runs alone
  ['no-only', TEST, `describe.concurrent.only('a', () => {});`, `const x = { only: 1 }; x.only;`],
  ['skip-has-reason', TEST, `test.skip('a', () => {});`, `// needs the data of NSE\ntest.skip('a', () => {});`], // planted text: nothing of ours is skipped by it
  ['skip-has-reason', TEST, `\ntest.skipIf(true)('a', () => {});`, `test.skipIf(true)('a', () => {}); // needs data`],
  ['pure-decisions', ENGINE, 'export const now = Date.now();', 'export const day = new Date(5);'],
  ['pure-decisions', RULES_FILE, 'export const now = new Date();', 'export const at = Date.parse("2024-01-01");'],
  [
    'pure-decisions',
    'packages/domain/src/id.ts',
    'export const id = Math.random();',
    'export const id = Math.max(1, 2);',
  ],
  ['pure-decisions', 'packages/contract/src/call.ts', 'setTimeout(() => {}, 1);', 'export const timeout = 1;'],
  [
    'statements-in-stores',
    'apps/server/src/features/wallet/service.ts',
    `export const x = (db) => db.selectFrom('wallet').execute();`,
    'export const x = (store) => store.selectedWallets();',
  ],
  [
    'statements-in-stores',
    'apps/server/src/compose/jobs.ts',
    `export const x = (tx) => tx.with('a').deleteFrom('wallet');`,
    'export const x = (list) => list.delete(5);',
  ],
  ['texts-in-en-json', PAGE, 'export const x = <b>Your wallet</b>;', `export const x = <b>{t('wallet.title')}</b>;`],
  ['texts-in-en-json', PAGE, 'export const x = <Input label="Amount" />;', 'export const x = <Input name="amount" />;'],
  ['texts-in-en-json', PAGE, 'export const x = <b>{a} of {b}</b>;', 'export const x = <b>₹ {a} · 5%</b>;'],
  [
    'logical-directions',
    PAGE,
    'export const x = <b style={{ marginLeft: 4 }} />;',
    'export const x = <b style={{ marginInlineStart: 4 }} />;',
  ],
  ['logical-directions', PAGE, 'export const x = <Box ml="md" />;', 'export const x = <Box ms="md" />;'],
  [
    'logical-directions',
    PAGE,
    'export const x = <Box styles={{ root: { textAlign: "right" } }} />;',
    'export const x = <Box ta="end" />;',
  ],
  ['logical-directions', SHEET, '.a { margin-left: 1px; }', '.a { margin-inline-start: 1px; }'],
  ['logical-directions', SHEET, '.a { left: 0; }', '.a { inset-inline-start: 0; /* left: 0 */ }'],
  ['logical-directions', SHEET, '.a { text-align: right; }', '.a { text-align: end; transition: opacity 1s; }'],
  ['outline-under-focus', SHEET, '.a { color: red; outline: none; }', '.a:focus-visible { outline: none; }'],
  ['outline-under-focus', SHEET, '@media print {\n.a { outline: 0 }\n}', '.a { /* outline: none; */ outline: 1px; }'],
  ['banned-names', ENGINE, 'export interface OrderManager {}', 'export interface Managed {}'],
  ['banned-names', ENGINE, 'export class StoreImpl {}', 'export class Implied {}'],
  ['file-length', ENGINE, 'export {};\n'.repeat(401), 'export {};\n'.repeat(400)],
];

test.each(plants)(
  '%s is refused in %s, and what only looks like it is allowed (%#)',
  (rule, file, refused, allowed) => {
    expect(brokenBy(file, refused)).toEqual([rule]);
    expect(brokenBy(file, allowed)).toEqual([]);
  },
);

test.each([
  ['no-strays', 'notes.txt', 'README.md'],
  ['no-strays', 'scratch/try.ts', 'tools/try.ts'],
  ['no-strays', 'packages/engine/run.ts', 'packages/engine/src/run.ts'],
  ['no-strays', 'packages/engine/src/run.ts.orig', 'packages/engine/src/original.ts'],
  ['kebab-case', 'packages/engine/src/paperBroker.ts', 'packages/engine/src/paper-broker.db.test.ts'],
  ['kebab-case', 'apps/web/src/ui/Card.tsx', 'packages/brokers/README.md'],
  ['banned-names', 'packages/engine/src/order-utils.ts', 'packages/engine/src/utilisation.ts'],
  ['banned-names', 'apps/server/src/helpers/money.ts', 'apps/server/src/http/money.ts'],
  ['banned-names', 'apps/server/src/http/session-v2.ts', 'tools/new-feature.ts'],
])('%s refuses a file called %s and allows %s', (rule, refused, allowed) => {
  expect(brokenBy(refused, '')).toEqual([rule]);
  expect(brokenBy(allowed, '')).toEqual([]);
});

test('a call without a handler, and one that no test names, is refused', () => {
  const contract = `export const a = call('my-orders', {}); export const b = call('order', {});`;
  const tree = (files: Record<string, string>): string[] =>
    checkTidiness(plantedTree({ 'packages/contract/src/orders.ts': contract, ...files })).map(
      ({ rule, message }) => `${rule} ${message.split(' ')[0]}`,
    );
  const handlers = { 'apps/server/src/features/orders/calls.ts': `export const h = { 'my-orders': f, order: g };` };
  const tests = { 'apps/server/src/features/orders/orders.db.test.ts': `test('my-orders', () => send('order'));` };
  expect(tree({ ...handlers, ...tests })).toEqual([]);
  expect(tree(tests)).toEqual(['call-has-handler my-orders', 'call-has-handler order']);
  expect(tree(handlers)).toEqual(['call-has-test my-orders', 'call-has-test order']);
  const onlyLonger = { 'apps/server/src/features/orders/orders.db.test.ts': `test('my-orders', () => {});` };
  expect(tree({ ...handlers, ...onlyLonger })).toEqual(['call-has-test order']);
});

const HINDI = 'apps/web/public/assets/locales/hi.json';

test('a sentence that the table of Hindi lacks is refused, with what stands in it by a choice', () => {
  const untold = (text: string, file = RULES_FILE): string[] =>
    checkTidiness(
      plantedTree({
        [HINDI]: JSON.stringify({
          server: { 'It is {{state}}.': '', 'It waits. Look again.': '', '{{count}} came.': '' },
          serverParts: { paid: '' },
        }),
        [file]: text,
      }),
    ).map(({ message }) => message.replace(/^[^“]*“|”[^”]*$/g, ''));
  const hole = (words: string): string => `$\{${words}}`;
  expect(untold(`export const x = (a) => \`It is ${hole('a ? "paid" : "owed"')}.\`;`)).toEqual(['owed']);
  expect(untold(`export const x = (why) => \`${hole('why')} It waits. Look again.\`;`)).toEqual([]);
  expect(untold(`export const x = (sum) => \`${hole('sum')} came. It is gone.\`;`)).toEqual(['{{}} came. It is gone.']);
  expect(untold(`export const x = () => { throw new RangeError('this is ours'); };`)).toEqual([]);
  expect(untold(`export const x = { dedupeKey: 'this is ours' };`)).toEqual([]);
  expect(untold(`export const x = 'Look at this';`)).toEqual(['Look at this']);
  expect(untold(`export const x = 'Look at this';`, 'apps/web/src/lib/x.ts')).toEqual([]);
  expect(untold(`export const x = 'Look at this';`, 'apps/server/src/compose/demo-research.ts')).toEqual([
    'Look at this',
  ]);
  const seed = (rows: string): string => `export const x = sql\`INSERT INTO plan (slug, name) VALUES ${rows}\`;`;
  const migration = 'packages/db/src/migrations/0001-first.ts';
  expect(untold(seed(`('plus-month', 'Plus, monthly'), ('free', 'Free')`), migration)).toEqual([
    'Plus, monthly',
    'Free',
  ]);
  expect(untold(seed(`('plus-month', 'It waits. Look again.')`), migration)).toEqual([]);
});

test('a class that a component names and its sheet lacks is refused, and one that no component names', () => {
  const page = (text: string): string =>
    `import css from '../../ui/card.module.css';\nconst other = { foot: 1 };\nexport const x = <b className={${text}} />;`;
  const sheet =
    '/* .old */ .card > :global(.td-strip) { color: red; }\n@media (width < 30rem) { .foot { color: blue; } }';
  const broken = (text: string): string[] =>
    checkTidiness(plantedTree({ [PAGE]: page(text), [SHEET]: sheet })).map(({ message }) => message);
  expect(broken('[css.card, css.foot].join()')).toEqual([]);
  expect(broken('[css.card, css.feet].join()')).toEqual([
    `${SHEET} has no class feet`,
    'no component names its class foot',
  ]);
  expect(broken('[css.card, other.foot].join()')).toEqual(['no component names its class foot']);
  expect(broken('css[which]')).toEqual([]);
});

test('an exception stands with its reason, on the line or above it', () => {
  const rule = 'tidy: logical-directions because';
  expect(brokenBy(SHEET, `.a {\n  /* ${rule} prices grow to the right */\n  left: 0;\n}`)).toEqual([]);
  expect(brokenBy(SHEET, `.a {\n  /* ${rule} */\n  left: 0;\n}`)).toEqual(['logical-directions']);
});

test('tests, and files where time passes, may look at the clock', () => {
  expect(brokenBy(TEST, 'Date.now();')).toEqual([]);
  expect(brokenBy('apps/server/src/platform/clock.ts', 'Date.now();')).toEqual([]);
});

test.each([
  ['returns paise; never rupees', false],
  ['see rules.ts (decideWithdrawal)', false],
  ['note: the second one', false],
  ['a, b', false],
  ['await store.find(id);', true],
  ['x = 5;', true],
  ['import { a } from "b";', true],
  ['return early;', true],
])('the comment "%s" is code: %s', (text, code) => {
  expect(looksLikeCode(text)).toBe(code);
});
