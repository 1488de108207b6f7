import { OPERATOR_ACTS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };
import { allows } from './session-store.ts';

test('who may decide or manage is told apart from who may look', () => {
  const rules = [
    { action: 'manage', subject: 'Own' },
    { action: 'read', subject: 'Ledger' },
    { action: 'decide', subject: 'Withdrawal' },
    { action: 'manage', subject: 'Kyc' },
  ];
  expect([allows(rules, 'read', 'Ledger'), allows(rules, 'decide', 'Ledger')]).toEqual([true, false]);
  expect([allows(rules, 'read', 'Withdrawal'), allows(rules, 'decide', 'Withdrawal')]).toEqual([false, true]);
  expect([allows(rules, 'read', 'Kyc'), allows(rules, 'decide', 'Kyc')]).toEqual([true, true]);
  expect(allows([], 'read', 'Ledger')).toBe(false);
});

test('each kind of act on the record has its name', () => {
  expect(Object.keys(en.operations.acts.kinds)).toEqual([...OPERATOR_ACTS]);
});
