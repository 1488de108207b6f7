import { formatPaise, type Paise } from '@trickdesk/domain';
import type { FastifyInstance } from 'fastify';
import { html, sendPlainPage } from './plain-page.ts';
import { Refusal } from './refusal.ts';

export interface PayBook {
  /** `undefined` for an order that is not to be paid, or not any more. */
  readonly checkout: (orderId: string, returnUrl: string) => Promise<PayableOrder | undefined>;
  readonly paymentIdOf: (orderId: string) => Promise<number | undefined>;
}

interface PayableOrder {
  readonly planName: string;
  readonly amountPaise: Paise;
  readonly sandbox: boolean;
  /** The gateway's page, and what is posted there. */
  readonly checkout: { readonly action: string; readonly fields: Readonly<Record<string, string>> };
}

interface Asked {
  readonly Params: { readonly orderId: string };
}

/**
 * The last page before the gateway's: what is paid to whom. Gateways want a form, and a link cannot post one. The way back
 * from there leads through here too; it decides nothing, since only signed events settle.
 *
 * @param publicUrl where people reach the product
 */
export function servePayPage(book: PayBook, publicUrl: string): (server: FastifyInstance) => void {
  return (server) => {
    server.get<Asked>('/pay/:orderId', async (request, reply) => {
      const { orderId } = request.params;
      const back = `/payments/return/${encodeURIComponent(orderId)}`;
      const order = await book.checkout(orderId, `${publicUrl}${back}`);
      if (!order) {
        // Paid, expired or never there: the page that knows says which.
        return reply.redirect(back, 303);
      }
      const { planName, amountPaise, sandbox, checkout } = order;
      const fields = Object.entries(checkout.fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      );
      return sendPlainPage(reply, {
        title: `Pay ${formatPaise(amountPaise)}`,
        formsTo: checkout.action,
        body: html`${sandbox ? html`<span class="badge">Sandbox · no money moves</span>` : html``}
<h1>Pay ${formatPaise(amountPaise)} for ${planName}</h1>
<p>You pay at the payment gateway’s page, not here. Nothing is bought before the gateway has told us of your payment.</p>
<form method="post" action="${checkout.action}">${fields}<button class="first">Go on to the gateway</button></form>
<p><a href="${back}">Do not pay</a></p>`,
      });
    });
    const comeBack = async (orderId: string): Promise<string> => {
      const paymentId = await book.paymentIdOf(orderId);
      if (paymentId === undefined) throw new Refusal('NOT_FOUND');
      return `/subscription?payment=${paymentId}`;
    };
    server.get<Asked>('/payments/return/:orderId', async (request, reply) =>
      reply.redirect(await comeBack(request.params.orderId), 303),
    );
    // The gateway sends the browser back with a form of its own, of which nothing is believed.
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
      scope.post<Asked>('/payments/return/:orderId', async (request, reply) =>
        reply.redirect(await comeBack(request.params.orderId), 303),
      );
    });
  };
}
