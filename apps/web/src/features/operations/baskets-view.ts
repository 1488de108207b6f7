import type { OpsBasketState } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import type { StateTone } from '../../ui/state-dot.tsx';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

/** What the list can be narrowed to; `operations-view.test.ts` compares it with the contract. */
export const BASKET_LISTS = ['all', 'offered', 'held_back', 'late'] as const;

/** What an address asks of the baskets. */
export function basketsInput(query: Query): InputOfCall<'opsbaskets'> {
  const search = query['search'] ?? '';
  const state = BASKET_LISTS.find((each) => each === query['state']);
  const sort = sortIn(query, ['name', 'holders', 'sips', 'lastReview', 'nextReview']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(state === undefined || state === 'all' ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
  };
}

export const BASKET_TONES: Readonly<Record<OpsBasketState, StateTone>> = {
  offered: 'good',
  held_back: 'bad',
  late: 'busy',
};
