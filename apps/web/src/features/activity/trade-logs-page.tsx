import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { KindFilter } from './kind-filter.tsx';
import { LogList } from './log-list.tsx';
import { isNarrowed, TRADE_LOG_KINDS, tradeLogInput } from './log-view.ts';
import { useTradeLogColumns } from './use-trade-log-columns.tsx';

/** What tricks did, each line with the mode that it is of. */
export function TradeLogsPage() {
  const list = useListState();
  const input = tradeLogInput(list.query);
  const page = useCall('userlogTrade', input, { keepPrevious: true });
  return (
    <LogList
      which="trades"
      list={list}
      columns={useTradeLogColumns()}
      page={page}
      narrowed={isNarrowed(input)}
      filters={<KindFilter list={list} kinds={TRADE_LOG_KINDS} current={input.kind} />}
      more={<OneTrick list={list} TricksId={input.TricksId} name={page.data?.log_list[0]?.trickName} />}
      read={(paging) => send('userlogTrade', { ...input, ...paging })}
    />
  );
}

interface OneTrickProps {
  readonly list: ListState;
  readonly TricksId: number | undefined;
  readonly name: string | undefined;
}

/** Says that the log is of one trick only, and takes that away. */
function OneTrick({ list, TricksId, name }: OneTrickProps) {
  const { t } = useTranslation();
  if (TricksId === undefined) return null;
  return (
    <Button
      look="quiet"
      small
      icon={<IconX size={14} aria-hidden="true" />}
      onClick={() => list.set({ TricksId: undefined })}
    >
      {name === undefined
        ? t('activity.trades.onlyTrickId', { id: TricksId })
        : t('activity.trades.onlyTrick', { name })}
    </Button>
  );
}
