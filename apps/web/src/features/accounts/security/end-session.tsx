import type { SessionOnList } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';

/** Signs another device out. It can be signed in again with the password: nothing is asked first. */
export function EndSession({ session }: { readonly session: SessionOnList }) {
  const { t } = useTranslation();
  const end = useAction('revokesession', { refreshes: ['mysessions'] });
  const act = (): void => {
    end.mutate(
      { sessionId: session.sessionId },
      { onSuccess: () => showToast({ tone: 'done', text: t('accounts.security.ended') }) },
    );
  };
  return (
    <Button look="quiet" small busy={end.isPending} onClick={act}>
      {t('accounts.security.end')}
    </Button>
  );
}
