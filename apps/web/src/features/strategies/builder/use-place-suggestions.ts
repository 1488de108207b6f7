import { useQueryClient } from '@tanstack/react-query';
import type { Interval } from '@trickdesk/domain';
import { useCallback } from 'react';
import { send } from '../../../lib/send.ts';
import { keyOf } from '../../../lib/use-call.ts';
import { instrumentAt, intervalsAt, placeTyped, type Suggestion } from './language.ts';

export interface Suggestions {
  /** How many characters before the end they take the place of. */
  readonly typed: number;
  readonly suggestions: readonly Suggestion[];
}

/** Where nothing is typed yet: what most rules look at. */
const FIRST = ['NIFTY', 'BANKNIFTY'];

/** What may stand behind an `@`; `undefined` where none does. Instruments are looked up as they are typed. */
export function usePlaceSuggestions(own: Interval): (before: string) => Promise<Suggestions> | undefined {
  const client = useQueryClient();
  return useCallback(
    (before) => {
      const place = placeTyped(before);
      if (!place) return undefined;
      const { typed, hasInstrument } = place;
      const intervals = intervalsAt(own, hasInstrument);
      const suggest = (symbols: readonly string[]): Suggestions => ({
        typed: typed.length,
        suggestions: [...symbols.map(instrumentAt), ...intervals],
      });
      const Search = typed.replace('"', '').trim();
      if (hasInstrument || /^\d/.test(Search)) return Promise.resolve(suggest([]));
      if (Search === '') return Promise.resolve(suggest(FIRST));
      const found = client.fetchQuery({
        queryKey: keyOf('searchinstruments', { Search }),
        queryFn: () => send('searchinstruments', { Search }, { quiet: true }),
      });
      // Whoever types goes on without it.
      return found.then(
        ({ instrument_list: list }) => suggest(list.map(({ symbol }) => symbol)),
        () => suggest(FIRST),
      );
    },
    [client, own],
  );
}
