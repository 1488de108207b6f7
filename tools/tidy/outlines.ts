import type { Violation } from '../repository/violation.ts';
import { refuse } from './parsed-file.ts';

const RULE = 'outline-under-focus';
const MESSAGE =
  'takes the focus ring away for as long as its sheet comes last, which the build decides: write it under :focus-visible, which outweighs the base sheet';

const TAKEN_AWAY = /(?<=[{;]\s*)outline\s*:\s*(?:none|0)\s*(?=[;}!])/g;

/** Rings that are taken away in a style sheet by a rule of no more weight than the one that draws them everywhere. */
export function outlinesUnderFocus(file: string, text: string): Violation[] {
  if (!/^apps\/web\/.*\.css$/.test(file)) return [];
  const bare = text.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  const parsed = { file, text, comments: [], nodes: [] };
  return [...bare.matchAll(TAKEN_AWAY)]
    .filter(({ index }) => !/:focus/.test(selectorAt(bare, index)))
    .flatMap(({ index }) => refuse(parsed, index, { rule: RULE, message: `outline: none ${MESSAGE}` }));
}

/** What stands before the brace that an offset lies behind. */
function selectorAt(text: string, offset: number): string {
  const opened = text.lastIndexOf('{', offset);
  const before = text.slice(0, opened);
  return before.slice(Math.max(before.lastIndexOf('}'), before.lastIndexOf('{'), before.lastIndexOf(';')) + 1);
}
