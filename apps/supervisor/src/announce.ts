import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

const READY_WITHIN_MS = 120_000;
const ANSWER_WITHIN_MS = 5_000;

const DEMO_SIGN_INS = [
  ['demo@example.com', 'an investor whose tricks have run for ten sessions (made within 90 s)'],
  ['newcomer@example.com', 'somebody who has nothing linked yet'],
  ['operator@example.com', 'decides on withdrawals and other people’s cases'],
  ['approver@example.com', 'the second person for large withdrawals'],
] as const;
const DEMO_PASSWORD = 'correct-horse-battery';

/** Says where the product is once it answers that it is ready; complains once when that takes too long. */
export async function announce(settings: Settings, log: Log): Promise<void> {
  if (!settings.ROLE.includes('api') || (settings.HTTP_PORT === 0 && settings.HTTPS_PORT === 0)) {
    log.info(`running ${settings.ROLE.join(', ')}`);
    return;
  }
  if (await becomesReady(readyUrl(settings))) process.stdout.write(welcome(settings));
  else
    log.error(`${readyUrl(settings)} does not answer "ready" after ${READY_WITHIN_MS / 1_000} s: see the lines above`);
}

/** Over HTTPS only where HTTP is switched off. */
export function readyUrl({ HOST, HTTP_PORT, HTTPS_PORT }: Settings): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const address = HTTP_PORT === 0 ? `https://[host]:${HTTPS_PORT}/readyz` : `http://[host]:${HTTP_PORT}/readyz`;
  return address.replace('[host]', host.includes(':') ? `[${host}]` : host);
}

async function becomesReady(url: string): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (await isReady(url)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Our own process on this machine, mostly with a certificate that it made itself.
    const request = url.startsWith('https:')
      ? getHttps(url, { rejectUnauthorized: false, timeout: ANSWER_WITHIN_MS })
      : getHttp(url, { timeout: ANSWER_WITHIN_MS });
    request.on('timeout', () => request.destroy());
    request.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    // Nobody listens yet, or nobody answers.
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
}

/** What the operator reads first. */
export function welcome(settings: Settings): string {
  const local = settings.HOST === '127.0.0.1' ? 'localhost' : settings.HOST;
  const addresses = settings.HTTP_PORT === 0 ? [] : [`http://${local}:${settings.HTTP_PORT}`];
  if (settings.HTTPS_PORT !== 0) addresses.push(`https://${local}:${settings.HTTPS_PORT}`);
  const market =
    settings.MARKET === 'simulator'
      ? 'The market is simulated: prices are made up, and no order leaves this machine.'
      : 'The market is real: prices come from Angel One.';
  const signIns = DEMO_SIGN_INS.map(([email, who]) => `    ${email.padEnd(22)} ${who}`);
  const demo = settings.DEMO ? ['', `  Demo sign-ins, password ${DEMO_PASSWORD}:`, ...signIns] : [];
  return ['', `  Trickdesk is ready: ${addresses.join('  ')}`, '', `  ${market}`, ...demo, '', ''].join('\n');
}
