import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allCalls } from '@trickdesk/contract';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi } from './openapi.ts';

const FOLDER = join(import.meta.dirname, 'docs-page');
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/docs': ['index.html', 'text/html; charset=utf-8'],
  '/docs/docs.js': ['docs.js', 'text/javascript; charset=utf-8'],
  '/docs/docs.css': ['docs.css', 'text/css; charset=utf-8'],
};

/** `/openapi.json`, made from the contract when it is first asked for, and a page that shows it. */
export function serveDocs(server: FastifyInstance): void {
  let document: string | undefined;
  server.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(allCalls));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
  for (const [path, [file, type]] of Object.entries(FILES)) {
    server.get(path, async (_request, reply) => {
      const content = await readFile(join(FOLDER, file));
      return reply.type(type).header('cache-control', 'no-cache').send(content);
    });
  }
}
