import type { FastifyInstance } from 'fastify';

/** One thing that this process depends on. */
export interface ReadinessCheck {
  readonly name: string;
  /** Where it fails, is the process of no use? What only dims a part of the product is reported and no more. */
  readonly required: boolean;
  /** Resolves with a sentence about its state; rejects where it is not well. */
  readonly check: () => Promise<string>;
}

/** What cannot answer in this time is not ready. */
const PATIENCE_MS = 3_000;

export interface CheckResult {
  readonly name: string;
  readonly required: boolean;
  readonly ok: boolean;
  readonly detail: string;
}

/** `/healthz`: the process runs. `/readyz`: its dependencies one by one, 503 where a required one fails. */
export function serveHealth(server: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(checks.map(runCheck));
    const ready = results.every((result) => result.ok || !result.required);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks: results });
  });
}

async function runCheck({ name, required, check }: ReadinessCheck): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotReady(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return { name, required, ok: true, detail: await Promise.race([check(), tooLate]) };
  } catch (error) {
    // A driver's words may name hosts and users: only our own sentences go out.
    return { name, required, ok: false, detail: error instanceof NotReady ? error.message : 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

/** Thrown by a check with a sentence that anybody may read. */
export class NotReady extends Error {}
