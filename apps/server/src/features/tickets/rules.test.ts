import { describe, expect, test } from 'vitest';
import {
  ATTACHED_BYTES,
  decideOpening,
  decideTaking,
  MESSAGES_AN_HOUR,
  MESSAGES_OF_A_TICKET,
  OPENED_WITHIN_MS,
  type OpeningFacts,
  replyFault,
  stateAfter,
  TICKETS_A_DAY,
  TICKETS_NOT_CLOSED,
  WRITTEN_WITHIN_MS,
  waitToWrite,
} from './rules.ts';

const NOW = Date.UTC(2026, 0, 5, 4);
const nothing: OpeningFacts = { opened: [], notClosed: 0, attachedBytes: 0, newBytes: 0, now: NOW };
const ago = (ms: number): Date => new Date(NOW - ms);
const times = (count: number) => Array.from({ length: count }, (_, i) => ago(1_000 * (count - i)));

describe('another ticket', () => {
  test('is opened where nothing stands against it', () => {
    expect(decideOpening(nothing)).toEqual({ allowed: true });
    expect(decideOpening({ ...nothing, opened: times(TICKETS_A_DAY - 1), notClosed: TICKETS_NOT_CLOSED - 1 })).toEqual({
      allowed: true,
    });
  });

  test('waits until one of the day’s is a day old', () => {
    const opened = [ago(OPENED_WITHIN_MS - 90_000), ...times(TICKETS_A_DAY - 1)];
    const code = 'TICKETS_USED_UP';
    expect(decideOpening({ ...nothing, opened })).toEqual({ allowed: false, code, retryAfterSeconds: 90 });
  });

  test('waits until one of many is closed', () => {
    const many = { ...nothing, notClosed: TICKETS_NOT_CLOSED };
    expect(decideOpening(many)).toEqual({ allowed: false, code: 'TICKETS_OPEN' });
  });

  test('comes without files where there are as many bytes as may be', () => {
    const full = { ...nothing, attachedBytes: ATTACHED_BYTES };
    expect(decideOpening(full)).toEqual({ allowed: true });
    expect(decideOpening({ ...full, newBytes: 1 })).toEqual({ allowed: false, code: 'ATTACHMENTS_FULL' });
    expect(decideOpening({ ...full, attachedBytes: ATTACHED_BYTES - 1, newBytes: 1 })).toEqual({ allowed: true });
  });
});

describe('a message', () => {
  test('is written in what is not closed and not full', () => {
    expect(replyFault({ state: 'open', messages: 1 })).toBeUndefined();
    expect(replyFault({ state: 'waiting', messages: MESSAGES_OF_A_TICKET - 1 })).toBeUndefined();
    expect(replyFault({ state: 'closed', messages: 1 })).toBe('TICKET_CLOSED');
    expect(replyFault({ state: 'open', messages: MESSAGES_OF_A_TICKET })).toBe('TICKET_FULL');
  });

  test('makes it the other side’s turn', () => {
    expect([stateAfter('person'), stateAfter('support')]).toEqual(['open', 'waiting']);
  });

  test('waits where very many were written within the hour', () => {
    const oldest = ago(WRITTEN_WITHIN_MS - 30_000);
    expect(waitToWrite({ count: MESSAGES_AN_HOUR - 1, oldest }, NOW)).toBeUndefined();
    expect(waitToWrite({ count: MESSAGES_AN_HOUR, oldest }, NOW)).toBe(30);
    expect(waitToWrite({ count: 0, oldest: undefined }, NOW)).toBeUndefined();
  });
});

test('a ticket is taken from nobody, or from whom one has read, and given back by its own', () => {
  const [me, other] = [7, 8];
  const taken = { fault: 'TICKET_TAKEN' };
  expect(decideTaking(null, { take: true, from: undefined }, me)).toEqual({ assigneeId: me });
  expect(decideTaking(other, { take: true, from: other }, me)).toEqual({ assigneeId: me });
  expect(decideTaking(other, { take: true, from: undefined }, me)).toEqual(taken);
  expect(decideTaking(null, { take: true, from: other }, me)).toEqual(taken);
  expect(decideTaking(me, { take: false, from: me }, me)).toEqual({ assigneeId: null });
  expect(decideTaking(other, { take: false, from: other }, me)).toEqual(taken);
});
