import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { legalNotice, type Registrations } from './legal-notice.ts';
import { Refusal } from './refusal.ts';
import { type PageFacts, readPage, sendPage } from './web-page.ts';

/** Files in this folder have their content's hash in the name. */
const HASHED_FOLDER = 'app';
const CACHE_FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time; the answer is mostly 304. */
const CACHE_AND_ASK = 'no-cache';
/** Paths that are the server's own: an unknown one is a wrong call, never a page. */
const SERVER_PATHS = /^\/(userapi|adminapi|jwt|healthz|readyz|metrics|openapi\.json|docs)(\/|$)/;

/**
 * Serves the built web app, compressed files first where the build made them. An address that is no file is a page of
 * the app where a browser asks for one (GET, HTML), and otherwise not there.
 *
 * @param folder may be missing: an api without a web app beside it serves calls alone
 */
export async function serveWebApp(
  server: FastifyInstance,
  folder: string,
  { registrations, ...facts }: Omit<PageFacts, 'legalNotice'> & { readonly registrations?: Registrations },
): Promise<void> {
  const index = join(folder, 'index.html');
  const hasApp = existsSync(index);
  if (hasApp) {
    await server.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      index: ['index.html'],
      setHeaders: (reply, path) => {
        const hashed = relative(folder, path).split(sep)[0] === HASHED_FOLDER;
        reply.header('cache-control', hashed ? CACHE_FOR_EVER : CACHE_AND_ASK);
      },
    });
  }
  const notice = hasApp && registrations ? { legalNotice: legalNotice(folder, registrations) } : {};
  const readOwnPage = readPage(index, { ...facts, ...notice });
  if (readOwnPage) {
    for (const path of ['/', '/index.html']) {
      server.get(path, async (_request, reply) => sendPage(await readOwnPage(), reply));
    }
  }
  server.addHook('onRequest', async (request) => {
    // Before the body is read: an unknown call is not there, whatever is sent to it.
    if (request.is404 && !isRead(request)) throw new Refusal('NOT_FOUND');
  });
  server.setNotFoundHandler(async (request, reply) => {
    if (readOwnPage && isPage(request)) return sendPage(await readOwnPage(), reply);
    throw new Refusal('NOT_FOUND');
  });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isPage(request: FastifyRequest): boolean {
  if (!isRead(request)) return false;
  const path = request.url.split('?')[0] ?? '/';
  return !SERVER_PATHS.test(path) && (request.headers.accept ?? '').includes('text/html');
}
