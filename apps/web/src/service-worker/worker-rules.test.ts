import { describe, expect, test } from 'vitest';
import { ownPath, pageToKeep, planFor, readPush } from './worker-rules.ts';

const ORIGIN = 'https://desk.test';
const plan = (path: string, more: { readonly method?: string; readonly mode?: string } = {}) =>
  planFor({ method: 'GET', mode: 'no-cors', url: `${ORIGIN}${path}`, origin: ORIGIN, ...more });

describe('the worker', () => {
  test.each([
    '/userapi/usernotificationcount',
    '/userapi/stream',
    '/jwt/refresh-token',
    '/adminapi/oplist',
    '/healthz',
    '/dev/outbox',
    '/docs',
    '/service-worker.js',
  ])('leaves %s alone, whoever asks for it', (path) => {
    expect(plan(path)).toBe('leave');
    expect(plan(path, { method: 'POST', mode: 'cors' })).toBe('leave');
  });

  test('leaves whatever acts and whatever lies elsewhere alone', () => {
    expect(plan('/', { method: 'POST', mode: 'navigate' })).toBe('leave');
    expect(plan('/', { method: 'HEAD', mode: 'cors' })).toBe('leave');
    expect(planFor({ method: 'GET', mode: 'navigate', url: 'https://pay.test/', origin: ORIGIN })).toBe('leave');
    expect(plan('/userapi/data-copy/1', { mode: 'navigate' })).toBe('leave');
  });

  test('answers for pages and for files of the shell', () => {
    expect(plan('/my-tricks/7?type=Test', { mode: 'navigate' })).toBe('page');
    expect(plan('/app/shell-abcdefgh.js')).toBe('hashed');
    for (const path of ['/assets/locales/en.first.json', '/early.js', '/icons/192.png'])
      expect(plan(path)).toBe('named');
  });
});

test('a page that is kept says when, and nothing of how far a demo was', () => {
  const text =
    '<html><head><meta name="client-token" content="web" /><meta name="demo-progress" content="3/9" /></head>';
  expect(pageToKeep(text, '2026-01-05T04:00:00.000Z')).toBe(
    '<html><head><meta name="offline-copy" content="2026-01-05T04:00:00.000Z" /><meta name="client-token" content="web" /></head>',
  );
});

describe('a message', () => {
  test('is shown as it was sent', () => {
    const sent = { title: 'Sold 5 TCS', body: 'Its stop was reached.', tag: 'alert-7', link: '/trades' };
    expect(readPush(JSON.stringify(sent))).toEqual(sent);
  });

  test.each([undefined, '', 'no JSON', '7', 'null', '{}'])('that cannot be read (%s) leads to the alerts', (text) => {
    expect(readPush(text)).toEqual({ title: 'Trickdesk', body: '', tag: 'alert', link: '/alerts' });
  });

  test.each(['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)'])(
    'never leads to %s',
    (link) => {
      expect(ownPath(link)).toBe('/alerts');
      expect(readPush(JSON.stringify({ title: 'x', link })).link).toBe('/alerts');
    },
  );
});
