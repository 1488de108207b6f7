import { lineAt } from '../repository/source-tree.ts';
import { type FileRule, pathOf, refuse } from './parsed-file.ts';

const TEST_FILE = /\.test\.tsx?$/;
const RUNNERS = '(test|it|describe|suite|bench)';
const ONLY = new RegExp(`^${RUNNERS}(\\.\\w+)*\\.only\\b`);
const SKIP = new RegExp(`^${RUNNERS}(\\.\\w+)*\\.(skip|skipIf|runIf|todo|fails)\\b`);

/** `.only` hides every other test of its file. */
export const noOnly: FileRule = (parsed) => {
  if (!TEST_FILE.test(parsed.file)) return [];
  return parsed.nodes
    .filter((node) => node.type === 'MemberExpression' && ONLY.test(pathOf(node) ?? ''))
    .flatMap((node) =>
      refuse(parsed, node.start, { rule: 'no-only', message: 'only this test would run: remove .only' }),
    );
};

/** A test that does not run says why, in a comment above it or beside it. */
export const skipHasReason: FileRule = (parsed) => {
  if (!TEST_FILE.test(parsed.file)) return [];
  const commented = new Set(parsed.comments.flatMap((comment) => [lineAt(parsed.text, comment.end)]));
  return parsed.nodes
    .filter((node) => node.type === 'MemberExpression' && SKIP.test(pathOf(node) ?? ''))
    .filter((node) => {
      const line = lineAt(parsed.text, node.start);
      return !commented.has(line) && !commented.has(line - 1);
    })
    .flatMap((node) =>
      refuse(parsed, node.start, {
        rule: 'skip-has-reason',
        message: 'say in a comment above why this test may not run',
      }),
    );
};
