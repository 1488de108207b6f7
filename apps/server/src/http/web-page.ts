import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the app learns from its page before it asks anything. */
export interface PageFacts {
  /** The app sends it as a header; the browser knows it from here alone. */
  readonly clientToken: string;
  /** While the history of the demo is being made. */
  readonly demoProgress: () => Promise<{ readonly done: number; readonly total: number } | undefined>;
}

/** The page does not wait longer for what is only nice to know, as while the database is away. */
const PATIENCE_MS = 500;
const BUILT_TOKEN = 'web';
const BUILT_TAG = `<meta name="client-token" content="${BUILT_TOKEN}" />`;

/**
 * The built page with what this server has to say. Answered as it is; browsers keep it and ask again each time.
 *
 * @returns undefined where the built page is right as it stands
 * @throws Error for a page that would lock every browser out, since it has no place for the token
 */
export function readPage(file: string, { clientToken, demoProgress }: PageFacts) {
  if (!existsSync(file)) return undefined;
  const built = readFileSync(file, 'utf8');
  const isChanged = clientToken !== BUILT_TOKEN;
  if (isChanged && !built.includes(BUILT_TAG)) {
    throw new Error(`${file} has no ${BUILT_TAG}: CLIENT_TOKEN cannot be told to the app`);
  }
  // A function, since a token may hold what `replace` takes for a pattern.
  const withTags = (tags: string): string => built.replace(BUILT_TAG, () => tags);
  const token = metaTag('client-token', clientToken);
  return async (): Promise<string | undefined> => {
    // Without it the page is whole: whoever opens it is told of the trouble by the calls that fail.
    const known = demoProgress().catch(() => undefined);
    const progress = await Promise.race([known, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (progress) return withTags(token + metaTag('demo-progress', `${progress.done}/${progress.total}`));
    return isChanged ? withTags(token) : undefined;
  };
}

/** Answers with a page that is kept in no file. */
export function sendText(page: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}

function metaTag(name: string, content: string): string {
  return `<meta name="${name}" content="${inAttribute(content)}" />`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

function inAttribute(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => ENTITIES[sign] ?? sign);
}
