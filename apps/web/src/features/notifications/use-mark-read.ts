import { useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@trickdesk/contract';
import { useState } from 'react';
import { send } from '../../lib/send.ts';
import { keyOf } from '../../lib/use-call.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import type { ListState } from '../../ui/table/list-state.ts';
import { categoryIn, firstPageOf } from './alerts-view.ts';
import { markRead } from './mark-read.ts';

/** `all`: every alert of the category that is shown. */
export type MarkTarget = number | 'all';

export interface MarkReadState {
  /** Whose call is under way. */
  readonly loading: MarkTarget | undefined;
  /** The server's message of the last try, where it failed. */
  readonly error: string | undefined;
  readonly mark: (target: MarkTarget) => Promise<void>;
}

/** Marks alerts of the list that is on screen as read. */
export function useMarkRead(list: ListState): MarkReadState {
  const client = useQueryClient();
  const [loading, setLoading] = useState<MarkTarget>();
  const [error, setError] = useState<string>();

  function reload<Name extends CallName>(name: Name, input: InputOfCall<Name>): Promise<unknown> {
    return client.fetchQuery({
      queryKey: keyOf(name, input),
      queryFn: () => send(name, input, { quiet: true }),
      staleTime: 0,
    });
  }

  function call(target: MarkTarget): Promise<unknown> {
    if (target !== 'all') return send('usernotificationread', { notification_id: target });
    const category = categoryIn(list.query);
    return send('usernotificationreadall', category === undefined ? {} : { notication_category_id: category });
  }

  const mark = (target: MarkTarget) =>
    markRead({
      call: () => call(target),
      setLoading: (on) => setLoading(on ? target : undefined),
      setError,
      reloadCount: () => reload('usernotificationcount', {}),
      reloadList: async () => {
        // Other pages and categories have the alert too: they are read again when they are opened.
        await client.invalidateQueries({ queryKey: keyOf('usernotificationlist'), refetchType: 'none' });
        list.setPage(1);
        await reload('usernotificationlist', firstPageOf(list.query));
      },
    });

  return { loading, error, mark };
}
