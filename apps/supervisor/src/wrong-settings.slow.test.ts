import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The real parts, which read settings that the supervisor only hands on. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');
const entry = fileURLToPath(new URL('./testing/run-supervisor.ts', import.meta.url));
const ENDS_WITHIN_MS = 60_000;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-wrong-'));
  chmodSync(dataDir, 0o755);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function runWith(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
  // Without `api`, so that no web app is built.
  const env = { ...process.env, NODE_ENV: 'test', ROLE: 'jobs', DATA_DIR: dataDir, ...settings };
  const child = spawn(process.execPath, [entry, ROOT], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const late = setTimeout(() => child.kill('SIGTERM'), ENDS_WITHIN_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(late);
  return { code, output };
}

test.each([
  [{ LOG_LEVEL: 'trace' }, 'LOG_LEVEL must be'],
  [{ SIM_SEED: '3000000000' }, 'SIM_SEED must be'],
  [{ MARKET: 'angelone', OPERATING_MODE: 'self' }, 'BROKER_STATIC_IP is not set'],
  [{ BROKER_STATIC_IP: 'x' }, 'BROKER_STATIC_IP must be'],
  [{ TLS_CERT_FILE: '/nowhere.pem' }, 'TLS_CERT_FILE and TLS_KEY_FILE belong together'],
  [{ PAPER_SLIPPAGE_BPS: 'abc' }, 'PAPER_SLIPPAGE_BPS must be'],
  [{ CALLS_PER_MINUTE: 'many' }, 'CALLS_PER_MINUTE must be'],
  [{ BODY_LIMIT_BYTES: '1' }, 'BODY_LIMIT_BYTES must be'],
  [{ CLIENT_TOKEN: 'two words' }, 'CLIENT_TOKEN must be'],
  [{ ROLE: 'feed', FEED_GAP_MS: 'soon' }, 'FEED_GAP_MS must be'],
  [{ ROLE: 'feed', MARKET: 'angelone' }, 'FEED_PIN is not set'],
  [{ ROLE: 'simulator', SIM_START: 'soon' }, 'SIM_START: must be'],
])('the start with %o ends at once and says what is wrong', async (settings, says) => {
  const { code, output } = await runWith(settings as Record<string, string>);
  expect(output).toContain(says);
  expect(output).not.toContain('starts again');
  expect(code).toBe(1);
});
