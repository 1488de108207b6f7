import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';

export const PAGE_SIZE = 50;

/** What an address asks for; a year that is none is the one that runs. */
export function taxInput({ page, search, year }: Query): InputOfCall<'portfoliotax'> {
  const pageNumber = Number(page ?? 1);
  return {
    pageSize: PAGE_SIZE,
    ...(Number.isInteger(pageNumber) && pageNumber > 0 ? { pageNumber } : {}),
    ...(search === undefined || search === '' ? {} : { Search: search }),
    ...(year !== undefined && /^20\d\d-\d\d$/.test(year) ? { year } : {}),
  };
}
