import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { KindFilter } from './kind-filter.tsx';
import { LogList } from './log-list.tsx';
import { isNarrowed, LOG_KINDS, logInput } from './log-view.ts';
import { useLogColumns } from './use-log-columns.tsx';

/** What was done with the account: when, from which device and from which address. */
export function LogsPage() {
  const list = useListState();
  const input = logInput(list.query);
  return (
    <LogList
      which="account"
      list={list}
      columns={useLogColumns()}
      page={useCall('userlog', input, { keepPrevious: true })}
      narrowed={isNarrowed(input)}
      filters={<KindFilter list={list} kinds={LOG_KINDS} current={input.kind} />}
      read={(paging) => send('userlog', { ...input, ...paging })}
    />
  );
}
