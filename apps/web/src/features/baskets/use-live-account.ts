import type { BrokerDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useCall } from '../../lib/use-call.ts';
import { accountOf, type LiveNeed, liveNeedsOf } from './live-needs-view.ts';

export interface LiveAccount {
  /** `undefined` while they are being read. */
  readonly accounts: readonly BrokerDetails[] | undefined;
  readonly account: BrokerDetails | undefined;
  readonly needs: readonly LiveNeed[];
  readonly choose: (brokerId: number | undefined) => void;
}

/** The linked account that live orders would go to, and what is missing before they can. */
export function useLiveAccount(): LiveAccount {
  const [chosen, choose] = useState<number>();
  const accounts = useCall('getangelone', {}).data?.broker_details;
  const profile = useCall('myprofile', {}).data?.profile;
  const account = accountOf(accounts ?? [], chosen);
  return { accounts, account, needs: liveNeedsOf(profile, accounts, account), choose };
}
