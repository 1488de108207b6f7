import { may, OWN, TICKET_ATTACHMENT_PATH } from '@trickdesk/contract';
import type { AttachmentKind } from '@trickdesk/domain';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isAllowed } from './ability.ts';
import { Refusal } from './refusal.ts';
import type { SessionGate } from './session-gate.ts';

interface AttachedFile {
  readonly name: string;
  readonly kind: AttachmentKind;
  readonly bytes: Buffer;
}

interface AttachmentParts {
  readonly gate: SessionGate;
  /** @param accountId whose it has to be; absent for an operator who may look at tickets */
  readonly find: (id: string, accountId: number | undefined) => Promise<AttachedFile | undefined>;
}

/** As what it was recognised, never as what somebody called it. */
const TYPES = { png: 'image/png', jpeg: 'image/jpeg', pdf: 'application/pdf' } as const satisfies Record<
  AttachmentKind,
  string
>;
const ENDINGS = { png: /\.png$/i, jpeg: /\.jpe?g$/i, pdf: /\.pdf$/i } as const;
const ENDING_OF = { png: '.png', jpeg: '.jpg', pdf: '.pdf' } as const;

/** `GET /userapi/ticketattachments/:attachmentId`: a file of a ticket, for its owner and for support, always as a download. */
export function serveTicketAttachments({ gate, find }: AttachmentParts): (server: FastifyInstance) => void {
  return (server) => {
    server.get(`${TICKET_ATTACHMENT_PATH}/:attachmentId`, async (request, reply) => {
      const { accountId, ability } = await gate.admit(request.headers.authorization);
      const id = z.uuid().safeParse((request.params as Readonly<Record<string, unknown>>)['attachmentId']);
      const isOperator = isAllowed(ability, may('read', 'Ticket'));
      if (!isOperator && !isAllowed(ability, OWN)) throw new Refusal('NOT_ALLOWED');
      const file = id.success ? await find(id.data, isOperator ? undefined : accountId) : undefined;
      if (!file) throw new Refusal('NOT_FOUND');
      return reply
        .headers({
          'content-type': TYPES[file.kind],
          'content-disposition': dispositionOf(file),
          // Wherever it is opened, it runs nothing and loads nothing.
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(file.bytes);
    });
  };
}

/** RFC 6266: a name of plain letters for old clients, and the real one beside it. */
export function dispositionOf({ name, kind }: Pick<AttachedFile, 'name' | 'kind'>): string {
  const last = name.replace(/^.*[/\\]/s, '').trim() || 'file';
  const whole = ENDINGS[kind].test(last) ? last : `${last}${ENDING_OF[kind]}`;
  const plain = whole.replace(/[^A-Za-z0-9._ -]/g, '_');
  const encoded = encodeURIComponent(whole).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
