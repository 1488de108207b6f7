import type { Query } from '../../lib/query-of.ts';
import { dateOf } from './date-range.tsx';
import { pageOf, sortIn } from './list-state.ts';

export const PAGE_SIZE = 12;

/** What an address asks of a list by time: its page, words, days and order; what it cannot mean is left out. */
export function timeListInput(query: Query) {
  const search = query['search'] ?? '';
  const from = dateOf(query['from_date']);
  const to = dateOf(query['to_date']);
  const sort = sortIn(query, ['time']);
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(search === '' ? {} : { Search: search }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** Whether an input asks for less than the whole list: for more than a page and an order. */
export function isNarrowed(input: object): boolean {
  const { pageNumber: _, pageSize: __, sort: ___, ...filters } = input as Readonly<Record<string, unknown>>;
  return Object.keys(filters).length > 0;
}

/** Whether an input asks for a list in every state and narrows it by nothing else: then nothing wider can be asked for. */
export function asksForAll(input: object): boolean {
  const { state, ...rest } = input as Readonly<Record<string, unknown>>;
  return state === 'all' && !isNarrowed(rest);
}
