import { useEffect, useState } from 'react';
import type { Preview, PreviewAnswer, PreviewCall, PreviewRequest } from './preview.worker.ts';

/** After the last key, so that a number is not run at its first digit. */
const WAIT_MS = 300;

export interface PreviewState {
  readonly preview: Preview | undefined;
  /** A newer one is being worked out. */
  readonly working: boolean;
}

/**
 * What the rules would have done on the bars. Each draft gets a worker of its own, which is ended with whatever it is at
 * as soon as there is a newer draft.
 *
 * @param request kept as one object while nothing in it changes; absent while the rules cannot be run
 */
export function usePreview(request: PreviewRequest | undefined): PreviewState {
  const [done, setDone] = useState<{ readonly of: PreviewRequest; readonly preview: Preview | undefined }>();
  useEffect(() => {
    if (!request) return undefined;
    let worker: Worker | undefined;
    const timer = setTimeout(() => {
      worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<PreviewAnswer>) => {
        setDone({ of: request, preview: data.preview });
        worker?.terminate();
      });
      worker.postMessage({ id: 1, request } satisfies PreviewCall);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      worker?.terminate();
    };
  }, [request]);
  return { preview: done?.preview, working: request !== undefined && done?.of !== request };
}
