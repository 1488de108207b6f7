import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../lib/use-call.ts';
import type { callsInput } from './call-view.ts';

const LOOK_AGAIN_MS = 5_000;

/** A page of calls; it looks again while one of them is not over, and only then: no event says what the market made of it. */
export function useCalls(input: ReturnType<typeof callsInput>) {
  const client = useQueryClient();
  const state = useCall('getRaTradeList', input, { keepPrevious: true });
  const waits = state.data?.ra_trade_list.some(({ outcome }) => !outcome.ended) ?? false;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['getRaTradeList'] }), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, waits]);
  return state;
}
