import { useEffect, useRef, useState } from 'react';
import { asTold } from '../../../lib/server-texts.ts';
import type { CheckAnswer, CheckCall, Checked, CheckRequest, Word } from './check.worker.ts';

/** After the last key: checking itself takes a few milliseconds. */
const WAIT_MS = 120;
const NO_WORDS: readonly Word[] = [];

export interface Checker {
  /** The engine's word on the newest draft that it has read; absent before the first. */
  readonly checked: Checked | undefined;
  /** It is about an earlier draft: the newest is still being read. */
  readonly behind: boolean;
  readonly words: readonly Word[];
  /** The engine could not be loaded or has stopped: nothing is checked any more. */
  readonly failed: boolean;
}

/** The engine beside the page, in a worker of its own: typing never waits for it. */
export function useChecker(request: CheckRequest): Checker {
  const worker = useRef<Worker>(undefined);
  const last = useRef(0);
  const [answer, setAnswer] = useState<{ readonly checked: Checked; readonly request: CheckRequest }>();
  const [words, setWords] = useState(NO_WORDS);
  const [failed, setFailed] = useState(false);
  const asked = useRef<CheckRequest>(request);

  useEffect(() => {
    const made = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data: said }: MessageEvent<CheckAnswer>) => {
      // What the engine says beside the page is what it says on the server, in the same words.
      const data = asTold(said) as CheckAnswer;
      if (data.words) setWords(data.words);
      if (data.checked && data.id === last.current) setAnswer({ checked: data.checked, request: asked.current });
    });
    made.addEventListener('error', (event) => {
      console.error('the engine beside the builder has stopped', event.message);
      setFailed(true);
    });
    made.postMessage({ id: 0 } satisfies CheckCall);
    worker.current = made;
    return () => made.terminate();
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => {
      last.current += 1;
      asked.current = request;
      worker.current?.postMessage({ id: last.current, request } satisfies CheckCall);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [request]);

  return { checked: answer?.checked, behind: answer?.request !== request, words, failed };
}
