import { type ReactNode, useDeferredValue } from 'react';
import { ErrorState } from './error-state.tsx';

/** The part of a query's result that a page shows. */
export interface LoadState<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly state: LoadState<Data>;
  readonly skeleton: ReactNode;
  /** What could not be loaded, in the page's words. */
  readonly failed?: string;
  readonly children: (data: Data) => ReactNode;
}

/** Loading, failed or there. Data that is on screen stays there when a later read fails. */
export function Loaded<Data>({ state, skeleton, failed, children }: LoadedProps<Data>) {
  // What a page first shows is its longest piece of work: in slices it holds up nothing that is typed or clicked.
  const isDrawn = useDeferredValue(state.data !== undefined);
  if (state.data !== undefined) return isDrawn ? children(state.data) : skeleton;
  if (state.error) {
    return <ErrorState failure={state.error} onRetry={() => state.refetch()} {...(failed ? { title: failed } : {})} />;
  }
  return skeleton;
}
