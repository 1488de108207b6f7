import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { pagePolicy } from './security-headers.ts';

/** What the app learns from its page before it asks anything. */
export interface PageFacts {
  /** The app sends it as a header; the browser knows it from here alone. */
  readonly clientToken: string;
  /** While the history of the demo is being made. */
  readonly demoProgress: () => Promise<{ readonly done: number; readonly total: number } | undefined>;
  /** Another site that a form of the app is posted to: the depository's. */
  readonly formsTo?: string | undefined;
  /** Stands below everything, as HTML; absent outside compliance mode. */
  readonly legalNotice?: string;
}

/** The page does not wait longer for what is only nice to know, as while the database is away. */
const PATIENCE_MS = 500;
const BUILT_TOKEN = 'web';
const BUILT_TAG = `<meta name="client-token" content="${BUILT_TOKEN}" />`;
/** Where the app reads which nonce its style elements need; the name is the one that Vite uses. */
const NONCE_TAG = '<meta property="csp-nonce" nonce="" />';

const END_OF_PAGE = '</body>';

/** A page for one answer. */
export interface Page {
  readonly text: string;
  /** The app's own style elements carry it; an answer that is used twice would give it away. */
  readonly nonce: string;
  readonly formsTo: string | undefined;
}

/**
 * The built page with what this server has to say.
 *
 * @returns undefined where there is no built page
 * @throws Error for a page that has no place for the token or the nonce: it would lock every browser out, or stand
 *   there without styles
 */
export function readPage(file: string, { clientToken, demoProgress, legalNotice, formsTo }: PageFacts) {
  if (!existsSync(file)) return undefined;
  const built = readFileSync(file, 'utf8');
  for (const [tag, what] of [
    [BUILT_TAG, 'CLIENT_TOKEN'],
    [NONCE_TAG, 'the nonce of its styles'],
  ] as const) {
    if (!built.includes(tag)) throw new Error(`${file} has no ${tag}: ${what} cannot be told to the app`);
  }
  const token = metaTag('client-token', clientToken);
  return async (): Promise<Page> => {
    // Without it the page is whole: whoever opens it is told of the trouble by the calls that fail.
    const known = demoProgress().catch(() => undefined);
    const progress = await Promise.race([known, sleep(PATIENCE_MS, undefined, { ref: false })]);
    const tags = progress ? token + metaTag('demo-progress', `${progress.done}/${progress.total}`) : token;
    const nonce = randomBytes(16).toString('base64');
    // Functions, since a token may hold what `replace` takes for a pattern.
    const text = built
      .replace(BUILT_TAG, () => tags)
      .replace(NONCE_TAG, () => `<meta property="csp-nonce" nonce="${nonce}" />`)
      .replace(END_OF_PAGE, () => `${legalNotice ?? ''}${END_OF_PAGE}`);
    return { text, nonce, formsTo };
  };
}

/** Answers with a page and the policy that belongs to it. A 304 would bring the policy of another answer: none is given. */
export function sendPage({ text, nonce, formsTo }: Page, reply: FastifyReply): FastifyReply {
  reply.headers({ 'content-security-policy': pagePolicy(nonce, formsTo), 'cache-control': 'no-cache' });
  return reply.type('text/html; charset=utf-8').send(text);
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
