import type { SourceTree } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';
import { isNode, nameOf, type ParsedFile } from './parsed-file.ts';

const CONTRACT = /^packages\/contract\/src\/(?!.*\.test\.ts$).*\.ts$/;
const CALLS = /^apps\/server\/src\/features\/.*calls\.ts$/;
const TESTS = /^(apps\/server|e2e)\/.*\.test\.ts$/;

/** Every call of the contract has a handler in some calls.ts and is named in some test of the server. */
export function callsAreServed(tree: SourceTree, parsed: readonly ParsedFile[]): Violation[] {
  const calls = parsed.filter(({ file }) => CONTRACT.test(file)).flatMap(declaredCalls);
  const handlers = new Set(parsed.filter(({ file }) => CALLS.test(file)).flatMap(objectKeys));
  const tests = tree.files
    .filter((file) => TESTS.test(file))
    .map((file) => tree.read(file))
    .join('\n');
  return calls.flatMap(({ name, file }) => {
    const found: Violation[] = [];
    if (!handlers.has(name)) {
      found.push({
        rule: 'call-has-handler',
        file,
        message: `${name} has no handler: add it to a calls.ts of the server`,
      });
    }
    if (!mentions(tests, name)) {
      found.push({
        rule: 'call-has-test',
        file,
        message: `${name} is in no test of the server: success, refusals, not signed in`,
      });
    }
    return found;
  });
}

function declaredCalls({ file, nodes }: ParsedFile): { name: string; file: string }[] {
  return nodes.flatMap((node) => {
    const list = node['arguments'];
    if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'call' || !Array.isArray(list)) return [];
    const name = isNode(list[0]) && list[0].type === 'Literal' ? nameOf(list[0]) : undefined;
    return name === undefined ? [] : [{ name, file }];
  });
}

function objectKeys({ nodes }: ParsedFile): string[] {
  return nodes.flatMap((node) => (node.type === 'Property' ? (nameOf(node['key']) ?? []) : []));
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(text);
}
