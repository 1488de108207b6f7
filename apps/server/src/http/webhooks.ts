import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';
import { parseBody } from './request-body.ts';

/** Takes a body whose signature fits, and answers whether it could be read. It may come again, and out of order. */
export type TakeEvent = (event: { readonly id: string; readonly body: unknown }) => Promise<boolean>;

interface WebhookParts {
  readonly isSigned: (source: WebhookSource, bytes: Buffer, signature: string) => boolean;
  readonly take: Readonly<Record<WebhookSource, TakeEvent>>;
}

export type WebhookSource = 'payments' | 'payouts';

/** No event of theirs is larger. */
const LONGEST_EVENT = 256 * 1024;
const LONGEST_ID = 100;

/**
 * Where the payment gateway tells of what happened. Whoever has not signed the very bytes is refused; what was taken
 * before is taken again without effect, so that the gateway stops repeating it.
 */
export function serveWebhooks(parts: WebhookParts): (server: FastifyInstance) => void {
  return (server) => {
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      const options = { parseAs: 'buffer', bodyLimit: LONGEST_EVENT } as const;
      scope.addContentTypeParser('*', options, async (_request: unknown, body: Buffer) => body);
      for (const source of ['payments', 'payouts'] as const) {
        scope.post(`/webhooks/${source}`, async (request, reply) => {
          await takeEvent(parts, source, request);
          return reply.code(200).send({ status: true });
        });
      }
    });
  };
}

/** @throws Refusal `EVENT_NOT_SIGNED`, `MALFORMED_JSON`, `INVALID_INPUT` */
async function takeEvent({ isSigned, take }: WebhookParts, source: WebhookSource, request: FastifyRequest) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isSigned(source, bytes, headerOf(request, 'x-razorpay-signature'))) throw new Refusal('EVENT_NOT_SIGNED');
  const id = headerOf(request, 'x-razorpay-event-id');
  const isNamed = id !== '' && id.length <= LONGEST_ID;
  if (!isNamed || !(await take[source]({ id, body: parseBody(bytes) }))) throw new Refusal('INVALID_INPUT');
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
