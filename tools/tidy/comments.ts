import { parseSync } from 'oxc-parser';
import { type FileRule, isNode, type ParsedFile, refuse } from './parsed-file.ts';

/** A promise to do something later names the issue where it is kept. */
export const todoHasIssue: FileRule = (parsed) =>
  parsed.comments.flatMap((comment) => {
    const match = /\b(TODO|FIXME|XXX|HACK)\b(?!.*#\d+)/.exec(comment.value); // what this rule looks for: it promises nothing
    if (!match) return [];
    return refuse(parsed, comment.start + match.index, {
      rule: 'todo-has-issue',
      message: `${match[1]} without an issue: write its number (#12), or do it`,
    });
  });

/** Code in comments is neither run nor read; git remembers it. */
export const noCommentedOutCode: FileRule = (parsed) =>
  commentGroups(parsed).flatMap(({ text, start }) => {
    if (!looksLikeCode(text)) return [];
    return refuse(parsed, start, { rule: 'no-commented-out-code', message: 'is code in a comment: remove it' });
  });

interface Group {
  readonly text: string;
  readonly start: number;
}

/** Line comments that follow one another are read as one text; documentation is left out. */
function commentGroups({ comments, text }: ParsedFile): Group[] {
  const groups: { text: string; start: number; end: number; line: boolean }[] = [];
  for (const comment of comments) {
    if (comment.value.startsWith('*') || /^\s*(biome-ignore|@ts-|@vitest|\/)/.test(comment.value)) continue;
    const last = groups.at(-1);
    const line = comment.type === 'Line';
    if (last?.line && line && /^\n[ \t]*$/.test(text.slice(last.end, comment.start))) {
      last.text += `\n${comment.value}`;
      last.end = comment.end;
    } else {
      groups.push({ text: comment.value, start: comment.start, end: comment.end, line });
    }
  }
  return groups;
}

/** True when a whole comment, or a line of it that ends like a statement, is a program that does something. */
export function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return (
    isProgram(text.trim()) || lines.some((line) => /[;{}]$/.test(line) && (isProgram(line) || isProgram(`${line}}`)))
  );
}

function isProgram(text: string): boolean {
  if (!/[;={}()<]/.test(text)) return false;
  const module = parseSync('comment.tsx', text);
  if (module.errors.length === 0) return module.program.body.some(doesSomething);
  const inner = parseSync('comment.tsx', `async function f() {${text}}`);
  const [wrapper] = inner.program.body;
  return inner.errors.length === 0 && wrapper?.type === 'FunctionDeclaration' && doesSomething(wrapper.body);
}

/** A sentence may by chance parse as a name, a label or a list of names; that is not code. */
function doesSomething(statement: unknown): boolean {
  if (!isNode(statement)) return false;
  if (statement.type === 'EmptyStatement' || statement.type === 'LabeledStatement') return false;
  if (statement.type === 'BlockStatement')
    return Array.isArray(statement['body']) && statement['body'].some(doesSomething);
  if (statement.type !== 'ExpressionStatement') return true;
  const { expression } = statement;
  return (
    isNode(expression) &&
    ['CallExpression', 'AssignmentExpression', 'AwaitExpression', 'JSXElement'].includes(expression.type)
  );
}
