import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { ALERT_CATEGORY_NAMES } from './categories.ts';

/** The specification's page of alerts. */
export const FIRST_PAGE = 1;
export const PAGE_SIZE = 12;

/** The category that an address names; all of them where it names none. */
export function categoryIn(query: Query): number | undefined {
  const names: readonly string[] = ALERT_CATEGORY_NAMES;
  const index = names.indexOf(query['category'] ?? '');
  return index === -1 ? undefined : index + 1;
}

export const READINGS = ['', 'unread', 'read'] as const;
export type Reading = (typeof READINGS)[number];

/** Whether an address asks for unread or for read alerts; both where it says nothing. */
export function readingIn(query: Query): Reading {
  return READINGS.find((reading) => reading === query['show']) ?? '';
}

export function alertsInput(query: Query): InputOfCall<'usernotificationlist'> {
  const search = query['search'] ?? '';
  const category = categoryIn(query);
  const reading = readingIn(query);
  const sort = sortIn(query, ['time']);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(category === undefined ? {} : { notication_category_id: category }),
    ...(reading === '' ? {} : { unread: reading === 'unread' ? 1 : 0 }),
    ...(search === '' ? {} : { Search: search }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The same list from its beginning. */
export function firstPageOf(query: Query): InputOfCall<'usernotificationlist'> {
  return { ...alertsInput(query), pageNumber: FIRST_PAGE };
}
