import type { Rolldown } from 'vite';

export type Bundle = Rolldown.OutputBundle;

/**
 * Files that chunks need before they can run: themselves, their styles, and the same of all that they import.
 *
 * @param names of chunks, as in the names of their files without hash and ending
 * @throws Error where there is no such chunk: what is built on the name would be missing without a word
 */
export function filesOf(bundle: Bundle, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    chunk.imports.forEach(visit);
  };
  for (const name of names) {
    const chunk = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === name);
    if (!chunk) throw new Error(`the build has no chunk named ${name}`);
    visit(chunk.fileName);
  }
  return found;
}
