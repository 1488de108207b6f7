import { OpsResearchPage } from '../../features/operations/research-page.tsx';
import { CallDetail } from '../../features/research/call-detail.tsx';
import { callsInput } from '../../features/research/call-view.ts';
import { PublishedCalls } from '../../features/research/published-calls.tsx';
import { useLookAgain } from '../../features/research/use-look-again.ts';
import { useCall } from '../../lib/use-call.ts';
import { useListState } from '../../ui/table/list-state.ts';

/** Where research is published, with calls as everybody sees them. */
export function OpsResearch() {
  const state = useCall('opsresearch', callsInput(useListState().query), { keepPrevious: true });
  useLookAgain('opsresearch', state.data?.ra_trade_list);
  return (
    <OpsResearchPage
      show={(call) =>
        'outcome' in call ? <CallDetail call={call} outcome={call.outcome} /> : <CallDetail call={call} />
      }
      list={<PublishedCalls state={state} />}
      calls={state.data?.ra_trade_list ?? []}
    />
  );
}
