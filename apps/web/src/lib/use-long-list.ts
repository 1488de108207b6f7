import { useQueries } from '@tanstack/react-query';
import type { CallName } from '@trickdesk/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LONG_PAGE, pagesWith } from './long-pages.ts';
import { send } from './send.ts';
import { keyOf } from './use-call.ts';
import type { InputOfCall, OutputOfCall } from './wire.ts';

/** A hand that scrolls on asks for nothing; what it stops at is asked for. */
const SETTLED_MS = 80;
const KEPT_MS = 60_000;

interface LongListParts<Name extends CallName, Row> {
  readonly name: Name;
  readonly inputOf: (pageNumber: number, pageSize: number) => InputOfCall<Name>;
  readonly rowsOf: (answer: OutputOfCall<Name>) => readonly Row[];
}

/** The rows of a call with pages, of which those in view are read and kept for a minute. */
export function useLongList<Name extends CallName, Row>({ name, inputOf, rowsOf }: LongListParts<Name, Row>) {
  const [pages, setPages] = useState<readonly number[]>([1]);
  const answers = useQueries({
    queries: pages.map((page) => {
      const input = inputOf(page, LONG_PAGE);
      return {
        queryKey: keyOf(name, input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => send(name, input, { quiet: true, signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEPT_MS,
      };
    }),
  });
  const rowAt = (index: number): Row | undefined => {
    const data = answers[pages.indexOf(Math.floor(index / LONG_PAGE) + 1)]?.data;
    return data && rowsOf(data)[index % LONG_PAGE];
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onView = useCallback((first: number, last: number): void => {
    clearTimeout(timer.current);
    const seen = pagesWith(first, last);
    timer.current = setTimeout(() => {
      setPages((before) => (seen.join() === before.join() ? before : seen));
    }, SETTLED_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { rowAt, onView };
}
