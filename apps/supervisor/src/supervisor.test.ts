import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyUrl, welcome } from './announce.ts';
import { inherited, serverEnvironment, simulatorEnvironment, withoutSecrets } from './child-environment.ts';
import { readCommand } from './commands.ts';
import { freePort, requireFreePort } from './ports.ts';
import { readSettings } from './settings.ts';
import { claimDataDir } from './single-instance.ts';
import { backoffMs } from './supervised.ts';
import { makeFakeCheckout } from './testing/fake-checkout.ts';
import { hashSources } from './web-build.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-supervisor-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('one supervisor has a data folder at a time', async () => {
  const dataDir = join(folder, 'var');
  const release = await claimDataDir(dataDir);
  expect(release).toBeDefined();
  expect(await claimDataDir(dataDir)).toBeUndefined();
  const other = await claimDataDir(join(folder, 'other'));
  expect(other).toBeDefined();
  release?.();
  const next = await claimDataDir(dataDir);
  expect(next).toBeDefined();
  next?.();
  other?.();
});

test('a port that somebody else has is refused by the name of its setting', async () => {
  const port = await freePort('127.0.0.1');
  await requireFreePort('HTTP_PORT', '127.0.0.1', port);
  const { createServer } = await import('node:net');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  await expect(requireFreePort('HTTP_PORT', '127.0.0.1', port)).rejects.toThrow(`HTTP_PORT ${port}`);
  await new Promise((resolve) => other.close(resolve));
});

test('a part that keeps failing is started less and less often, but never given up', () => {
  expect([1, 2, 3, 7, 50].map(backoffMs)).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
});

test('the web app is built again when a source changes, and not for a test', () => {
  const root = join(folder, 'checkout');
  makeFakeCheckout(root);
  const before = hashSources(root);
  expect(hashSources(root)).toBe(before);
  writeFileSync(join(root, 'apps/web/page.test.tsx'), 'test');
  expect(hashSources(root)).toBe(before);
  writeFileSync(join(root, 'apps/web/page.tsx'), 'page');
  expect(hashSources(root)).not.toBe(before);
});

test('the simulator is not told the secrets of the product', () => {
  const settings = readSettings({ DATABASE_URL: 'postgresql://u:secret@db/trickdesk' }, '/checkout');
  const places = {
    databaseUrl: 'postgresql://u:secret@db/trickdesk',
    simDatabaseUrl: 'x',
    simPort: 1,
    paymentsPort: 2,
    webFolder: 'w',
  };
  const environment = {
    ...withoutSecrets({ PATH: '/bin', RAZORPAY_KEY_SECRET: 'secret', DATABASE_URL: 'secret' }),
    ...simulatorEnvironment(settings, places),
  };
  expect(JSON.stringify(environment)).not.toContain('secret');
  expect(environment['PATH']).toBe('/bin');
});

test('the runner of test mode is not told where the key of the secrets lies; the others are', () => {
  const settings = readSettings({ MASTER_KEY_FILE: '/keys/of-the-operator' }, '/checkout');
  const places = { databaseUrl: 'x', simDatabaseUrl: 'x', simPort: 1, paymentsPort: 2, webFolder: 'w' };
  const environmentOf = (role: 'runner-test' | 'runner-live') =>
    JSON.stringify({
      ...inherited({ PATH: '/bin', MASTER_KEY_FILE: '/keys/of-the-operator' }, [role]),
      ...serverEnvironment(settings, places, [role]),
    });
  expect(environmentOf('runner-test')).toContain('/bin');
  expect(environmentOf('runner-test')).not.toContain('of-the-operator');
  expect(environmentOf('runner-live')).toContain('of-the-operator');
});

test('the welcome names the address, the sign-ins and that the market is simulated', () => {
  const text = welcome(readSettings({}, '/checkout'));
  expect(text.indexOf('http://localhost:8080')).toBeLessThan(text.indexOf('https://localhost:8443'));
  for (const part of ['demo@example.com', 'newcomer@example.com', 'correct-horse-battery', 'simulated']) {
    expect(text).toContain(part);
  }
  expect(welcome(readSettings({ DEMO: '0' }, '/checkout'))).not.toContain('correct-horse-battery');
});

test('with HTTP switched off the welcome and the question for readiness go over HTTPS', () => {
  const settings = readSettings({ HTTP_PORT: '0', HTTPS_PORT: '9443' }, '/checkout');
  expect(readyUrl(settings)).toBe('https://127.0.0.1:9443/readyz');
  expect(welcome(settings)).toContain('https://localhost:9443');
  expect(welcome(settings)).not.toContain('http://');
  expect(welcome(settings)).toContain('demo@example.com');
  expect(readyUrl(readSettings({ HOST: '::1' }, '/checkout'))).toBe('http://[::1]:8080/readyz');
});

test('a command line that cannot be meant is refused', () => {
  expect(readCommand([])).toEqual({ kind: 'start', watch: false, resetDemo: false });
  expect(readCommand(['--import', 'a.csv', 'b.csv'])).toEqual({ kind: 'import', files: ['a.csv', 'b.csv'] });
  expect(readCommand(['--kill', 'on', 'a reason'])).toEqual({ kind: 'kill', words: ['on', 'a reason'] });
  expect(readCommand(['--backup', 'kept/'])).toEqual({ kind: 'backup', words: ['kept/'] });
  expect(readCommand(['--restore', 'a.backup', '--replace'])).toEqual({
    kind: 'restore',
    words: ['a.backup', '--replace'],
  });
  expect(() => readCommand(['--import'])).toThrow('name the files');
  expect(() => readCommand(['--rest-demo'])).toThrow('--rest-demo');
});
