import type { SourceTree } from '../repository/source-tree.ts';
import { isNode, nameOf, parseFile, pathOf, type SyntaxNode } from '../tidy/parsed-file.ts';

/** A test, and every text that it names: in its own lines and in those of the file's functions that it uses. */
export interface NamedTest {
  readonly file: string;
  readonly title: string;
  readonly texts: ReadonlySet<string>;
}

/** Journeys that share a product stand in files of their own, which a test file brings together. */
const TEST_FILE = /(?:\.test\.tsx?|-journeys?\.ts)$/;
const RUNNER = /^(test|it)(\.(each|sequential|concurrent|for))*$/;

/** What a stretch of a file names: texts, and identifiers that may stand for a function beside it. */
interface Names {
  readonly texts: Set<string>;
  readonly identifiers: Set<string>;
}

const known = new WeakMap<SourceTree, readonly NamedTest[]>();

/** Every test of the tree that runs; of one tree they are looked for once. */
export function namedTests(tree: SourceTree): readonly NamedTest[] {
  const tests = known.get(tree) ?? findTests(tree);
  known.set(tree, tests);
  return tests;
}

function findTests(tree: SourceTree): NamedTest[] {
  return tree.files.filter((file) => TEST_FILE.test(file)).flatMap((file) => testsOf(file, tree.read(file)));
}

function testsOf(file: string, source: string): NamedTest[] {
  const { nodes } = parseFile(file, source);
  const declared = declarationsOf(nodes);
  const tests: NamedTest[] = [];
  for (const node of nodes) {
    const title = titleOf(node, source);
    if (title !== undefined) tests.push({ file, title, texts: reached(node, declared) });
  }
  return tests;
}

/** The title of a call of `test` or `test.each(…)`; `undefined` for every other node. */
function titleOf(node: SyntaxNode, source: string): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const runner = isNode(callee) && callee.type === 'CallExpression' ? callee['callee'] : callee;
  if (!RUNNER.test(pathOf(runner) ?? '')) return undefined;
  const [title] = Array.isArray(node['arguments']) ? node['arguments'] : [];
  // `test.each(rows)` is the callee of the call that bears the title.
  if (!isNode(title) || (title.type !== 'Literal' && title.type !== 'TemplateLiteral')) return undefined;
  return nameOf(title) ?? source.slice(title.start + 1, title.end - 1);
}

/** The functions and constants of a file, by name. */
function declarationsOf(nodes: readonly SyntaxNode[]): ReadonlyMap<string, SyntaxNode> {
  const declared = new Map<string, SyntaxNode>();
  for (const node of nodes) {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'VariableDeclarator') continue;
    const name = nameOf(node['id']);
    if (name !== undefined) declared.set(name, node);
  }
  return declared;
}

function reached(start: SyntaxNode, declared: ReadonlyMap<string, SyntaxNode>): ReadonlySet<string> {
  const texts = new Set<string>();
  const seen = new Set<SyntaxNode>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const names = namesIn(node, { texts, identifiers: new Set() });
    for (const identifier of names.identifiers) {
      const used = declared.get(identifier);
      if (used) waiting.push(used);
    }
  }
  return texts;
}

function namesIn(value: unknown, names: Names): Names {
  if (Array.isArray(value)) {
    for (const item of value) namesIn(item, names);
  } else if (isNode(value)) {
    keep(value, names);
    for (const field of Object.values(value)) if (typeof field === 'object') namesIn(field, names);
  }
  return names;
}

function keep(node: SyntaxNode, { texts, identifiers }: Names): void {
  if (node.type === 'Identifier') identifiers.add(String(node['name']));
  if (node.type === 'Literal' && typeof node['value'] === 'string') texts.add(node['value']);
  if (node.type !== 'TemplateElement') return;
  const part = node['value'];
  if (typeof part === 'object' && part !== null && 'cooked' in part) texts.add(String(part.cooked));
}
