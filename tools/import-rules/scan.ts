import { parseSync } from 'oxc-parser';
import { lineAt } from '../repository/source-tree.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
  /** An `import()`: loaded when it is asked for, if ever. */
  readonly late: boolean;
}

/** What a file imports: `import`, `export … from` and `import()` of a literal. */
export function scanImports(file: string, text: string): Import[] {
  const { module } = parseSync(file, text);
  const found: Import[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    // `import type {}` has no entries, like `import 'x'`, and is as harmless as its words.
    const emptyType = entries.length === 0 && /^import\s+type\b/.test(text.slice(start, start + 20));
    found.push({
      specifier: moduleRequest.value,
      line: lineAt(text, start),
      typeOnly: typeOnly || emptyType,
      late: false,
    });
  }
  for (const { entries } of module.staticExports) {
    const from = entries.filter((entry) => entry.moduleRequest !== null);
    const first = from[0];
    if (!first?.moduleRequest) continue;
    const typeOnly = from.every((entry) => entry.isType);
    found.push({ specifier: first.moduleRequest.value, line: lineAt(text, first.start), typeOnly, late: false });
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    const late = { line: lineAt(text, start), typeOnly: false, late: true };
    if (literal?.[2] !== undefined) found.push({ specifier: literal[2], ...late });
  }
  return found;
}
