import type { BacktestStatus } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';

interface CancelButtonProps {
  readonly BacktestId: number;
  readonly status: BacktestStatus;
  readonly name: string;
}

/** Ends a back-test that waits or runs; nothing where there is nothing to end. */
export function CancelButton({ BacktestId, status, name }: CancelButtonProps) {
  const { t } = useTranslation();
  const cancel = useAction('cancelbacktest', { refreshes: ['getUserBacktest', 'getBacktestPlans'] });
  if (status !== 'queued' && status !== 'running') return null;
  return (
    <Button
      look="quiet"
      small
      busy={cancel.isPending}
      onClick={() =>
        cancel.mutate(
          { BacktestId },
          { onSuccess: () => showToast({ tone: 'done', text: t('backtests.cancelled', { name }) }) },
        )
      }
    >
      {t('backtests.cancel')}
    </Button>
  );
}
