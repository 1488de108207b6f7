import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const LOOK_AGAIN_MS = 5_000;

/** No event says that a back-test of the catalogue is done, so the desk looks again while some are on their way. */
export function usePreparationWatch(preparing: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!preparing) return undefined;
    const timer = setInterval(() => {
      for (const name of ['home', 'gettopten']) void client.invalidateQueries({ queryKey: [name] });
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, preparing]);
}
