import type { BasketItem } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';

export const THEMES = [
  'index',
  'sector',
  'factor',
  'all_weather',
  'own',
] as const satisfies readonly BasketItem['theme'][];
export const RISKS = ['low', 'medium', 'high'] as const satisfies readonly BasketItem['risk'][];
const SORTS = ['name', 'minInvestment', 'return1y', 'return3y', 'volatility'] as const;
export type View = 'cards' | 'table';
/** What stands on the page: the catalogue, or what its reader has invested in. */
export type Tab = 'catalogue' | 'mine';

export const PAGE_SIZE = 12;

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

export const tabIn = (query: Query): Tab => (query['tab'] === 'mine' ? 'mine' : 'catalogue');

export interface CatalogueState {
  readonly view: View;
  readonly theme: BasketItem['theme'] | undefined;
  readonly risk: BasketItem['risk'] | undefined;
}

/** What the address asks the catalogue for; a word that is none is left out. */
export function catalogueState(query: Query): CatalogueState {
  return {
    view: query['view'] === 'table' ? 'table' : 'cards',
    theme: oneOf(THEMES, query['theme']),
    risk: oneOf(RISKS, query['risk']),
  };
}

/** The call for one page of it. */
export function catalogueInput(query: Query): InputOfCall<'listBasket'> {
  const { theme, risk } = catalogueState(query);
  const sort = sortIn(query, SORTS);
  const search = query['search'] ?? '';
  return {
    pageNumber: pageOf(query['page']),
    pageSize: PAGE_SIZE,
    ...(sort ? { sort } : {}),
    ...(search === '' ? {} : { Search: search }),
    ...(theme ? { theme } : {}),
    ...(risk ? { risk } : {}),
  };
}

/** Why a list is empty: what the filters leave, that nothing of one's own was made yet, or that there is nothing at all. */
export type Emptiness = 'filtered' | 'no_own' | 'none';

export function emptinessOf(query: Query): Emptiness {
  const { theme, risk } = catalogueState(query);
  const searched = (query['search'] ?? '') !== '';
  if (theme === 'own' && risk === undefined && !searched) return 'no_own';
  return theme !== undefined || risk !== undefined || searched ? 'filtered' : 'none';
}
