import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let person: Person;
let webDir: string;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'trickdesk-web-'));
  for (const folder of ['app', 'assets/locales']) mkdirSync(join(webDir, folder), { recursive: true });
  const places = '<meta name="client-token" content="web" /><meta property="csp-nonce" nonce="" />';
  writeFileSync(join(webDir, 'index.html'), `<!doctype html><title>Trickdesk</title>${places}`);
  writeFileSync(join(webDir, 'index.html.br'), 'brotli page');
  writeFileSync(join(webDir, 'app/main-abc123.js'), 'export const plain = 1;');
  writeFileSync(join(webDir, 'app/main-abc123.js.br'), 'brotli bytes');
  writeFileSync(join(webDir, 'app/main-abc123.js.gz'), 'gzip bytes');
  writeFileSync(join(webDir, 'assets/locales/en.json'), '{}');
  api = await openTestApi({ WEB_DIR: webDir });
  person = await api.signUp('asha');
});
afterAll(async () => {
  await api.close();
  rmSync(webDir, { recursive: true });
});

const post = (url: string, options: InjectOptions = {}) =>
  api.server.inject({
    method: 'POST',
    url,
    ...options,
    headers: { authorization: `Bearer ${person.accessToken}`, ...options.headers },
  });
const postJson = (url: string, payload: string) =>
  post(url, { payload, headers: { 'content-type': 'application/json' } });
const get = (url: string, headers: Record<string, string> = {}) => api.server.inject({ method: 'GET', url, headers });
const PROFILE = '/userapi/myprofile';

describe('a request', () => {
  test('without a body counts as an empty object, whatever its content type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      expect((await post(PROFILE, { headers })).statusCode).toBe(200);
    }
    expect((await post(PROFILE, { payload: '', headers: { 'content-type': 'text/plain' } })).statusCode).toBe(200);
  });

  test.each([
    ['JSON that ends early', '{"a":'],
    ['not JSON', 'hello'],
    ['bytes that are no text', '\xff\xfe{}'],
  ])('with %s is a 400 in the envelope', async (_, text) => {
    const answer = await post(PROFILE, {
      payload: Buffer.from(text, 'latin1'),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: false, code: 'MALFORMED_JSON' });
  });

  test.each(['[]', '"text"', '1', 'null'])('whose body is %s answers in the envelope and never 500', async (text) => {
    const answer = await postJson(PROFILE, text);
    expect(answer.json()).toMatchObject(text === 'null' ? { status: true } : { status: false, code: 'INVALID_INPUT' });
  });

  test.each([
    ['an unknown field', '{"extra":1}', 'extra'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}', '__proto__'],
    ['constructor', '{"constructor":{"prototype":{}}}', 'constructor'],
    ['a NUL in a text', '{"a":{"b":["x\\u0000"]}}', 'a.b.0'],
    ['a lone surrogate', '{"a":"\\ud800"}', 'a'],
  ])('with %s is a 422 that names it', async (_, text, path) => {
    const answer = await postJson(PROFILE, text);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].path).toBe(path);
  });

  test('that is nested thousands deep is refused and costs nothing', async () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const answer = await postJson(PROFILE, `{"a":${text}}`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].message).toContain('nested');
  });

  test('over the limit is a 413', async () => {
    const answer = await postJson(PROFILE, JSON.stringify({ a: 'x'.repeat(70_000) }));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('of another content type is a 400 that says which one to send', async () => {
    const answer = await post(PROFILE, {
      payload: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'WRONG_CONTENT_TYPE']);
  });

  test('without a sign-in is refused before its body is read', async () => {
    const answer = await post(PROFILE, {
      payload: '{broken',
      headers: { authorization: '', 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'TOKEN_MISSING']);
  });

  test('for an unknown call is a 404 in the envelope, whatever it carries', async () => {
    for (const url of ['/userapi/nothing', '/jwt/nothing', '/adminapi/nothing', '/userapi/%E0%A4%A']) {
      const answer = await post(url, { payload: 'a=1', headers: { 'content-type': 'text/plain' } });
      expect([answer.statusCode, answer.json().code], url).toEqual([404, 'NOT_FOUND']);
    }
    expect((await get(PROFILE, { accept: 'text/html' })).statusCode).toBe(404);
  });

  test('with a field in the wrong place is a 422 that names it', async () => {
    const inBody = await postJson('/userapi/my-openposition', '{"type":"Test"}');
    expect([inBody.statusCode, inBody.json().errors[0].path]).toEqual([422, 'type']);
    const inAddress = await post(`${PROFILE}?extra=1`);
    expect([inAddress.statusCode, inAddress.json().errors[0].path]).toEqual([422, 'extra']);
  });
});

test('every answer carries its request id and the fixed security headers', async () => {
  const answers = [await post(PROFILE), await post('/userapi/nothing'), await get('/'), await get('/healthz')];
  for (const { headers } of answers) {
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'self'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeDefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
  const failed = await post('/userapi/nothing');
  expect(failed.json().requestId).toBe(failed.headers['x-request-id']);
});

test('a call that fails by our fault shows no internals, and its stack is logged under the request id', async () => {
  const broken = await openTestApi();
  try {
    const { accessToken } = await broken.signUp('bala');
    await broken.database.db.kysely.schema.alterTable('account').renameTo('gone').execute();
    const answer = await broken.send('myprofile', {}, { token: accessToken });
    expect([answer.status, answer.code, answer.message]).toEqual([500, 'INTERNAL', 'Internal server Error']);
    expect(answer.http.body).not.toContain('account');
    const line = broken.logged.find((text) => text.includes(String(answer.http.headers['x-request-id'])));
    expect(line).toContain('relation');
    expect(line).toContain('stack');
  } finally {
    await broken.close();
  }
});

test('a session that asks without end is slowed down, and nobody else is', async () => {
  const limited = await openTestApi({ CALLS_PER_MINUTE: '10' });
  try {
    const [one, two] = [await limited.signUp('chitra'), await limited.signUp('deepa')];
    const statuses: number[] = [];
    for (let call = 0; call < 11; call += 1) {
      statuses.push((await limited.send('myprofile', {}, { token: one.accessToken })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await limited.send('myprofile', {}, { token: two.accessToken })).status).toBe(200);
    await limited.clock.advance(60_000);
    expect((await limited.send('myprofile', {}, { token: one.accessToken })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

describe('the web app', () => {
  test('is served with hashed files kept for ever and everything else asked for again', async () => {
    const file = await get('/app/main-abc123.js');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/assets/locales/en.json']) {
      expect((await get(path)).headers['cache-control'], path).toBe('no-cache');
    }
  });

  test('is served compressed where the build made it so', async () => {
    const brotli = await get('/app/main-abc123.js', { 'accept-encoding': 'br, gzip' });
    expect([brotli.headers['content-encoding'], brotli.body]).toEqual(['br', 'brotli bytes']);
    // The page has a nonce for each answer, so that what the build compressed is not it.
    for (const path of ['/', '/index.html', '/mytrick']) {
      const page = await get(path, { accept: 'text/html', 'accept-encoding': 'br' });
      expect([page.headers['content-encoding'], page.body.includes('csp-nonce')], path).toEqual([undefined, true]);
    }
    const gzip = await get('/app/main-abc123.js', { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(String(gzip.headers['content-type'])).toContain('javascript');
    expect((await get('/app/main-abc123.js')).headers['content-encoding']).toBeUndefined();
  });

  test('answers any page that a browser asks for, and no missing file', async () => {
    const page = await get('/mytrick/1001?tab=orders', { accept: 'text/html,application/xhtml+xml' });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.body).toContain('<title>Trickdesk</title>');
    expect((await get('/app/gone-123.js', { accept: '*/*' })).statusCode).toBe(404);
    expect((await get('/../package.json')).statusCode).toBe(404);
    expect((await get('/%2e%2e/%2e%2e/etc/passwd')).statusCode).toBe(404);
  });
});

describe('what a machine asks', () => {
  test('health and readiness, dependency by dependency', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await get('/readyz');
    expect(ready.statusCode).toBe(200);
    const { status, checks } = ready.json();
    expect(status).toBe('ready');
    const names = checks.map((check: { name: string; ok: boolean }) => [check.name, check.ok]);
    expect(names).toEqual([
      ['database', true],
      ['migrations', true],
      ['feed', false],
      ['instruments', true],
      ['runners', false],
    ]);
  });

  test('readiness is a 503 while a migration is missing', async () => {
    const behind = await openTestApi();
    try {
      await behind.database.db.kysely.deleteFrom('kysely_migration' as never).execute();
      const answer = await behind.server.inject({ method: 'GET', url: '/readyz' });
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toContain('0001-first');
    } finally {
      await behind.close();
    }
  });

  test('metrics by call, never by address', async () => {
    await post(PROFILE);
    await post('/userapi/made-up-1');
    await post('/userapi/made-up-2');
    const { body } = await get('/metrics');
    expect(body).toContain('trickdesk_call_seconds_count{call="myprofile",status="200"}');
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    expect(body).toMatch(/trickdesk_sessions_open [1-9]/);
    expect(body).not.toContain('made-up');
  });

  test('the document of the calls and a page that shows it without scripts from elsewhere', async () => {
    const page = await get('/docs');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script(?![^>]*src="\/)/);
    for (const path of ['/docs/docs.js', '/docs/docs.css', '/openapi.json']) {
      expect((await get(path)).statusCode, path).toBe(200);
    }
  });
});
