import { mywallethistory, WALLET_IDS, WITHDRAWAL_STATES } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { isNarrowed } from '../../ui/table/time-list.ts';
import { paperDays, SIDES, STATES, statementInput, WALLETS, withdrawalsInput } from './wallet-view.ts';

test('the statement opens with page 1, twelve a page, of everything', () => {
  expect(statementInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(statementInput({ type: 'A' })).toEqual(statementInput({}));
  expect(isNarrowed(statementInput({ page: '3', sort: 'time' }))).toBe(false);
});

test('an address narrows it by words, days, side and wallet', () => {
  const query = { search: 'plan', from_date: '2026-11-01', to_date: '2026-11-12', type: 'C', wallet_id: '2' };
  const input = statementInput(query);
  expect(input).toEqual({
    ...{ pageNumber: 1, pageSize: 12, Search: 'plan', from_date: '2026-11-01', to_date: '2026-11-12' },
    ...{ type: 'C', wallet_id: 2 },
  });
  expect(isNarrowed(input)).toBe(true);
});

test('what an address cannot mean is left out', () => {
  expect(statementInput({ type: 'X', wallet_id: '3', from_date: 'today' })).toEqual(statementInput({}));
});

test('sides and wallets are those of the contract', () => {
  const { type } = mywallethistory.input.shape;
  expect(SIDES).toEqual(type.def.innerType.options);
  expect(WALLETS).toEqual(WALLET_IDS);
  expect(STATES).toEqual(WITHDRAWAL_STATES);
});

test('withdrawals are narrowed by a state that there is', () => {
  expect(withdrawalsInput({ state: 'paid', page: '2' })).toEqual({ pageNumber: 2, pageSize: 12, state: 'paid' });
  expect(withdrawalsInput({ state: 'lost' })).toEqual({ pageNumber: 1, pageSize: 12 });
});

test('a paper is of the chosen days; an open side is today in India, or a year before the end', () => {
  const lateEvening = Date.UTC(2026, 10, 23, 19, 0);
  const of = (query: Record<string, string>) => paperDays(statementInput(query), lateEvening);
  expect(of({})).toEqual({ chosen: false, days: { from_date: '2025-11-24', to_date: '2026-11-24' } });
  expect(of({ from_date: '2026-11-01' })).toEqual({
    chosen: true,
    days: { from_date: '2026-11-01', to_date: '2026-11-24' },
  });
  expect(of({ to_date: '2026-01-31' }).days).toEqual({ from_date: '2025-01-31', to_date: '2026-01-31' });
});
