import type { Decision } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { refusalsOf } from './done-trades.ts';

const BAR = Date.UTC(2026, 8, 15, 4);
const entered = { sequence: 4, symbol: 'SBIN', action: 'enter', barOpenAt: BAR, at: BAR + 60_000 } as Decision;
/** As the engine tells that an entry was refused after it was decided: no bar is behind it. */
const refused = { sequence: 5, symbol: 'SBIN', action: 'veto', at: BAR + 60_000 } as Decision;
const causeOf = (decisions: readonly Decision[], state = 'rejected') =>
  refusalsOf({ decisions, unfilled: [{ intent_id: 4, state }] }).get(`SBIN@${BAR}`);

test('an entry that was held back after it was decided was stopped by a rule, not rejected by a broker', () => {
  expect(causeOf([entered, { ...refused, veto: 'price_jump' }])).toBe('veto');
  expect(causeOf([entered, { ...refused, veto: 'broker_refused' }])).toBe('rejection');
  expect(causeOf([entered])).toBe('rejection');
  expect(causeOf([entered], 'cancelled')).toBe('partial_fill');
});

test('what is said of another share or of a later bar says nothing of this entry', () => {
  expect(causeOf([entered, { ...refused, symbol: 'INFY', veto: 'price_jump' }])).toBe('rejection');
  expect(causeOf([entered, { ...refused, barOpenAt: BAR + 60_000, veto: 'cooldown' }])).toBe('rejection');
});
