import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Noted } from './note-loaded.ts';

/** What the product's processes have loaded and opened since each began, those that have died included. */
export interface LoadedFiles {
  /** Settings with which a product keeps the lists. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names of modules or files, of all processes that had the role so far, and how many they were. */
  readonly of: (
    role: string,
    kind: Noted['kind'],
  ) => { readonly processes: number; readonly names: ReadonlySet<string> };
  readonly remove: () => void;
}

export function noteLoadedFiles(): LoadedFiles {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-loaded-'));
  const hook = new URL('./note-loaded.ts', import.meta.url).href;
  return {
    settings: { NODE_OPTIONS: `--import ${hook}`, NOTE_LOADED_IN: folder },
    of: (role, kind) => {
      const lists = readdirSync(folder).filter((name) => name.startsWith(`${role}.`));
      const lines = lists.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
      const noted = lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Noted] : []));
      return {
        processes: lists.length,
        names: new Set(noted.flatMap((each) => (each.kind === kind ? [each.name] : []))),
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
