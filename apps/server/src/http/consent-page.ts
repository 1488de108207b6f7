import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, sendPlainPage } from './plain-page.ts';
import { Refusal } from './refusal.ts';

/** What the page shows and writes. */
export interface ConsentBook {
  readonly read: (
    requestId: string,
  ) => Promise<{ readonly holder: { readonly name: string }; readonly answer: string } | undefined>;
  readonly answer: (requestId: string, answer: 'given' | 'denied') => Promise<boolean>;
}

const FOLDER = '/sandbox/digilocker';

/** Where somebody agrees to one request. */
export function consentPagePath(requestId: string): string {
  return `${FOLDER}/${requestId}`;
}

interface Asked {
  readonly Params: { readonly requestId: string };
}

/**
 * The page on which a person agrees, or does not, to share a document with the product: it stands in for DigiLocker's,
 * and says so. Whoever knows the number of a request may answer it, as behind the real one's link.
 */
export function serveConsentPage(book: ConsentBook): (server: FastifyInstance) => void {
  return (server) => {
    server.get<Asked>(`${FOLDER}/:requestId`, async (request, reply) => {
      const { requestId } = request.params;
      const consent = await book.read(requestId);
      if (!consent) throw new Refusal('NOT_FOUND');
      return consent.answer === 'waiting' ? sendQuestion(reply, requestId, consent.holder.name) : sendEnd(reply);
    });
    for (const [end, answer] of [
      ['share', 'given'],
      ['refuse', 'denied'],
    ] as const) {
      server.post<Asked>(`${FOLDER}/:requestId/${end}`, async (request, reply) => {
        if (!(await book.answer(request.params.requestId, answer))) throw new Refusal('NOT_FOUND');
        return reply.redirect(consentPagePath(encodeURIComponent(request.params.requestId)), 303);
      });
    }
  };
}

function sendQuestion(reply: FastifyReply, requestId: string, name: string): FastifyReply {
  const at = consentPagePath(encodeURIComponent(requestId));
  return sendPlainPage(reply, {
    title: 'Share your Aadhaar (sandbox)',
    body: html`<span class="badge">Sandbox · nobody is looked up</span>
<h1>Share your Aadhaar with Trickdesk?</h1>
<p>This page stands in for DigiLocker. What it shares is made up: a test number, under the name that you gave.</p>
<dl><dt>Name</dt><dd>${name}</dd><dt>Document</dt><dd>Aadhaar, the last four digits</dd></dl>
<form method="post" action="${at}/share"><button class="first">Share it</button></form>
<form method="post" action="${at}/refuse"><button>Do not share</button></form>`,
  });
}

function sendEnd(reply: FastifyReply): FastifyReply {
  return sendPlainPage(reply, {
    title: 'Answered (sandbox)',
    body: html`<span class="badge">Sandbox · nobody is looked up</span>
<h1>Your answer is kept</h1>
<p>Close this page and go back to Trickdesk: it goes on by itself.</p>`,
  });
}
