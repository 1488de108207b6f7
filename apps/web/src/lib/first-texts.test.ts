import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };
import { partTexts } from './first-texts.ts';

const SOURCES = new URL('../', import.meta.url);
/** What stands before anybody has opened anything: the start, the pages of guests, the shell with home. */
const ROOTS = [
  'main.tsx',
  'app/connection/start-connection.tsx',
  'app/shell/shell.tsx',
  'app/shell/person-menu.tsx',
  'features/accounts/login-page.tsx',
  'features/accounts/register-page.tsx',
  'features/accounts/forgot-page.tsx',
  'features/accounts/reset-page.tsx',
  'features/home/home-page.tsx',
  'features/home/top-ten.tsx',
];
const IMPORTED = /(?:from|import)\s+'(\.[^']+\.tsx?)'/g;
const SAID = /['"`]([a-z][A-Za-z]*)\.[A-Za-z$]/g;

function sourcesFrom(roots: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (url: URL): void => {
    const file = fileURLToPath(url);
    if (found.has(file) || !existsSync(file)) return;
    const code = readFileSync(file, 'utf8');
    found.set(file, code);
    for (const [, path] of code.matchAll(IMPORTED)) if (path) visit(new URL(path, url));
  };
  for (const root of roots) visit(new URL(root, SOURCES));
  return found;
}

test('what the first pages say is in the first texts, and nothing that they do not', () => {
  const sources = sourcesFrom(ROOTS);
  expect(sources.size).toBeGreaterThan(100);
  const said = new Set<string>();
  for (const code of sources.values()) {
    for (const [, part] of code.matchAll(SAID)) if (part && part in en) said.add(part);
  }
  expect(Object.keys(partTexts(en).first).toSorted()).toEqual([...said].toSorted());
});

test('every text is in one of the two files', () => {
  const { first, rest } = partTexts(en);
  expect({ ...first, ...rest }).toEqual(en);
  expect(Object.keys(first).filter((part) => part in rest)).toEqual([]);
  expect(JSON.stringify(first).length).toBeLessThan(JSON.stringify(en).length / 4);
});
