import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { signatureOf } from '../signature.ts';
import type { Book, SandboxEvent } from './books.ts';
import { SANDBOX_KEYS } from './keys.ts';

const TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A day of them, as the real ones are tried. */
const MOST_TRIES = 300;

/** When an event that was not taken is tried again: sooner at first. */
export function pauseAfter(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 20));
}

/** Hands events over until they are taken; several times rather than never, and in no promised order. */
export async function deliverEvents(
  events: Book<SandboxEvent>,
  parts: { readonly webhookUrl: string; readonly now: () => number },
): Promise<void> {
  const due = events.all().filter(({ nextAt }) => nextAt !== undefined && nextAt <= parts.now());
  for (const event of due) {
    const taken = await post(`${parts.webhookUrl}/webhooks/${event.to}`, event);
    const { nextAt: _at, ...rest } = event;
    const tries = event.tries + 1;
    const isOver = taken || tries >= MOST_TRIES;
    await events.put({ ...rest, tries, ...(isOver ? {} : { nextAt: parts.now() + pauseAfter(event.tries) }) });
  }
}

/** To this machine alone, where the certificate is made by ourselves. */
function post(address: string, { id, body }: SandboxEvent): Promise<boolean> {
  const url = new URL(address);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-razorpay-signature': signatureOf(body, SANDBOX_KEYS.webhookSecret),
    'x-razorpay-event-id': id,
  };
  const options = { method: 'POST', headers, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const request =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, rejectUnauthorized: false })
        : httpRequest(url, options);
    request.on('response', (response) => {
      response.resume();
      const { statusCode = 500 } = response;
      response.on('end', () => resolve(statusCode >= 200 && statusCode < 300));
      response.on('error', () => resolve(false));
    });
    request.on('timeout', () => request.destroy());
    // Nobody listens, or nobody answers: it is tried again.
    request.on('error', () => resolve(false));
    request.end(body);
  });
}
