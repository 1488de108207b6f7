import type { RaTrade } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { callsInput, eventWord, toneOf } from './call-view.ts';

const outcome = (change: Partial<RaTrade['outcome']>): RaTrade['outcome'] => ({
  ...{ state: 'open', targetsHit: 0, ended: false, event_list: [], seenUntil: '2026-01-05T09:30:00+05:30' },
  ...change,
});

test('an address asks for an outcome, and what it cannot mean is left out', () => {
  expect(callsInput({ state: 'stop_hit' })).toMatchObject({ state: 'stop_hit', pageNumber: 1 });
  for (const state of ['all', 'lost', '']) expect(callsInput({ state })).not.toHaveProperty('state');
});

test('a colour never makes an open call look won', () => {
  expect(toneOf(outcome({}))).toBe('busy');
  expect(toneOf(outcome({ state: 'target_hit' }))).toBe('good');
  expect(toneOf(outcome({ state: 'stop_hit', ended: true }))).toBe('bad');
  expect(toneOf(outcome({ state: 'expired', ended: true }))).toBe('quiet');
});

test('a call whose time was over says whether it was ever entered', () => {
  const event = { kind: 'expiry', price: 600, at: '2026-01-05T15:30:00+05:30' } as const;
  expect([eventWord(event, true), eventWord(event, false)]).toEqual(['expiry', 'never_entered']);
});
