import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The files that a check looks at, with `/` in their paths. A test plants its own. */
export interface SourceTree {
  readonly files: readonly string[];
  readonly read: (file: string) => string;
}

/** Everything that git tracks or would track. */
export function readSourceTree(root: string = repositoryRoot): SourceTree {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  return { files: files.toSorted(), read: (file) => readFileSync(join(root, file), 'utf8') };
}

/** A tree that exists only in a test: path to content. */
export function plantedTree(contents: Readonly<Record<string, string>>): SourceTree {
  return {
    files: Object.keys(contents).toSorted(),
    read: (file) => {
      const content = contents[file];
      if (content === undefined) throw new Error(`${file} was not planted`);
      return content;
    },
  };
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
