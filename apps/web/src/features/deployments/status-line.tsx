import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useExchange, useExchangeNow } from '../../lib/exchange-clock.ts';
import { clockMinute } from '../../lib/format.ts';
import css from './deployments.module.css';
import { nextCloseMs } from './live-candles.ts';
import { stateOf, toneOf } from './trick-state.ts';

/** What it does now and what comes next, so that an action can be followed here until it is done. */
export function StatusLine({ trick }: { readonly trick: MyTrickDetails }) {
  const state = stateOf(trick);
  return (
    <div className={css.status} data-tone={toneOf(trick)} role="status">
      {state === 'running' ? <Running trick={trick} /> : <NotRunning trick={trick} />}
      {trick.statusReason ? <p className={css.statusReason}>{trick.statusReason}</p> : null}
    </div>
  );
}

function Running({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const { status } = useExchange();
  const now = useExchangeNow(10_000);
  const next = nextCloseMs(now, trick.interval);
  if (status === 'closed') return <p>{t('deployments.followsRunningClosed')}</p>;
  if (next === undefined) return <p>{t('deployments.followsRunningDaily')}</p>;
  return <p>{t('deployments.followsRunning', { time: clockMinute(next) })}</p>;
}

function NotRunning({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const open = trick.openPositions;
  switch (stateOf(trick)) {
    case 'stopping':
      return <p>{t('deployments.followsStopping', { count: open })}</p>;
    case 'exiting':
      return <p>{t('deployments.followsExiting', { count: open })}</p>;
    case 'halted':
      return <p>{t('deployments.followsHalted', { count: open })}</p>;
    case 'exited':
      return <p>{t('deployments.followsExited')}</p>;
    case 'running':
    case 'stopped':
      return <p>{t('deployments.followsStopped')}</p>;
  }
}
