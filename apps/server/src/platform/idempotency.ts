import { createHash } from 'node:crypto';
import type { Queryable, Tx } from '@trickdesk/db';
import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import { type CallKey, deleteAnswers, findAnswer, insertAnswer, lockKey } from './store.ts';

export interface OnceRequest extends CallKey {
  /** The validated input: the same key with another one is no retry. */
  readonly body: unknown;
  readonly now: Date;
}

export type OnceOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly repeated: boolean }
  /** The key was used with another body: nothing was done. The caller refuses with `IDEMPOTENCY_KEY_REUSED`. */
  | { readonly kind: 'key_reused' };

/**
 * Does `work` at most once for each account, call and key: a repetition gets the first answer, in whatever process it
 * arrives and however close behind. The answer commits with the work; a refusal (a throw) keeps nothing, so the key
 * may be tried again.
 *
 * @param work its answer must survive JSON
 */
export async function answerOnce<Answer>(
  tx: Tx,
  request: OnceRequest,
  work: () => Promise<Answer>,
): Promise<OnceOutcome<Answer>> {
  await lockKey(tx, request);
  const bodyHash = createHash('sha256').update(canonicalJson(request.body)).digest();
  // Looked up after the lock: a retry that raced the first attempt must see its row.
  const earlier = await findAnswer(tx, request);
  if (earlier) {
    if (!earlier.body_hash.equals(bodyHash)) return { kind: 'key_reused' };
    // The validated edge: this table holds what the line below wrote for the same call.
    return { kind: 'answered', answer: earlier.answer as Answer, repeated: true };
  }
  const answer = await work();
  await insertAnswer(tx, request, { bodyHash, answer, now: request.now });
  return { kind: 'answered', answer, repeated: false };
}

/** What the first request with a key led to; `undefined` where there was none, or its time has passed. */
export async function findAnswerOf<Answer>(db: Queryable, key: CallKey): Promise<Answer | undefined> {
  // The validated edge, as above.
  return (await findAnswer(db, key))?.answer as Answer | undefined;
}

/** Whoever repeats a call does so within minutes; an answer is kept far longer than any client tries. */
const KEPT_MS = 7 * DAY_MS;

export function deletePastAnswers(db: Queryable, now: EpochMs): Promise<void> {
  return deleteAnswers(db, new Date(now - KEPT_MS));
}

/** JSON with sorted keys: the order in which a client writes its fields is no difference. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
