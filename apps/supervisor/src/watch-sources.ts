import { watch } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';
import type { Supervised } from './supervised.ts';

const SETTLE_MS = 200;

export interface Watched {
  readonly parts: readonly Supervised[];
  readonly simulator: Supervised | undefined;
  readonly log: Log;
}

/** Starts parts again when what they are made of changes. The web app has a watcher of its own. */
export function restartOnChange(root: string, { parts, simulator, log }: Watched): () => void {
  const everything = simulator ? [...parts, simulator] : parts;
  const watched: readonly (readonly [string, readonly Supervised[]])[] = [
    ['apps/server/src', parts],
    ['apps/simulator/src', simulator ? [simulator] : []],
    ['packages', everything],
  ];
  const due = new Set<Supervised>();
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    log.info(`sources changed: restarting ${[...due].map((part) => part.name).join(', ')}`);
    for (const part of due) part.restart();
    due.clear();
  };
  const watchers = watched.map(([folder, affected]) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return;
      for (const part of affected) due.add(part);
      clearTimeout(timer);
      timer = setTimeout(restart, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
