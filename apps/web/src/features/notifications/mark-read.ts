import { CallFailure } from '../../lib/call-failure.ts';

/** What marking alerts as read stands on; each is a step of the transition that the specification describes. */
export interface MarkReadSteps {
  /** The call. Its failure is toasted by whoever sends it, with the server's message. */
  readonly call: () => Promise<unknown>;
  readonly setLoading: (loading: boolean) => void;
  readonly setError: (message: string | undefined) => void;
  readonly reloadCount: () => Promise<unknown>;
  /** The same category's list from page 1, twelve a page. */
  readonly reloadList: () => Promise<unknown>;
}

/**
 * Marks alerts as read: the call, its loading flag cleared, the count loaded again, the same category's list from its
 * first page. After a failure nothing is loaded again: the server's message is stored as the error, and the loader is
 * off.
 */
export async function markRead(steps: MarkReadSteps): Promise<void> {
  steps.setLoading(true);
  steps.setError(undefined);
  try {
    await steps.call();
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    steps.setError(error.message);
    return;
  } finally {
    steps.setLoading(false);
  }
  await steps.reloadCount();
  await steps.reloadList();
}
