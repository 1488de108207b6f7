import type { Violation } from '../repository/violation.ts';
import type { Link } from './check-imports.ts';

/** Where the process of the test runner begins: the program, and the one role that it then loads. */
const PROGRAM = 'apps/server/src/main.ts';
const RUNNER = 'apps/server/src/compose/runner.ts';
/** Loads one role of several; which, the runner's process has said by its setting. */
const ROLES = 'apps/server/src/compose/roles.ts';

/** Whoever has none of these can neither speak to a broker nor read what opens one. */
const OUT_OF_REACH = /^(packages\/brokers\/|apps\/server\/src\/(platform\/secrets|compose\/broker-access))/;

/**
 * The promise that an order of test mode cannot become a real one, as a fact about modules: nothing that the process of
 * the test runner loads, at its start or later, is a broker or the secrets of one.
 */
export function testModeLoads(links: readonly Link[]): Violation[] {
  const loadedBy = loadedInTestMode(links);
  return [...loadedBy.keys()]
    .filter((file) => OUT_OF_REACH.test(file))
    .map((file) => ({
      rule: 'test-mode-reaches-no-broker',
      file: loadedBy.get(file) ?? file,
      message: `is loaded in test mode and loads ${file} (${wayTo(file, loadedBy)}): let the role that needs a broker open it`,
    }));
}

/** Every file that the process of the test runner may load, with the one that loads it first. */
export function loadedInTestMode(links: readonly Link[]): ReadonlyMap<string, string> {
  const loadedBy = new Map<string, string>();
  const waiting = [PROGRAM, RUNNER];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const { found, target } of links.filter((link) => link.file === file)) {
      if (target.kind !== 'own' || found.typeOnly || (file === ROLES && found.late)) continue;
      if (target.file === PROGRAM || target.file === RUNNER || loadedBy.has(target.file)) continue;
      loadedBy.set(target.file, file);
      waiting.push(target.file);
    }
  }
  return loadedBy;
}

function wayTo(file: string, loadedBy: ReadonlyMap<string, string>): string {
  const way = [file];
  for (let from = loadedBy.get(file); from !== undefined; from = loadedBy.get(from)) way.unshift(from);
  return way.join(' → ');
}
