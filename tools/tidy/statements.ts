import { type FileRule, isNode, nameOf, refuse } from './parsed-file.ts';

/** Where a statement may stand: in a store, and in what makes or fakes a database. */
const SERVER = /^apps\/(server|simulator|supervisor)\/src\//;
const MAY_SPEAK_SQL = /(^|\/|-)store\.ts$|\.(test|bench)\.ts$|\/testing\//;

const STATEMENTS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto']);

/** A table is read and written in a store: whoever changes it finds every statement about it there. */
export const statementsInStores: FileRule = (parsed) => {
  if (!SERVER.test(parsed.file) || MAY_SPEAK_SQL.test(parsed.file)) return [];
  return parsed.nodes.flatMap((node) => {
    const callee = node.type === 'CallExpression' ? node['callee'] : undefined;
    const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : undefined;
    if (method === undefined || !STATEMENTS.has(method)) return [];
    return refuse(parsed, node.start, {
      rule: 'statements-in-stores',
      message: `${method} is a statement: move it to a store.ts of its part`,
    });
  });
};
