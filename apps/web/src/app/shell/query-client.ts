import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../lib/call-failure.ts';
import { texts } from '../../lib/i18n.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { showToast } from '../../ui/feedback/toasts.ts';

const RETRIES = 2;
const FRESH_MS = 15_000;

/** Only what passes by itself is asked again: a connection that broke, or a service that is starting. */
function mayRetry(tries: number, failure: unknown): boolean {
  // Where the browser knows that there is no network, it tells when there is one again.
  return (
    onlineManager.isOnline() &&
    tries < RETRIES &&
    failure instanceof CallFailure &&
    (failure.is('NO_CONNECTION') || failure.status === 503)
  );
}

/** The cache of what was read. Events keep it current, so nothing polls. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (failure) => {
        if (failure instanceof CallFailure && failure.is('SIGNED_OUT')) return;
        const supportId = failure instanceof CallFailure ? failure.requestId : undefined;
        showToast({ tone: 'failed', text: failureText(failure, texts.t), supportId });
      },
    }),
    defaultOptions: {
      // Without a connection a call fails at once and says so. The library's own way is to keep it until there is one:
      // an order would then leave when nobody expects it any more.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: mayRetry,
        staleTime: FRESH_MS,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
