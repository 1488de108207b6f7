import type { About, AskedStory } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import type { TicketCategory } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import { readStory } from './asked-story.ts';
import { sumAttached } from './attachment-store.ts';
import type { TicketParts, Who } from './parts.ts';
import { type CheckedFile, printOf, readAttachments, sizeOf } from './read-attachments.ts';
import { decideOpening, OPENED_WITHIN_MS, type OpeningFacts } from './rules.ts';
import * as store from './store.ts';
import { addMessage, once, type Said } from './write.ts';

export interface TicketAsked extends Said {
  readonly subject: string;
  readonly category: TicketCategory;
  readonly about?: About | undefined;
}

/**
 * Opens a ticket with its first message. Files are looked at, and what is asked about is read, before anything is held.
 *
 * @returns its number
 * @throws Refusal as the contract's `addticket` says
 */
export async function openTicket(parts: TicketParts, { accountId }: Who, asked: TicketAsked): Promise<number> {
  const { database, bus, clock } = parts;
  const files = readAttachments(asked.attachments);
  const story = asked.about && (await readStory(parts, accountId, asked.about));
  const at = new Date(clock.now());
  const { subject, category, message, about, idempotencyKey: key } = asked;
  const body = { subject, category, message, about, files: printOf(files) };
  const ticketId = await database.transaction(async (tx) => {
    await store.lockTickets(tx, accountId);
    return once(tx, { accountId, call: 'addticket', key, body, at }, () =>
      keepTicket(tx, parts, { accountId, asked, files, story, at }),
    );
  });
  wakeUserStreams(bus, accountId);
  return ticketId;
}

interface Opened {
  readonly accountId: number;
  readonly asked: TicketAsked;
  readonly files: readonly CheckedFile[];
  readonly story: AskedStory | undefined;
  readonly at: Date;
}

async function keepTicket(tx: Tx, parts: TicketParts, { accountId, asked, files, story, at }: Opened) {
  const decision = decideOpening(await readFacts(tx, { accountId, files, at }));
  if (!decision.allowed) {
    throw new Refusal(
      decision.code,
      'retryAfterSeconds' in decision ? { retryAfterSeconds: decision.retryAfterSeconds } : {},
    );
  }
  const { subject, category, message: text } = asked;
  const about = story === undefined ? null : JSON.stringify(story);
  const ticket = { account_id: accountId, subject, category, about, state: 'open' } as const;
  const id = await store.insertTicket(tx, { ...ticket, opened_at: at, changed_at: at });
  await addMessage(tx, parts, { id, account_id: accountId }, { text, files, at });
  return id;
}

async function readFacts(
  tx: Tx,
  { accountId, files, at }: Pick<Opened, 'accountId' | 'files' | 'at'>,
): Promise<OpeningFacts> {
  const now = at.getTime();
  return {
    opened: await store.listOpened(tx, accountId, new Date(now - OPENED_WITHIN_MS)),
    notClosed: await store.countNotClosed(tx, accountId),
    attachedBytes: await sumAttached(tx, accountId),
    newBytes: sizeOf(files),
    now,
  };
}
