import { expect, test } from 'vitest';
import { accountOf, liveNeedsOf, needsOfRefusal } from './live-needs-view.ts';

const profile = (status: 'none' | 'verified', isTradeactive: boolean) => ({ kyc: { status }, isTradeactive });
const linked = { brokerId: 1, status: 'linked' } as const;

test('everything that is missing for a live order is told at once', () => {
  expect(liveNeedsOf(profile('none', false), [], undefined)).toEqual(['kyc', 'activation', 'broker']);
  expect(liveNeedsOf(profile('verified', true), [linked], { status: 'expired' })).toEqual(['session']);
  expect(liveNeedsOf(profile('verified', true), [linked], linked)).toEqual([]);
});

test('what is not known yet is not missing', () => {
  expect(liveNeedsOf(undefined, undefined, undefined)).toEqual([]);
});

test('a refusal leads to the pages that mend what it names', () => {
  expect(needsOfRefusal('KYC_AND_ACTIVATION_MISSING')).toEqual(['kyc', 'activation']);
  expect(needsOfRefusal('LIVE_READ_ONLY')).toEqual([]);
  expect(needsOfRefusal(undefined)).toEqual([]);
});

test('with several accounts none is taken silently', () => {
  const two = [linked, { brokerId: 2, status: 'linked' } as const];
  expect(accountOf([linked], undefined)).toBe(linked);
  expect(accountOf(two, undefined)).toBeUndefined();
  expect(accountOf(two, 2)?.brokerId).toBe(2);
});
