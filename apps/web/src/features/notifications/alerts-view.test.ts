import { ALERT_CATEGORIES, usernotificationlist } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { alertsInput, categoryIn } from './alerts-view.ts';
import { ALERT_CATEGORY_NAMES } from './categories.ts';

test('alerts open with page 1, twelve a page, of all categories', () => {
  expect(alertsInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(usernotificationlist.input.parse({})).toEqual(alertsInput({}));
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

test('categories have the names and numbers of the contract', () => {
  expect(ALERT_CATEGORY_NAMES).toEqual(ALERT_CATEGORIES);
  expect(ALERT_CATEGORIES.map((name) => categoryIn({ category: name }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
