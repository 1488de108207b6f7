import { expect, test } from 'vitest';
import { alertsOf, checklistOf } from './rules.ts';

const NONE = { live: 0, test: 0 };
const CALM = { basketsDue: NONE, ticketsAnswered: 0 };

const kinds = (facts: Parameters<typeof alertsOf>[0]): string[] => alertsOf(facts).map(({ kind }) => kind);

test('what needs a person comes most urgent first, and nothing where all is well', () => {
  expect(
    kinds({ broker: { status: 'linked', brokerId: 1 }, feed: 'live', hadPrices: true, halted: NONE, ...CALM }),
  ).toEqual([]);
  expect(
    kinds({
      broker: { status: 'expired', brokerId: 1 },
      feed: 'down',
      hadPrices: true,
      halted: { live: 2, test: 1 },
      ...CALM,
    }),
  ).toEqual(['trick_halted', 'trick_halted', 'feed_stale', 'broker_expired']);
  expect(kinds({ broker: { status: 'none' }, feed: 'live', hadPrices: true, halted: NONE, ...CALM })).toEqual([
    'broker_missing',
  ]);
  expect(
    kinds({ broker: { status: 'error', brokerId: 1 }, feed: 'live', hadPrices: true, halted: NONE, ...CALM }),
  ).toEqual(['broker_expired']);
});

test('baskets that are due and tickets that were answered need a person too, live before test', () => {
  const facts = { broker: { status: 'linked' }, feed: 'live', hadPrices: true, halted: NONE } as const;
  const told = alertsOf({ ...facts, basketsDue: { live: 1, test: 2 }, ticketsAnswered: 1 });
  expect(told.map(({ text }) => text)).toEqual([
    'A live basket is due. See why, and what it would buy and sell.',
    '2 test baskets are due. See why, and what they would buy and sell.',
    'Support has answered your ticket.',
  ]);
  expect(told.map(({ link }) => link)).toEqual([
    '/baskets?tab=mine&type=Live',
    '/baskets?tab=mine&type=Test',
    '/tickets',
  ]);
  expect(alertsOf({ ...facts, basketsDue: NONE, ticketsAnswered: 0 })).toEqual([]);
});

test('before the first price of a fresh start nothing is said to have stopped arriving', () => {
  expect(
    kinds({ broker: { status: 'linked', brokerId: 1 }, feed: 'down', hadPrices: false, halted: NONE, ...CALM }),
  ).toEqual([]);
});

test('halted tricks are told in their own words, and the link opens the list that holds them', () => {
  const told = (halted: { live: number; test: number }) =>
    alertsOf({ broker: { status: 'linked' }, feed: 'live', hadPrices: true, halted, ...CALM }).map(({ text, link }) => [
      text,
      link,
    ]);
  expect(told({ live: 1, test: 3 })).toEqual([
    ['A live trick is halted. See why and start it again.', '/my-tricks?type=Live&trickStatus=3'],
    ['3 test tricks are halted. See why and start them again.', '/my-tricks?type=Test&trickStatus=3'],
  ]);
  expect(told({ live: 0, test: 1 })).toEqual([
    ['A test trick is halted. See why and start it again.', '/my-tricks?type=Test&trickStatus=3'],
  ]);
});

test('the list of first steps marks what is done', () => {
  const steps = checklistOf({
    broker: { status: 'linked', brokerId: 4 },
    hasTrick: false,
    isKycVerified: true,
    isTradeActivated: false,
  });
  expect(steps.filter((step) => step.done).map(({ step }) => step)).toEqual(['broker', 'kyc']);
  expect(steps.every((step) => step.available)).toBe(true);
});
