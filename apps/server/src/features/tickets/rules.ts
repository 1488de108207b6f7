import { DAY_MS, type EpochMs, MINUTE_MS, type TicketState } from '@trickdesk/domain';

export const TICKETS_A_DAY = 10;
export const TICKETS_NOT_CLOSED = 20;
/** By both sides together. */
export const MESSAGES_OF_A_TICKET = 200;
export const MESSAGES_AN_HOUR = 60;
/** In all tickets of one person. */
export const ATTACHED_BYTES = 200 * 1_024 * 1_024;

export const OPENED_WITHIN_MS = DAY_MS;
export const WRITTEN_WITHIN_MS = 60 * MINUTE_MS;

export interface OpeningFacts {
  /** When tickets were opened within the last day, the oldest first. */
  readonly opened: readonly Date[];
  readonly notClosed: number;
  readonly attachedBytes: number;
  /** Of the files that come with it. */
  readonly newBytes: number;
  readonly now: EpochMs;
}

export type Opening =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: 'TICKETS_OPEN' | 'ATTACHMENTS_FULL' }
  | { readonly allowed: false; readonly code: 'TICKETS_USED_UP'; readonly retryAfterSeconds: number };

/** Whether a person may open another ticket, or why not. */
export function decideOpening({ opened, notClosed, attachedBytes, newBytes, now }: OpeningFacts): Opening {
  const past = opened.at(-TICKETS_A_DAY);
  if (past !== undefined) {
    const retryAfterSeconds = Math.max(1, Math.ceil((past.getTime() + OPENED_WITHIN_MS - now) / 1_000));
    return { allowed: false, code: 'TICKETS_USED_UP', retryAfterSeconds };
  }
  if (notClosed >= TICKETS_NOT_CLOSED) return { allowed: false, code: 'TICKETS_OPEN' };
  return attachFault(attachedBytes, newBytes) ?? { allowed: true };
}

/** Whether more files fit, or why not. */
export function attachFault(attachedBytes: number, newBytes: number) {
  if (newBytes === 0 || attachedBytes + newBytes <= ATTACHED_BYTES) return undefined;
  return { allowed: false, code: 'ATTACHMENTS_FULL' } as const;
}

interface Standing {
  readonly state: TicketState;
  readonly messages: number;
}

/** Whether anybody may write in it, or why not. */
export function replyFault({ state, messages }: Standing): 'TICKET_CLOSED' | 'TICKET_FULL' | undefined {
  if (state === 'closed') return 'TICKET_CLOSED';
  return messages >= MESSAGES_OF_A_TICKET ? 'TICKET_FULL' : undefined;
}

/** Whose turn it is after a message. */
export const stateAfter = (writer: 'person' | 'support'): TicketState => (writer === 'support' ? 'waiting' : 'open');

/** Seconds to wait before another message, or nothing. */
export function waitToWrite(written: { readonly count: number; readonly oldest: Date | undefined }, now: EpochMs) {
  if (written.count < MESSAGES_AN_HOUR || written.oldest === undefined) return undefined;
  return Math.max(1, Math.ceil((written.oldest.getTime() + WRITTEN_WITHIN_MS - now) / 1_000));
}

export interface Taking {
  readonly take: boolean;
  /** Whose it is as the operator has read it. */
  readonly from: number | undefined;
}

/** Whose it is then; a fault where somebody was faster, or it is not the operator's to give back. */
export function decideTaking(assigneeId: number | null, { take, from }: Taking, operatorId: number) {
  if ((assigneeId ?? undefined) !== from) return { fault: 'TICKET_TAKEN' } as const;
  if (!take && assigneeId !== operatorId) return { fault: 'TICKET_TAKEN' } as const;
  return { assigneeId: take ? operatorId : null } as const;
}
