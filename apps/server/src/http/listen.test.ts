import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { loadCertificate } from '../platform/certificate.ts';
import { listen } from './listen.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
const certificate = () => loadCertificate(undefined, folder, new Date());

async function serve(slowMs = 0) {
  const app = fastify();
  const slow = new EventEmitter();
  const isAsked = once(slow, 'asked');
  app.get('/', async (request) => ({ protocol: request.protocol }));
  app.get('/slow', async () => {
    slow.emit('asked');
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    return 'done';
  });
  await app.ready();
  const listening = await listen(app, { host: '127.0.0.1', httpPort: 0, httpsPort: 0, certificate });
  return { ...listening, isAsked };
}

function getSecure(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = httpsRequest(`${url}/`, { ca, servername: 'localhost', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    asked.on('error', reject).end();
  });
}

test('the same app answers by HTTP and by HTTPS, whose certificate is valid for this machine', async () => {
  const listening = await serve();
  try {
    const plain = await fetch(`${listening.httpUrl}/`);
    expect(await plain.json()).toEqual({ protocol: 'http' });
    const { cert } = await certificate();
    expect(JSON.parse(await getSecure(listening.httpsUrl ?? '', cert))).toEqual({ protocol: 'https' });
  } finally {
    await listening.stop(1_000);
  }
});

test('the certificate is made once, for its owner alone, and then kept', async () => {
  const [first, second] = await Promise.all([certificate(), certificate()]);
  expect(second).toEqual(first);
  expect(statSync(join(folder, 'self-signed.json')).mode & 0o777).toBe(0o600);
});

test('stopping lets what is in flight end and takes nothing new', async () => {
  const listening = await serve(300);
  const slow = fetch(`${listening.httpUrl}/slow`);
  await listening.isAsked;
  const stopped = listening.stop(5_000);
  expect(await (await slow).text()).toBe('done');
  await stopped;
  await expect(fetch(`${listening.httpUrl}/`)).rejects.toThrow();
});

test('what does not end by the deadline is cut, and idle connections do not hold the stop up', async () => {
  const listening = await serve(60_000);
  const { port } = new URL(listening.httpUrl ?? '');
  const idle = connect(Number(port), '127.0.0.1');
  await once(idle, 'connect');
  const endless = fetch(`${listening.httpUrl}/slow`).then(
    () => 'answered',
    () => 'cut',
  );
  await listening.isAsked;
  const start = performance.now();
  await listening.stop(300);
  expect(performance.now() - start).toBeLessThan(3_000);
  expect(await endless).toBe('cut');
  idle.destroy();
});

test('a port that is taken is said, and nothing stays open', async () => {
  const first = await serve();
  const app = fastify();
  await app.ready();
  const { port } = new URL(first.httpUrl ?? '');
  const second = listen(app, { host: '127.0.0.1', httpPort: Number(port), httpsPort: undefined, certificate });
  await expect(second).rejects.toThrow('EADDRINUSE');
  await first.stop(1_000);
});
