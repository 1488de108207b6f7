import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../testing/test-api.ts';
import { readPage } from './web-page.ts';

/** The page that the build starts from: what it has, the built one has. */
const PAGE = join(import.meta.dirname, '../../../web/index.html');
const CLIENT_TOKEN = `a"b'c&d<e>$&$1`;

let api: TestApi;
let webDir: string;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'trickdesk-page-'));
  copyFileSync(PAGE, join(webDir, 'index.html'));
  api = await openTestApi({ WEB_DIR: webDir, CLIENT_TOKEN });
});
afterAll(async () => {
  await api.close();
  rmSync(webDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  api.server.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

const SIGNS: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", lt: '<', gt: '>' };

/** As a browser reads the tag. */
function tokenIn(page: string): string | undefined {
  const content = /<meta name="client-token" content="([^"]*)"/.exec(page)?.[1];
  return content?.replace(/&([a-z0-9#]+);/g, (_, name: string) => SIGNS[name] ?? '');
}

const enter = (path: string, token: string, payload: object) =>
  api.server.inject({ method: 'POST', url: path, headers: { token }, payload });

test('with another client token one registers and signs in with what the served page says', async () => {
  const person = { email: 'asha@example.com', password: 'correct-horse-battery' };
  const token = tokenIn((await get('/login')).body) ?? '';
  const registered = await enter('/jwt/register', token, {
    ...{ fullName: 'Asha Rao', username: 'asha', mobile: '9876543210', acceptTerms: true },
    ...person,
  });
  expect([registered.statusCode, registered.body]).toEqual([200, expect.any(String)]);
  expect((await enter('/jwt/login', token, person)).statusCode).toBe(200);
  expect((await enter('/jwt/login', 'web', person)).statusCode).toBe(403);
});

test('each way to the page tells the token, under the same policy, and is asked for again each time', async () => {
  for (const path of ['/', '/index.html', '/mytrick/1001?tab=orders']) {
    const page = await get(path, { 'accept-encoding': 'br, gzip' });
    expect([tokenIn(page.body), page.headers['cache-control']], path).toEqual([CLIENT_TOKEN, 'no-cache']);
    expect(String(page.headers['content-type'])).toContain('text/html');
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
    // The depository's page is reached by a form of the app; nothing else of another site is.
    expect(String(page.headers['content-security-policy'])).toContain("form-action 'self' http://127.0.0.1:9");
    // Kept pages would come back under the policy of another answer.
    expect([page.headers['etag'], page.headers['last-modified']], path).toEqual([undefined, undefined]);
  }
  const head = await api.server.inject({ method: 'HEAD', url: '/' });
  expect(head.statusCode).toBe(200);
});

test('each answer has a nonce of its own for style elements, and no style is allowed for being inline', async () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const page = await get('/');
    const nonce = /<meta property="csp-nonce" nonce="([A-Za-z0-9+/=]{24})"/.exec(page.body)?.[1] ?? 'none';
    expect(String(page.headers['content-security-policy'])).toContain(`style-src 'self' 'nonce-${nonce}';`);
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
  const call = await enter('/jwt/login', CLIENT_TOKEN, {});
  expect(String(call.headers['content-security-policy'])).toContain("style-src 'self';");
});

test('a page without a place for the token is refused at the start', () => {
  const file = join(webDir, 'other.html');
  writeFileSync(file, '<title>Trickdesk</title>');
  const facts = { clientToken: CLIENT_TOKEN, demoProgress: async () => undefined };
  expect(() => readPage(file, facts)).toThrow('CLIENT_TOKEN');
});

test('while the history of the demo is made the page says how far it is, and afterwards it is the built one', async () => {
  let progress: { done: number; total: number } | undefined = { done: 3, total: 37 };
  const read = readPage(join(webDir, 'index.html'), { clientToken: 'web', demoProgress: async () => progress });
  const page = (await read?.())?.text ?? '';
  expect(page).toContain('<meta name="demo-progress" content="3/37" />');
  expect(tokenIn(page)).toBe('web');
  progress = undefined;
  expect((await read?.())?.text).not.toContain('demo-progress');
});

test('the page is served though nobody answers how far the history of the demo is', async () => {
  const file = join(webDir, 'index.html');
  const fails = async () => Promise.reject(new Error('the database is away'));
  expect((await readPage(file, { clientToken: 'web', demoProgress: fails })?.())?.text).not.toContain('demo-progress');
  const hangs = () => new Promise<undefined>(() => undefined);
  const page = await readPage(file, { clientToken: CLIENT_TOKEN, demoProgress: hangs })?.();
  expect(tokenIn(page?.text ?? '')).toBe(CLIENT_TOKEN);
});
