import type { BrokerDetails } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { shownForm } from './form-view.ts';

const account = (brokerId: number, status: BrokerDetails['status'] = 'linked'): BrokerDetails => ({
  ...{ brokerId, broker: 'Angel One', clientCode: `S10010${brokerId}`, name: 'Asha Rao', status },
  ...{ lastLoginAt: '2026-01-05T09:30:00+05:30', tokenExpiresAt: '2026-01-06T05:00:00+05:30' },
  ...{ autoSignIn: false, environment: 'simulator' },
});

test('without an account the form is there, and cannot be left', () => {
  expect(shownForm([], undefined)).toEqual({ kind: 'first', leaves: false });
  expect(shownForm([], 'another')).toEqual({ kind: 'first', leaves: false });
});

test('with accounts in order there is a form only where it was asked for', () => {
  const accounts = [account(1), account(2)];
  expect(shownForm(accounts, undefined)).toBeUndefined();
  expect(shownForm(accounts, 'another')).toEqual({ kind: 'another', leaves: true });
  expect(shownForm(accounts, { signInTo: 2 })).toEqual({ kind: 'again', account: accounts[1], leaves: true });
});

test('an ended session brings its form by itself, unless another one was asked for', () => {
  const accounts = [account(1), account(2, 'expired'), account(3, 'error')];
  expect(shownForm(accounts, undefined)).toEqual({ kind: 'again', account: accounts[1], leaves: false });
  expect(shownForm(accounts, { signInTo: 3 })).toEqual({ kind: 'again', account: accounts[2], leaves: true });
  expect(shownForm(accounts, 'another')).toEqual({ kind: 'another', leaves: true });
});

test('what was asked for an account that is gone meanwhile is not shown', () => {
  expect(shownForm([account(1)], { signInTo: 2 })).toBeUndefined();
});
