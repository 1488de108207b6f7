import { posix } from 'node:path';
import type { SourceTree } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';
import { isNode, nameOf, type ParsedFile, refuse } from './parsed-file.ts';

const SHEET = /\.module\.css$/;

/** What a component takes from a sheet. */
interface Taken {
  readonly parsed: ParsedFile;
  readonly sheet: string;
  /** Class names by their place in the file. */
  readonly classes: readonly { readonly name: string; readonly at: number }[];
  /** Some are chosen while the page runs, so that any of the sheet may be meant. */
  readonly choosesAny: boolean;
}

/**
 * A class that a component names is in its sheet, and a class of a sheet is named by some component: a name that is
 * missing is `undefined` to the compiler and bare text to whoever looks at the page.
 */
export function classesOfSheets(tree: SourceTree, parsed: readonly ParsedFile[]): Violation[] {
  const taken = parsed.flatMap(takenBy);
  const sheets = new Set(taken.map(({ sheet }) => sheet));
  return [...sheets]
    .filter((sheet) => tree.files.includes(sheet))
    .flatMap((sheet) => {
      const all = classesOf(tree.read(sheet));
      const here = taken.filter((one) => one.sheet === sheet);
      const named = new Set(here.flatMap(({ classes }) => classes.map(({ name }) => name)));
      const missing = here.flatMap(({ parsed: file, classes }) =>
        classes
          .filter(({ name }) => !all.has(name))
          .flatMap(({ name, at }) =>
            refuse(file, at, { rule: 'class-is-in-sheet', message: `${sheet} has no class ${name}` }),
          ),
      );
      if (here.some(({ choosesAny }) => choosesAny)) return missing;
      const unused = [...all].filter((name) => !named.has(name));
      return [
        ...missing,
        ...unused.map((name) => ({
          rule: 'class-is-used',
          file: sheet,
          message: `no component names its class ${name}`,
        })),
      ];
    });
}

function takenBy(parsed: ParsedFile): Taken[] {
  return parsed.nodes.flatMap((node) => {
    const path = node.type === 'ImportDeclaration' ? nameOf(node['source']) : undefined;
    if (path === undefined || !SHEET.test(path) || !Array.isArray(node['specifiers'])) return [];
    const [specifier] = node['specifiers'];
    const local = isNode(specifier) ? nameOf(specifier['local']) : undefined;
    if (local === undefined) return [];
    const sheet = posix.join(posix.dirname(parsed.file), path);
    return [{ parsed, sheet, ...namesIn(parsed, local) }];
  });
}

function namesIn({ nodes }: ParsedFile, local: string): Pick<Taken, 'classes' | 'choosesAny'> {
  const members = nodes.filter((node) => node.type === 'MemberExpression' && nameOf(node['object']) === local);
  const plain = members.filter((node) => node['computed'] !== true);
  return {
    classes: plain.map((node) => ({ name: nameOf(node['property']) ?? '', at: node.start })),
    choosesAny: plain.length < members.length,
  };
}

/** The classes that the selectors of a sheet name; those of the whole page are nobody's. */
function classesOf(text: string): Set<string> {
  const bare = text.replace(/\/\*.*?\*\//gs, '').replace(/:global\([^)]*\)/g, '');
  const selectors = [...bare.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector.trim());
  const own = selectors.filter((selector) => !selector.startsWith('@'));
  return new Set(
    own.flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? '')),
  );
}
