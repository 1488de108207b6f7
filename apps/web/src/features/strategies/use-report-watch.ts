import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TrickDetails } from './trick-page.tsx';

const LOOK_AGAIN_MS = 5_000;

/** No event says that a back-test is done, so its page looks again while one is on its way, and only then. */
export function useReportWatch(status: TrickDetails['reportStatus']): void {
  const client = useQueryClient();
  const waiting = status === 'queued' || status === 'running';
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['trickerdetails'] }), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, waiting]);
}
