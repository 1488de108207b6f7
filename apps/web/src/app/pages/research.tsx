import { OpsResearchPage } from '../../features/operations/research-page.tsx';
import { CallDetail } from '../../features/research/call-detail.tsx';
import { callsInput } from '../../features/research/call-view.ts';
import { PublishedCalls } from '../../features/research/published-calls.tsx';
import { useCalls } from '../../features/research/use-calls.ts';
import { useListState } from '../../ui/table/list-state.ts';

/** Where research is published, with calls as everybody sees them. */
export function OpsResearch() {
  const state = useCalls(callsInput(useListState().query));
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
