import {
  DESK_MODES,
  DESK_STATES,
  KYC_CASE_KINDS,
  OPS_BASKET_STATES,
  OPS_INVOICE_STATES,
  OPS_PAYMENT_STATES,
  OPS_REPORT_STATES,
  opsbaskets,
  opskyccases,
  opstricks,
  opswithdrawals,
  PLAN_PRICE_PAISE,
  USER_STATES,
} from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { actsInput, diffOf } from './acts-view.ts';
import { BASKET_LISTS, basketsInput } from './baskets-view.ts';
import { INVOICE_LISTS, invoicesInput, PAYMENT_LISTS, paymentsInput } from './billing-view.ts';
import { DESK_LISTS, DESK_MODE_LISTS, deskInput } from './desk-view.ts';
import { CASE_KINDS, CASE_STATES, casesInput } from './kyc-view.ts';
import { PRICE_FROM, PRICE_TO } from './plan-price.ts';
import { REPORT_LISTS, reportsInput } from './reconciliation-view.ts';
import { TRICK_LISTS, tricksInput } from './tricks-view.ts';
import { USER_LISTS, usersInput } from './users-view.ts';
import { QUEUES, queueInput } from './withdrawals-view.ts';

test('an address narrows the queue by words and state; what waits for somebody comes first', () => {
  expect(queueInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(queueInput({ state: 'waiting' })).toEqual(queueInput({}));
  expect(queueInput({ state: 'paid', search: 'asha', sort: '-amount', page: '2' })).toEqual({
    ...{ pageNumber: 2, pageSize: 12, state: 'paid', Search: 'asha', sort: '-amount' },
  });
  expect(queueInput({ state: 'lost', sort: 'name' })).toEqual(queueInput({}));
});

test('every state that can be chosen is one of the contract', () => {
  for (const state of QUEUES) expect(opswithdrawals.input.safeParse({ state }).success).toBe(true);
});

test('an address narrows the cases by words, state and kind, and each that can be chosen is one of the contract', () => {
  expect(casesInput({ state: 'waiting', kind: 'lost' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(casesInput({ state: 'rejected', kind: 'bank', search: 'asha', sort: 'name' })).toEqual({
    ...{ pageNumber: 1, pageSize: 12, state: 'rejected', caseKind: 'bank', Search: 'asha', sort: 'name' },
  });
  for (const state of CASE_STATES) expect(opskyccases.input.safeParse({ state }).success).toBe(true);
  expect(CASE_KINDS).toEqual(KYC_CASE_KINDS);
});

test('an address narrows the tricks by words and state; what waits for somebody comes first', () => {
  expect(tricksInput({ state: 'waiting', sort: 'return' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(tricksInput({ state: 'refused', search: 'cross', sort: '-name', page: '2' })).toEqual({
    ...{ pageNumber: 2, pageSize: 12, state: 'refused', Search: 'cross', sort: '-name' },
  });
  for (const state of TRICK_LISTS) expect(opstricks.input.safeParse({ state }).success).toBe(true);
});

test('an address narrows the baskets by words and state, and each that can be chosen is one of the contract', () => {
  expect(basketsInput({ state: 'all', sort: 'return' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(basketsInput({ state: 'late', search: 'bank', sort: '-holders', page: '2' })).toEqual({
    ...{ pageNumber: 2, pageSize: 12, state: 'late', Search: 'bank', sort: '-holders' },
  });
  for (const state of BASKET_LISTS) expect(opsbaskets.input.safeParse({ state }).success).toBe(true);
  expect(BASKET_LISTS.slice(1)).toEqual(OPS_BASKET_STATES);
});

test('an address narrows the accounts by words and state', () => {
  expect(usersInput({ state: 'all', page: '3' })).toEqual({ pageNumber: 3, pageSize: 12 });
  expect(usersInput({ state: 'blocked', search: '7' })).toEqual({
    ...{ pageNumber: 1, pageSize: 12, state: 'blocked', Search: '7' },
  });
  expect(USER_LISTS).toEqual(USER_STATES);
});

test('an address narrows payments and invoices by words and state; what is out of step comes first', () => {
  expect(paymentsInput({ state: 'out_of_step' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(paymentsInput({ state: 'paid', search: 'asha', sort: '-time' })).toEqual({
    ...{ pageNumber: 1, pageSize: 12, state: 'paid', Search: 'asha', sort: '-time' },
  });
  expect(invoicesInput({ state: 'lost', page: '2' })).toEqual({ pageNumber: 2, pageSize: 12 });
  expect(invoicesInput({ state: 'kept' })).toEqual({ pageNumber: 1, pageSize: 12, state: 'kept' });
  expect(PAYMENT_LISTS).toEqual(OPS_PAYMENT_STATES);
  expect(INVOICE_LISTS).toEqual(OPS_INVOICE_STATES);
});

test('an address narrows the comparisons by words, result and days; those that differ come first', () => {
  expect(reportsInput({ state: 'differs', sort: 'time' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(
    reportsInput({ state: 'agrees', search: 'asha', from_date: '2026-01-05', to_date: 'soon', sort: 'day', page: '2' }),
  ).toEqual({
    ...{ pageNumber: 2, pageSize: 12, state: 'agrees', Search: 'asha', from_date: '2026-01-05', sort: 'day' },
  });
  expect(reportsInput({ state: 'lost' })).toEqual(reportsInput({}));
  expect(REPORT_LISTS).toEqual(OPS_REPORT_STATES);
});

test('a price is asked for within what the contract takes', () => {
  expect([PRICE_FROM * 100, PRICE_TO * 100]).toEqual([PLAN_PRICE_PAISE.min, PLAN_PRICE_PAISE.max]);
});

test('an address narrows the desk by words, state and mode; what runs comes first', () => {
  expect(deskInput({ state: 'running', mode: 'all' })).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(deskInput({ state: 'halted', mode: 'Live', search: '7', sort: 'time' })).toEqual({
    ...{ pageNumber: 1, pageSize: 12, state: 'halted', mode: 'Live', Search: '7', sort: 'time' },
  });
  expect([DESK_LISTS, DESK_MODE_LISTS]).toEqual([DESK_STATES, DESK_MODES]);
});

test('an address narrows the record to an operator, a kind, a person and days; what is no number is left out', () => {
  expect(actsInput({ operator: '7', person: 'x', kind: 'block_user', from_date: '2026-01-05' })).toEqual({
    ...{ pageNumber: 1, pageSize: 12, operatorId: 7, what: 'block_user', from_date: '2026-01-05' },
  });
  expect(actsInput({ person: '12' })).toMatchObject({ personId: 12 });
});

test('what an act has changed stands first, field by field', () => {
  const act = { before: { same: 1, state: 'open', gone: true }, after: { same: 1, state: 'closed', made: [2] } };
  expect(diffOf(act)).toEqual([
    { name: 'state', before: 'open', after: 'closed', isChanged: true },
    { name: 'gone', before: 'true', after: undefined, isChanged: true },
    { name: 'made', before: undefined, after: '[2]', isChanged: true },
    { name: 'same', before: '1', after: '1', isChanged: false },
  ]);
});
