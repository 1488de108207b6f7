import { readdirSync, readFileSync } from 'node:fs';

/** What one part holds that nobody else does, and shares of what its own kind share. */
export interface PartMemory {
  /** `supervisor`, `simulator`, `api,jobs`, `feed`, `runner-test`, `postgresql`, or `program files`. */
  readonly part: string;
  readonly processes: number;
  readonly megabytes: number;
}

interface Found {
  readonly part: string;
  readonly pid: number;
}

/**
 * Memory of a running product, by part: what its processes hold of their own, PostgreSQL's shared buffers once, and the
 * files of its programs once. It is the sum of the processes' PSS on a machine where nobody else runs the same
 * programs; a second product beside this one makes it no smaller. Linux only.
 *
 * @param supervisor process id
 */
export function readMemory(supervisor: number): PartMemory[] {
  const found = findProcesses(supervisor);
  const parts = new Map<string, PartMemory>();
  const files = new Map<string, number>();
  for (const { part, pid } of found) {
    const own = ownKilobytes(pid);
    // It ended since it was found.
    if (own === undefined) continue;
    const before = parts.get(part) ?? { part, processes: 0, megabytes: 0 };
    parts.set(part, { part, processes: before.processes + 1, megabytes: before.megabytes + own / 1024 });
    for (const [file, kilobytes] of fileKilobytes(pid)) files.set(file, Math.max(files.get(file) ?? 0, kilobytes));
  }
  const programs = [...files.values()].reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
  return [
    ...[...parts.values()].toSorted((a, b) => b.megabytes - a.megabytes),
    { part: 'program files', processes: 0, megabytes: programs },
  ];
}

export function totalMegabytes(parts: readonly PartMemory[]): number {
  return parts.reduce((sum, { megabytes }) => sum + megabytes, 0);
}

/** The supervisor and everything that it or its children started. */
function findProcesses(supervisor: number): Found[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)));
  }
  const found: Found[] = [{ part: 'supervisor', pid: supervisor }];
  // The list grows while it is walked: children of children follow.
  for (const { pid, part } of found) {
    for (const [child, parent] of parents) if (parent === pid) found.push({ pid: child, part: partOf(child, part) });
  }
  return found;
}

function parentOf(pid: number): number {
  return Number(/^\d+ \(.*\) \S (\d+) /s.exec(readProc(pid, 'stat'))?.[1] ?? 0);
}

function partOf(pid: number, ofParent: string): string {
  if (ofParent !== 'supervisor') return ofParent;
  const command = readProc(pid, 'cmdline');
  if (command.includes('postgres')) return 'postgresql';
  const role = /(?:^|\0)ROLE=([^\0]*)/.exec(readProc(pid, 'environ'))?.[1];
  if (command.includes('apps/simulator')) return 'simulator';
  return role ?? 'other';
}

function ownKilobytes(pid: number): number | undefined {
  const text = readProc(pid, 'smaps_rollup');
  if (text === '') return undefined;
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return field('Pss_Anon') + field('Pss_Shmem');
}

/** Pages of files as they lie on the disk, by file. */
function fileKilobytes(pid: number): Map<string, number> {
  const files = new Map<string, number>();
  let file: string | undefined;
  for (const line of readProc(pid, 'smaps').split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$/.exec(line);
    if (mapping) file = /^\/(?!dev\/)(?!.* \(deleted\)$)/.test(mapping[1] ?? '') ? mapping[1] : undefined;
    if (file === undefined) continue;
    const field = /^(Rss|Anonymous):\s+(\d+) kB/.exec(line);
    // Pages that were written to are the process's own and counted there.
    const kilobytes = Number(field?.[2] ?? 0) * (field?.[1] === 'Anonymous' ? -1 : 1);
    files.set(file, (files.get(file) ?? 0) + kilobytes);
  }
  return files;
}

/** Empty for a process that has ended meanwhile. */
function readProc(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
