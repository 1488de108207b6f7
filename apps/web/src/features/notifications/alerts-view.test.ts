import { ALERT_CATEGORIES, ALERT_CHANNELS, usernotificationlist } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { alertsInput, categoryIn, firstPageOf } from './alerts-view.ts';
import { ALERT_CATEGORY_NAMES, ALERT_CHANNEL_NAMES } from './categories.ts';

test('alerts open with page 1, twelve a page, of all categories', () => {
  expect(alertsInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(usernotificationlist.input.parse({})).toEqual({ ...alertsInput({}), sort: '-time' });
});

test('an address names a category in words; what it cannot mean is left out', () => {
  expect(alertsInput({ category: 'tricks', page: '2', search: 'SBIN' })).toEqual({
    pageNumber: 2,
    pageSize: 12,
    notication_category_id: 2,
    Search: 'SBIN',
  });
  expect(alertsInput({ category: 'weather' })).toEqual(alertsInput({}));
});

test('an address asks for unread or read alerts in words, and marking one reads the same list again', () => {
  expect(alertsInput({ show: 'unread' })).toEqual({ pageNumber: 1, pageSize: 12, unread: 1 });
  expect(alertsInput({ show: 'read' })).toEqual({ pageNumber: 1, pageSize: 12, unread: 0 });
  expect(alertsInput({ show: 'old' })).toEqual(alertsInput({}));
  expect(firstPageOf({ show: 'unread', page: '3' })).toEqual({ pageNumber: 1, pageSize: 12, unread: 1 });
});

test('categories have the names and numbers of the contract', () => {
  expect(ALERT_CATEGORY_NAMES).toEqual(ALERT_CATEGORIES);
  expect(ALERT_CATEGORIES.map((name) => categoryIn({ category: name }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the table of preferences has the channels of the contract', () => {
  expect(ALERT_CHANNEL_NAMES).toEqual(ALERT_CHANNELS);
});
