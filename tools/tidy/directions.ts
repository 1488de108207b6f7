import type { Violation } from '../repository/violation.ts';
import { type FileRule, isNode, nameOf, refuse, type SyntaxNode } from './parsed-file.ts';

const RULE = 'logical-directions';
const MESSAGE =
  'points left or right: use start and end (margin-inline-start, ms, textAlign: start), so that it turns round with the script';

const PHYSICAL_PROPERTY =
  /(?<![\w-])(?:(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)*|border-(?:top|bottom)-(?:left|right)-radius|left|right|(?:text-align|float|clear)\s*:\s*(?:left|right)(?=\s*[;}!]))\s*(?=[:;}!])/g;

/** Physical properties in a style sheet. `tidy: logical-directions because …` on the line or above excuses one. */
export function checkStyleSheet(file: string, text: string): Violation[] {
  if (!/^apps\/web\/.*\.css$/.test(file)) return [];
  // Comments are blanked, not cut, to keep the lines; their excuses are read from the text itself.
  const bare = text.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  const parsed = { file, text, comments: [], nodes: [] };
  return [...bare.matchAll(PHYSICAL_PROPERTY)].flatMap((match) =>
    refuse(parsed, match.index, { rule: RULE, message: `${match[0].trim()} ${MESSAGE}` }),
  );
}

const PHYSICAL_KEYS =
  /^(margin|padding)(Left|Right)$|^border(Left|Right)|^(left|right)$|^border(Top|Bottom)(Left|Right)Radius$/;
const PHYSICAL_SHORTHANDS = new Set(['ml', 'mr', 'pl', 'pr', 'left', 'right']);

/** Physical directions in the properties of components. */
export const logicalDirections: FileRule = (parsed) => {
  if (!/^apps\/web\/src\/.*\.tsx$/.test(parsed.file) || /\.test\.tsx$/.test(parsed.file)) return [];
  return parsed.nodes
    .filter((node) => node.type === 'JSXAttribute')
    .flatMap((attribute) => physicalIn(attribute))
    .flatMap(({ name, at }) => refuse(parsed, at, { rule: RULE, message: `${name} ${MESSAGE}` }));
};

interface Physical {
  readonly name: string;
  readonly at: number;
}

function physicalIn(attribute: SyntaxNode): Physical[] {
  const name = nameOf(attribute['name']) ?? '';
  const { value } = attribute;
  if (PHYSICAL_SHORTHANDS.has(name)) return [{ name, at: attribute.start }];
  const text = isNode(value) ? nameOf(value) : undefined;
  if ((name === 'ta' || name === 'align') && (text === 'left' || text === 'right'))
    return [{ name: `${name}="${text}"`, at: attribute.start }];
  if (name !== 'style' && name !== 'styles') return [];
  return physicalKeys(value);
}

/** Looks through objects inside objects: `styles={{ root: { left: 0 } }}`. */
function physicalKeys(value: unknown): Physical[] {
  if (!isNode(value)) return [];
  if (value.type === 'JSXExpressionContainer') return physicalKeys(value['expression']);
  const properties = value.type === 'ObjectExpression' && Array.isArray(value['properties']) ? value['properties'] : [];
  return properties.filter(isNode).flatMap((property) => {
    const key = nameOf(property['key']) ?? '';
    const side = nameOf(property['value']) ?? '';
    const aligned = (key === 'textAlign' || key === 'float') && (side === 'left' || side === 'right');
    if (PHYSICAL_KEYS.test(key) || aligned) return [{ name: key, at: property.start }];
    return physicalKeys(property['value']);
  });
}
