import { expect, test } from 'vitest';
import { catalogueInput, catalogueState, emptinessOf, tabIn } from './catalogue-view.ts';

test('the page opens on the catalogue, as cards, without filters', () => {
  expect(tabIn({})).toBe('catalogue');
  expect(tabIn({ tab: 'mine' })).toBe('mine');
  expect(catalogueState({})).toEqual({ view: 'cards', theme: undefined, risk: undefined });
  expect(catalogueInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
});

test('an address with filters asks for just that', () => {
  const query = { theme: 'factor', risk: 'low', sort: '-return3y', search: 'Quality', page: '2', view: 'table' };
  expect(catalogueInput(query)).toEqual({
    ...{ pageNumber: 2, pageSize: 12, theme: 'factor', risk: 'low', sort: '-return3y', Search: 'Quality' },
  });
  expect(catalogueState(query).view).toBe('table');
});

test('words that the catalogue does not know are left out instead of being refused by the server', () => {
  expect(catalogueInput({ theme: 'magic', risk: '5', sort: 'magic', page: '0' })).toEqual(catalogueInput({}));
  expect(emptinessOf({ theme: 'magic', view: 'table' })).toBe('none');
  expect(emptinessOf({ risk: 'high' })).toBe('filtered');
  expect(emptinessOf({ theme: 'own' })).toBe('no_own');
  expect(emptinessOf({ theme: 'own', search: 'x' })).toBe('filtered');
});
