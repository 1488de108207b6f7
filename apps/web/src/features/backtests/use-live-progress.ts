import { useQueryClient } from '@tanstack/react-query';
import { useStreamEvent } from '../../lib/use-stream.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { withProgress } from './live-progress.ts';

/** While the page is open, rows move with the work; what has ended is read again by the shell. */
export function useLiveProgress(): void {
  const client = useQueryClient();
  useStreamEvent('backtest', (event) => {
    client.setQueriesData<OutputOfCall<'getUserBacktest'>>({ queryKey: ['getUserBacktest'] }, (page) =>
      page
        ? {
            ...page,
            backtest_list: page.backtest_list.map((row) => withProgress(row, event)),
            ...(page.backtest ? { backtest: withProgress(page.backtest, event) } : {}),
          }
        : page,
    );
  });
}
