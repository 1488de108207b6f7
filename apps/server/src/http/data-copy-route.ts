import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { DATA_COPY_PATH, DATA_COPY_ROWS_HEADER, OWN } from '@trickdesk/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { isAllowed } from './ability.ts';
import { Refusal } from './refusal.ts';
import type { SessionGate } from './session-gate.ts';

/** Writes a copy to whoever has the way to it: `begin` once, then its text, as fast as `put` takes it. */
export type WriteCopy = (
  accountId: number,
  copyId: string,
  taker: {
    readonly begin: (facts: { readonly fileName: string; readonly rows: number }) => void;
    readonly put: (text: string) => Promise<void>;
  },
) => Promise<void>;

interface DataCopyParts {
  readonly gate: SessionGate;
  readonly write: WriteCopy;
  readonly log: { readonly warn: (fields: Readonly<Record<string, unknown>>, message: string) => void };
}

/** Whoever takes longer is too slow to wait for: a connection to the database is held meanwhile. */
const LONGEST_MS = 15 * 60_000;

/** `GET /userapi/datacopies/:copyId`: a copy of a person's data, written while it is read. */
export function serveDataCopies({ gate, write, log }: DataCopyParts): (server: FastifyInstance) => void {
  return (server) => {
    server.get(`${DATA_COPY_PATH}/:copyId`, async (request, reply) => {
      const { accountId, ability } = await gate.admit(request.headers.authorization);
      if (!isAllowed(ability, OWN)) throw new Refusal('NOT_ALLOWED');
      const { copyId } = request.params as Readonly<Record<string, unknown>>;
      const id = z.uuid().safeParse(copyId);
      if (!id.success) throw new Refusal('NOT_FOUND');
      const body = new PassThrough();
      let isBegun = false;
      const begin = (facts: { readonly fileName: string; readonly rows: number }): void => {
        isBegun = true;
        sendHead(reply, facts).send(body);
      };
      try {
        await write(accountId, id.data, { begin, put: putInto(body, AbortSignal.timeout(LONGEST_MS)) });
        body.end();
      } catch (error) {
        if (!isBegun) throw error;
        // What has left already cannot be taken back: the answer breaks off, and whoever reads it sees that it is no JSON.
        log.warn({ accountId, error }, 'a copy of a person’s data broke off');
        body.destroy();
      }
      return reply;
    });
  };
}

function sendHead(reply: FastifyReply, { fileName, rows }: { readonly fileName: string; readonly rows: number }) {
  return reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    [DATA_COPY_ROWS_HEADER]: String(rows),
  });
}

/** Waits while the reader has not taken what was written, and gives up when they are gone or too slow. */
function putInto(body: PassThrough, deadline: AbortSignal): (text: string) => Promise<void> {
  return async (text) => {
    if (body.destroyed) throw new Error('the reader has gone');
    if (body.write(text)) return;
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    body.once('close', leave);
    try {
      await once(body, 'drain', { signal: AbortSignal.any([deadline, gone.signal]) });
    } finally {
      body.off('close', leave);
    }
  };
}
