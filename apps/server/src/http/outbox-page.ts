import type { FastifyInstance } from 'fastify';
import { type Html, html, sendPlainPage } from './plain-page.ts';

interface ShownMail {
  readonly to: string;
  readonly subject: string;
  readonly at: Date;
  readonly body: string | undefined;
}

/** Where a developer reads the mails that do not leave this machine. */
const OUTBOX_PATH = '/dev/outbox';

/**
 * The mails that would have been sent, newest first. Whoever reads them can open any account, so it is served on one's own
 * machine with the demo's known passwords alone, where that is no secret.
 */
export function serveOutboxPage(read: () => Promise<readonly ShownMail[]>): (server: FastifyInstance) => void {
  return (server) => {
    server.get(OUTBOX_PATH, async (_request, reply) => {
      const mails = await read();
      return sendPlainPage(reply, {
        title: 'Mails that stayed here',
        body: html`<span class="badge">No mail server is set · nothing was sent</span>
<h1>Mails that stayed here</h1>
${mails.length === 0 ? html`<p>None yet.</p>` : mails.map(mailToHtml)}`,
      });
    });
  };
}

function mailToHtml({ to, subject, at, body }: ShownMail): Html {
  return html`<article><h2>${subject}</h2>
<dl><dt>To</dt><dd>${to}</dd><dt>At</dt><dd>${at.toISOString()}</dd></dl>
${body === undefined ? html`<p>Its time is over, so its text is kept no longer.</p>` : html`<pre>${linked(body)}</pre>`}</article>`;
}

/** Addresses in a text can be clicked; everything else stays text. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
