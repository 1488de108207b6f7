import { type FileRule, pathOf, refuse } from './parsed-file.ts';

/** Where the same facts must always give the same answer. */
const PURE = /^packages\/(domain|contract|engine)\/src\/|^apps\/server\/src\/features\/.*(^|\/|-)rules\.ts$/;
const TEST_FILE = /\.(test|bench)\.tsx?$|\/testing\//;

const IMPURE_PATHS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]);
const IMPURE_CALLS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch']);
const RULE = 'pure-decisions';

/** No clock, no chance, no timer and no network in domain, contract, engine and rules. */
export const pureDecisions: FileRule = (parsed) => {
  if (!PURE.test(parsed.file) || TEST_FILE.test(parsed.file)) return [];
  return parsed.nodes.flatMap((node) => {
    const impure = impurityOf(node);
    if (!impure) return [];
    return refuse(parsed, node.start, {
      rule: RULE,
      message: `${impure} gives another answer each time: take the moment or the number as an argument`,
    });
  });
};

function impurityOf(node: Parameters<typeof pathOf>[0] & { type: string }): string | undefined {
  const fields: Record<string, unknown> = { ...node };
  if (node.type === 'MemberExpression') {
    const path = pathOf(node) ?? '';
    return IMPURE_PATHS.has(path) || path.startsWith('process.') ? path : undefined;
  }
  if (node.type === 'CallExpression') {
    const callee = pathOf(fields['callee']) ?? '';
    return IMPURE_CALLS.has(callee) || (callee === 'Date' && isEmpty(fields['arguments'])) ? `${callee}()` : undefined;
  }
  const isBareDate =
    node.type === 'NewExpression' && pathOf(fields['callee']) === 'Date' && isEmpty(fields['arguments']);
  return isBareDate ? 'new Date()' : undefined;
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}
