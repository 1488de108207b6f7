import type { Violation } from '../repository/violation.ts';
import { type FileRule, nameOf, refuse } from './parsed-file.ts';

const BANNED_WORDS = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'manager',
  'managers',
  'misc',
  'v2',
  'new',
  'impl',
]);
/** The name of a command that the project promises. */
const GIVEN_NAMES = new Set(['tools/new-feature.ts', 'tools/new-feature.test.ts']);

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
/** Names that programs outside look for. */
const FOREIGN_NAMES = /^(README|CHANGELOG|ARCHITECTURE|LICENSE|CONTRIBUTING|Dockerfile)(\.[a-z]+)?$|^\./;

const ROOT_FILES = new Set([
  '.gitignore',
  '.dockerignore',
  '.npmrc',
  '.nvmrc',
  '.editorconfig',
  '.gitattributes',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'LICENSE',
  'Dockerfile',
  'compose.yaml',
  'biome.json',
  'knip.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
]);
const ROOT_FOLDERS = new Set(['.ci', '.github', 'apps', 'packages', 'e2e', 'tools', 'docs']);
const LEFTOVERS = /(~|\.(orig|rej|bak|tmp|swp|log|patch|diff)|\.DS_Store|\bcopy)$/i;

/** Rules on the path of a file alone. */
export function checkPath(file: string): Violation[] {
  const [top = '', ...rest] = file.split('/');
  const found: Violation[] = [];
  const add = (rule: string, message: string): void => {
    found.push({ rule, file, message });
  };
  if (rest.length === 0 ? !ROOT_FILES.has(file) : !ROOT_FOLDERS.has(top)) {
    add(
      'no-strays',
      'is not on the map: move it to the part that it belongs to, or add its place to tools/tidy/names.ts',
    );
  }
  if (LEFTOVERS.test(file)) add('no-strays', 'looks like a leftover: remove it');
  if (/^(apps|packages)\/[^/]+\/[^/]+\.tsx?$/.test(file) && !/\.config\.ts$/.test(file)) {
    add('no-strays', 'stands outside src/: move it there');
  }
  if (!/^(apps|packages|e2e|tools|docs)\//.test(file)) return found;
  const names = file.split('/');
  const ugly = names.find((name) => !KEBAB.test(name) && !FOREIGN_NAMES.test(name));
  if (ugly) add('kebab-case', `${ugly} is not kebab-case`);
  const banned = names.flatMap((name) => name.split(/[-.]/)).find((word) => BANNED_WORDS.has(word.toLowerCase()));
  if (banned && !GIVEN_NAMES.has(file)) add('banned-names', `"${banned}" says nothing: name what it does`);
  return found;
}

const DECLARATIONS = new Set([
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
]);

/** Rules on the names of types. */
export const bannedTypeNames: FileRule = (parsed) =>
  parsed.nodes.flatMap((node) => {
    const name = DECLARATIONS.has(node.type) ? nameOf(node['id']) : undefined;
    const banned = name?.match(/V2|[A-Z][a-z]*/g)?.find((word) => BANNED_WORDS.has(word.toLowerCase()));
    if (!banned) return [];
    return refuse(parsed, node.start, {
      rule: 'banned-names',
      message: `"${banned}" in ${name} says nothing: name what it is`,
    });
  });

const MAX_LINES = 400;
const MEASURED = /\.(ts|tsx|mts|mjs|js|css)$/;

export function checkLength(file: string, text: string): Violation[] {
  const lines = text.split('\n').length - 1;
  if (!MEASURED.test(file) || lines <= MAX_LINES) return [];
  return [{ rule: 'file-length', file, message: `has ${lines} lines of ${MAX_LINES}: split it by use case` }];
}
