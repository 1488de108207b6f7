import type { SourceTree } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';

const PAGE = 'ARCHITECTURE.md';
const RULE = 'map-matches-disk';

/** Folders that the map must name: every app and package, the server's features, and one level inside each package. */
const MAPPED = [
  /^(apps\/[^/]+)\//,
  /^(packages\/[^/]+)\//,
  /^(apps\/(?:server|web)\/src\/[^/]+)\//,
  /^(apps\/server\/src\/features\/[^/]+)\//,
  /^(packages\/[^/]+\/src\/[^/]+)\//,
  /^(e2e|tools|docs)\//,
  /^(docs\/[^/]+)\//,
];
/** Beside a source, not parts of the map. */
const UNMAPPED = /\/(testing|golden)$/;

/** Compares the map of ARCHITECTURE.md with the folders on disk, both ways. */
export function compareMap(tree: SourceTree): Violation[] {
  if (!tree.files.includes(PAGE)) return [{ rule: RULE, file: PAGE, message: 'is missing' }];
  const page = tree.read(PAGE);
  const mapped = readMap(page);
  const onDisk = foldersOf(tree.files);
  const unknown = [...onDisk].filter((folder) => !mapped.has(folder));
  const gone = [...mapped.keys()].filter((folder) => !tree.files.some((file) => file.startsWith(`${folder}/`)));
  return [
    ...unknown.map((folder) => ({
      rule: RULE,
      file: PAGE,
      message: `does not name ${folder}/: add a line to its map`,
    })),
    ...missingGuards(page, tree),
    ...gone.map((folder) => ({
      rule: RULE,
      file: PAGE,
      line: mapped.get(folder) ?? 1,
      message: `names ${folder}/, which is not there: remove the line, or make the folder`,
    })),
  ];
}

/** Files and folders that the page names in its prose and tables: an invariant whose guard has gone is a wish. */
function missingGuards(page: string, tree: SourceTree): Violation[] {
  return page.split('\n').flatMap((line, i) =>
    [...line.matchAll(/`((?:apps|packages|tools|docs)\/[\w./-]+)`/g)]
      .map((match) => (match[1] ?? '').replace(/\/$/, ''))
      .filter((path) => !tree.files.some((file) => file === path || file.startsWith(`${path}/`)))
      .map((path) => ({ rule: RULE, file: PAGE, line: i + 1, message: `names ${path}, which is not there` })),
  );
}

function foldersOf(files: readonly string[]): Set<string> {
  const folders = files.flatMap((file) => MAPPED.flatMap((pattern) => pattern.exec(file)?.[1] ?? []));
  return new Set(folders.filter((folder) => !UNMAPPED.test(folder)));
}

/**
 * The folders of the first code block that is marked `map`, by path, with their lines. Two spaces deepen; a line names
 * one folder (`server/`) or several (`accounts/ orders/`), and what follows two spaces explains.
 */
export function readMap(page: string): Map<string, number> {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => /^```map\s*$/.test(line));
  const folders = new Map<string, number>();
  const path: string[] = [];
  for (let i = start + 1; start >= 0 && i < lines.length && !lines[i]?.startsWith('```'); i += 1) {
    const line = lines[i] ?? '';
    const depth = (line.length - line.trimStart().length) / 2;
    const names =
      line
        .trim()
        .split(/ {2,}/)[0]
        ?.split(' ')
        .filter((name) => name.endsWith('/')) ?? [];
    path.length = Math.min(path.length, depth);
    for (const name of names) {
      const folder = [...path, name.slice(0, -1)].join('/');
      folders.set(folder, i + 1);
    }
    const [only] = names;
    if (names.length === 1 && only) path.push(only.slice(0, -1));
  }
  return folders;
}
