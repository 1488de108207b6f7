import type { PublicationState } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import type { StateTone } from '../../ui/state-dot.tsx';
import { pageOf, sortIn } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';

/** What the queue can be narrowed to; `operations-view.test.ts` compares it with the contract. */
export const TRICK_LISTS = ['waiting', 'all', 'published', 'refused', 'withdrawn'] as const;

/** What an address asks of the tricks; what waits for somebody where it says nothing. */
export function tricksInput(query: Query): InputOfCall<'opstricks'> {
  const search = query['search'] ?? '';
  const state = TRICK_LISTS.find((each) => each === query['state']);
  const sort = sortIn(query, ['time', 'name']);
  return {
    ...{ pageNumber: pageOf(query['page']), pageSize: PAGE_SIZE },
    ...(search === '' ? {} : { Search: search }),
    ...(state === undefined || state === 'waiting' ? {} : { state }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** `past`: it was published, and is offered no more. */
export type ShownState = PublicationState | 'past';

export const shownState = ({
  state,
  offered,
}: {
  readonly state: PublicationState;
  readonly offered: boolean;
}): ShownState => (state === 'published' && !offered ? 'past' : state);

export const STATE_TONES: Readonly<Record<ShownState, StateTone>> = {
  waiting: 'busy',
  published: 'good',
  refused: 'bad',
  withdrawn: 'quiet',
  past: 'quiet',
};
