import { useQueryClient } from '@tanstack/react-query';
import type { CallName, RaTrade } from '@trickdesk/contract';
import { useEffect } from 'react';

const LOOK_AGAIN_MS = 5_000;

/** No event says what the market made of a call, so a list looks again while one of its calls is not over, and only then. */
export function useLookAgain(name: CallName, calls: readonly RaTrade[] | undefined): void {
  const client = useQueryClient();
  const waits = calls?.some(({ outcome }) => !outcome.ended) ?? false;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: [name] }), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, name, waits]);
}
