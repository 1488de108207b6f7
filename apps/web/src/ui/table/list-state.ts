import { useMatch, useNavigate, useRouterState } from '@tanstack/react-router';
import { type Query, queryOf } from '../../lib/query-of.ts';

/** Filters, sort and page of a list live in the address, so that a link keeps them. */
export interface ListState {
  readonly query: Query;
  /** From 1. */
  readonly page: number;
  readonly search: string;
  /** `name` or `-name`; empty where the list's own order stands. */
  readonly sort: string;
  readonly setPage: (page: number) => void;
  /** Changes filters and goes back to page 1; an empty text takes a filter away. */
  readonly set: (changes: Readonly<Record<string, string | undefined>>) => void;
  /** Changes what is shown beside the rows, such as an open detail; the page stays. */
  readonly show: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** Reads a page number from an address; anything else than 1, 2, 3 … is page 1. */
export function pageOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The order that an address asks for; a word that the list does not know is none. */
export function sortIn<Name extends string>(query: Query, names: readonly Name[]): Name | `-${Name}` | undefined {
  const asked = query['sort'];
  for (const name of names) {
    if (asked === name) return name;
    if (asked === `-${name}`) return `-${name}`;
  }
  return undefined;
}

/** Whether a list has no rows at all; one that a filter emptied, or that may be filtered, is not blank. */
export function isBlank(page: { readonly total: number } | undefined, filtered: boolean | undefined): boolean {
  return page?.total === 0 && filtered === false;
}

/** The query after a change. Page 1 and empty filters are left out, so that one list has one address. */
export function changedQuery(before: Query, changes: Readonly<Record<string, string | undefined>>): Query {
  const merged = Object.entries({ ...before, ...changes });
  return Object.fromEntries(
    merged.flatMap(([key, value]) =>
      value === undefined || value === '' || (key === 'page' && value === '1') ? [] : [[key, value]],
    ),
  );
}

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

/**
 * The query that a page goes by: the address's as soon as it changes, but not that of another page, whose code may still be
 * on its way while this one is in sight.
 *
 * @param address where the browser is, or is going
 * @param own     where the page itself is; absent of what belongs to no page
 */
export function queryOfPage(address: Place, own: Place | undefined): Query {
  return queryOf(own === undefined || address.pathname === own.pathname ? address.search : own.search);
}

/** The state of the list on this page, kept in the address. */
export function useListState(): ListState {
  const own = useMatch({ strict: false, shouldThrow: false });
  const query = useRouterState({ select: ({ location }) => queryOfPage(location, own), structuralSharing: true });
  const navigate = useNavigate();
  const go = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: changedQuery(query, changes), replace: true, resetScroll: false });
  return {
    query,
    page: pageOf(query['page']),
    search: query['search'] ?? '',
    sort: query['sort'] ?? '',
    setPage: (page) => go({ page: String(page) }),
    set: (changes) => go({ ...changes, page: undefined }),
    show: go,
  };
}
