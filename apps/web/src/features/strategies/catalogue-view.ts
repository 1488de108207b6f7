import type { TrickItem } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const CATEGORIES = [
  'trend',
  'mean_reversion',
  'breakout',
  'opening_range',
  'vwap',
  'momentum',
] as const satisfies readonly TrickItem['category'][];
export const RISKS = ['low', 'medium', 'high'] as const satisfies readonly TrickItem['risk'][];
const SORTS = ['record', 'name', 'return_30d', 'return_total', 'drawdown', 'win_rate', 'capital'] as const;
export type View = 'cards' | 'table';

export const PAGE_SIZE = 12;

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

export interface CatalogueState {
  readonly view: View;
  readonly category: TrickItem['category'] | undefined;
  readonly risk: TrickItem['risk'] | undefined;
}

/** What the address asks the catalogue for; a word that is none is left out. */
export function catalogueState(query: Query): CatalogueState {
  return {
    view: query['view'] === 'table' ? 'table' : 'cards',
    category: oneOf(CATEGORIES, query['category']),
    risk: oneOf(RISKS, query['risk']),
  };
}

/** The call for one page of it. */
export function catalogueInput(query: Query): InputOfCall<'hometrickers'> {
  const { category, risk } = catalogueState(query);
  const sort = sortIn(query, SORTS);
  const search = query['search'] ?? '';
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(sort ? { sort } : {}),
    ...(search === '' ? {} : { Search: search }),
    ...(category ? { category } : {}),
    ...(risk ? { risk } : {}),
  };
}

export function isFiltered(query: Query): boolean {
  const { category, risk } = catalogueState(query);
  return category !== undefined || risk !== undefined || (query['search'] ?? '') !== '';
}
