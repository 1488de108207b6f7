import { texts } from '../lib/i18n.ts';
import { handleFailures, session } from '../lib/send.ts';
import { failureText } from '../ui/feedback/failure-text.ts';
import { showToast } from '../ui/feedback/toasts.ts';
import type { router as appRouter } from './router.tsx';

/** What every failed call does: section 8 of the specification. A form asks for quiet and shows its own. */
export function connectFailures(router: typeof appRouter): void {
  handleFailures({
    onSignedOut: () => {
      session.clear();
      showToast({ tone: 'failed', text: texts.t('failure.signedOut') });
      const here = router.state.location;
      if (here.pathname !== '/login') void router.navigate({ to: '/login', search: { next: here.href } });
    },
    onFailure: (failure) =>
      showToast({ tone: 'failed', text: failureText(failure, texts.t), supportId: failure.requestId }),
  });
}
