import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources } from '../web-build.ts';

/** Each part appends `<its roles or name> <pid>` to the file `started` at its start, and answers /readyz as `api`. */
const SERVER = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
const roles = process.env.ROLE;
appendFileSync(new URL('../../../started', import.meta.url), roles + ' ' + process.pid + '\\n');
if (roles.includes('api')) {
  createServer((request, reply) => reply.end('ready')).listen(Number(process.env.HTTP_PORT), process.env.HOST);
}
const alive = setInterval(() => {}, 1000);
process.on('SIGTERM', () => process.exit(0));
`;
const SIMULATOR = `
import { appendFileSync } from 'node:fs';
appendFileSync(new URL('../../../started', import.meta.url), 'simulator ' + process.pid + '\\n');
if (process.env.DATABASE_URL || process.env.MASTER_KEY_FILE) throw new Error('the simulator sees the product');
const alive = setInterval(() => {}, 1000);
process.on('SIGTERM', () => process.exit(0));
`;
/** Sums up its own start: what it was given and whether a database was named. */
const IMPORTER = `
import { writeFileSync } from 'node:fs';
writeFileSync(new URL('../../../imported', import.meta.url), process.argv.slice(2).join('\\n'));
process.exit(process.env.DATABASE_URL.startsWith('postgresql://') ? 3 : 4);
`;

/** A checkout whose parts do nothing but run, for tests of the supervisor itself. */
export function makeFakeCheckout(root: string): void {
  const files = {
    'apps/server/src/main.ts': SERVER,
    'apps/server/src/import.ts': IMPORTER,
    'apps/server/src/kill.ts': IMPORTER.replace('../imported', '../killed'),
    'apps/simulator/src/main.ts': SIMULATOR,
    'apps/web/index.html': '<title>web</title>',
    'apps/web/dist/index.html': '<title>web</title>',
    'package.json': '{ "type": "module" }',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'apps/web/dist/.source-hash'), hashSources(root));
}
