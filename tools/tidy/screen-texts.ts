import { type FileRule, isNode, nameOf, type ParsedFile, refuse, type SyntaxNode } from './parsed-file.ts';

const SCREEN = /^apps\/web\/src\/.*\.tsx$/;
const TEST_FILE = /\.test\.tsx$/;
const SPOKEN_ATTRIBUTES = new Set([
  'title',
  'label',
  'placeholder',
  'aria-label',
  'description',
  'alt',
  'heading',
  'error',
]);
const RULE = 'texts-in-en-json';
const MESSAGE = 'is text of the screen: put it into en.json and show it with t()';

/** Everything that a person reads comes from the file of texts, so that it can be translated and kept in one voice. */
export const textsInEnJson: FileRule = (parsed) => {
  if (!SCREEN.test(parsed.file) || TEST_FILE.test(parsed.file)) return [];
  return parsed.nodes
    .filter(isSpoken)
    .flatMap((node) => refuse(parsed, textStart(parsed, node), { rule: RULE, message: MESSAGE }));
};

function isSpoken(node: SyntaxNode): boolean {
  if (node.type === 'JSXText') return hasWords(node['value']);
  if (node.type === 'JSXExpressionContainer') return false;
  if (node.type !== 'JSXAttribute' || !SPOKEN_ATTRIBUTES.has(nameOf(node['name']) ?? '')) return false;
  const { value } = node;
  return isNode(value) && value.type === 'Literal' && hasWords(value['value']);
}

/** Signs and numbers (`₹`, `·`, `%`) are the same in every language. */
function hasWords(value: unknown): boolean {
  return typeof value === 'string' && /\p{L}{2}/u.test(value);
}

/** Past the line breaks that JSX keeps before a text. */
function textStart({ text }: ParsedFile, node: SyntaxNode): number {
  return node.start + (text.slice(node.start, node.end).match(/^\s*/)?.[0].length ?? 0);
}
