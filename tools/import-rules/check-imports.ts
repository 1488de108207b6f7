import type { SourceTree } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';
import { findCycles } from './cycles.ts';
import { allowedLibraries, mayUse } from './outside-libraries.ts';
import { importRules } from './own-parts.ts';
import { placeOf } from './place.ts';
import { resolveImport, type Target } from './resolve.ts';
import { type Import, scanImports } from './scan.ts';
import { testModeLoads } from './test-mode.ts';

/** One import, and what it means. */
export interface Link {
  readonly file: string;
  readonly found: Import;
  readonly target: Target;
}

/** Every import that the table of ARCHITECTURE.md does not allow. */
export function checkImports(tree: SourceTree): Violation[] {
  const sources = sourcesOf(tree);
  const links = linksOf(tree);
  const pure = pureFiles(sources, links);
  return [...links.flatMap((link) => judge(tree, link, pure)), ...cyclesIn(sources, links), ...testModeLoads(links)];
}

function sourcesOf(tree: SourceTree): string[] {
  return tree.files.filter((file) => /^(apps|packages|e2e)\/.*\.(ts|tsx|mts)$/.test(file));
}

const known = new WeakMap<SourceTree, readonly Link[]>();

/** Every import of the code base; of one tree they are looked for once. */
export function linksOf(tree: SourceTree): readonly Link[] {
  const links = known.get(tree) ?? findLinks(tree);
  known.set(tree, links);
  return links;
}

function findLinks(tree: SourceTree): Link[] {
  return sourcesOf(tree).flatMap((file) =>
    scanImports(file, tree.read(file)).map((found) => ({
      file,
      found,
      target: resolveImport(tree, file, found.specifier),
    })),
  );
}

/** Files of the server's features that import nothing but domain, engine and one another: data and decisions. */
function pureFiles(sources: readonly string[], links: readonly Link[]): ReadonlySet<string> {
  const pure = new Set(sources.filter((file) => placeOf(file).part === 'server-feature'));
  for (let before = -1; before !== pure.size; ) {
    before = pure.size;
    for (const { file, found, target } of links) {
      if (found.typeOnly) continue;
      const part = target.kind === 'own' ? placeOf(target.file).part : undefined;
      const harmless = part === 'domain' || part === 'engine' || (target.kind === 'own' && pure.has(target.file));
      if (!harmless) pure.delete(file);
    }
  }
  return pure;
}

function judge(tree: SourceTree, link: Link, pure: ReadonlySet<string>): Violation[] {
  const { file, found, target } = link;
  const refuse = (rule: string, instead: string): Violation[] => [
    { rule, file, line: found.line, message: `may not import ${found.specifier}: ${instead}` },
  ];
  if (target.kind === 'missing') return refuse('imports-exist', target.what);
  const from = placeOf(file);
  if (target.kind === 'outside') {
    if (from.test || mayUse(from, target.library)) return [];
    return refuse(
      'outside-libraries',
      `its place may use ${allowedLibraries(from)}; see tools/import-rules/outside-libraries.ts`,
    );
  }
  return judgeOwn(tree, { ...link, target }, { pure, refuse });
}

interface Bench {
  readonly pure: ReadonlySet<string>;
  readonly refuse: (rule: string, instead: string) => Violation[];
}

/** An import of a file of ours. */
function judgeOwn(
  tree: SourceTree,
  { file, found, target }: Link & { readonly target: { readonly kind: 'own' } },
  { pure, refuse }: Bench,
): Violation[] {
  const from = placeOf(file);
  const to = placeOf(target.file);
  if (!target.byPackageName && packageOf(file) !== packageOf(target.file)) {
    return refuse('packages-by-name', 'use the name of the package, and what it exports');
  }
  if (!target.byPackageName && !tree.files.includes(target.file) && /\.[a-z]+$/.test(target.file)) {
    return refuse('imports-exist', 'there is no such file');
  }
  // What is no source (a picture, the texts) has no place in the table.
  if (from.test || !/\.[mc]?tsx?$/.test(target.file)) return [];
  if (to.part === 'testkit' && from.part !== 'testkit') {
    return refuse('no-testkit-in-production', 'testkit is for tests; move what production needs out of it');
  }
  if (to.test) return refuse('no-tests-in-production', 'move what production needs out of the test');
  if (to.part === 'server-compose' && from.part !== 'server-compose') {
    return refuse('only-compose-wires', 'take what you need as an argument: compose.ts hands it in');
  }
  return importRules
    .filter(
      (rule) =>
        rule.appliesTo(from) && !rule.allows({ from, to, typeOnly: found.typeOnly, toPure: pure.has(target.file) }),
    )
    .flatMap((rule) => refuse(rule.name, rule.instead));
}

function packageOf(file: string): string {
  return file.split('/', file.startsWith('e2e/') ? 1 : 2).join('/');
}

/** Circles of imports that remain when the program runs; types vanish and may refer to one another. */
function cyclesIn(sources: readonly string[], links: readonly Link[]): Violation[] {
  const graph = new Map<string, string[]>(sources.map((file) => [file, []]));
  for (const { file, found, target } of links) {
    if (target.kind === 'own' && !found.typeOnly) graph.get(file)?.push(target.file);
  }
  return findCycles(graph).map((cycle) => ({
    rule: 'no-cycles',
    file: cycle[0] ?? '',
    message: `imports itself (${cycle.join(' → ')}): move what both sides need into a file of its own`,
  }));
}
