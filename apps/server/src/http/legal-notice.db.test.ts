import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi } from '../testing/test-api.ts';
import { legalNotice } from './legal-notice.ts';

const WEB = join(import.meta.dirname, '../../../web');
let webDir: string;
beforeAll(() => {
  webDir = mkdtempSync(join(tmpdir(), 'trickdesk-legal-'));
  mkdirSync(join(webDir, 'assets'));
  cpSync(join(WEB, 'index.html'), join(webDir, 'index.html'));
  cpSync(join(WEB, 'public/assets/locales'), join(webDir, 'assets/locales'), { recursive: true });
});
afterAll(() => rmSync(webDir, { recursive: true }));

async function pageAt(path: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const api = await openTestApi({ WEB_DIR: webDir, ...settings });
  const page = await api.server.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } });
  await api.close();
  return page.body;
}

test('in compliance mode the page itself warns of market risk and gives the registration numbers, signed in or not', async () => {
  const numbers = { RESEARCH_ANALYST_NUMBER: 'INH<000>1', ALGO_PROVIDER_NUMBER: 'NSE-ALGO-7' };
  const page = await pageAt('/login', { COMPLIANCE: '1', ...numbers });
  expect(page).toContain('Investments in the securities market are subject to market risks.');
  expect(page).toContain('SEBI registration as research analyst: INH&lt;000&gt;1.');
  expect(page).toContain('Empanelment as algo provider: NSE-ALGO-7.');
  expect(page).toContain('assure no returns');
  expect(page.match(/<footer/g)).toHaveLength(1);
});

test('without a registration it says so, and outside compliance mode there is no notice', async () => {
  expect(await pageAt('/', { COMPLIANCE: '1' })).toContain('it holds no registration of its own');
  expect(await pageAt('/', {})).not.toContain('legal-notice');
});

test('without the words of the warning nothing is served', () => {
  expect(() => legalNotice(tmpdir(), { researchAnalyst: undefined, algoProvider: undefined })).toThrow('legal notice');
});
