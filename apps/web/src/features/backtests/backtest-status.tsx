import type { BacktestStatus } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';

const TONES: Readonly<Record<BacktestStatus, StateTone>> = {
  queued: 'quiet',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

interface BacktestStateProps {
  readonly status: BacktestStatus;
  readonly progressPercent: number;
}

/** How a back-test stands; of one that runs, how far it is. */
export function BacktestState({ status, progressPercent }: BacktestStateProps) {
  const { t } = useTranslation();
  return (
    <StateDot tone={TONES[status]}>
      {status === 'running' ? t('backtests.runningAt', { percent: progressPercent }) : t(`backtests.status.${status}`)}
    </StateDot>
  );
}
