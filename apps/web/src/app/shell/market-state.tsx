import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useExchange, useExchangeNow } from '../../lib/exchange-clock.ts';
import { clockTime } from '../../lib/format.ts';
import { useStreamState } from '../../lib/use-stream.ts';
import css from './market-state.module.css';

/** Whether figures on screen may be old: nothing heard for three seconds, or a late feed, while the market is open. */
export function useStaleFigures(): boolean {
  const stream = useStreamState();
  const exchange = useExchange();
  return exchange.status === 'open' && (stream === 'stale' || exchange.feed !== 'live');
}

/** The exchange's clock and whether it is open; it says when it is the simulator's. */
export function MarketState() {
  const { t } = useTranslation();
  const exchange = useExchange();
  const now = useExchangeNow(1_000);
  const stale = useStaleFigures();
  const connected = useStreamState() !== 'stale';
  return (
    <div className={css.market}>
      <span className={css.state} data-state={stale ? 'late' : exchange.status} aria-hidden="true" />
      <span className={css.marketText}>{t(`shell.market.${exchange.status}`)}</span>
      <span className={css.marketShort}>{t(`shell.marketShort.${exchange.status}`)}</span>
      {/* Before the first price there is no exchange clock, and this machine's is not it. */}
      {exchange.status === 'unknown' ? null : <span className={css.clock}>{clockTime(now)}</span>}
      {exchange.simulated ? (
        <span className={css.quiet} title={t('shell.simulatedExplain')}>
          {exchange.speed === 1 ? t('shell.simulated') : t('shell.simulatedSpeed', { speed: exchange.speed })}
        </span>
      ) : null}
      {connected && !stale ? null : (
        <span
          className={css.late}
          role="status"
          title={connected ? t('figures.stale') : t('shell.notConnectedExplain')}
        >
          <IconClockExclamation size={16} aria-hidden="true" />
          <span className={css.lateText}>{connected ? t('shell.stale') : t('shell.notConnected')}</span>
        </span>
      )}
    </div>
  );
}
