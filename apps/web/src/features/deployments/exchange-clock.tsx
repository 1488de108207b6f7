import { useTranslation } from 'react-i18next';
import { useExchange, useExchangeNow } from '../../lib/exchange-clock.ts';
import { clockTime } from '../../lib/format.ts';
import css from './deployments.module.css';

/** The exchange's time; said to be the simulator's where it is. */
export function ExchangeClock() {
  const { t } = useTranslation();
  const { simulated } = useExchange();
  const now = useExchangeNow(1_000);
  return (
    <span className={css.clock}>
      {simulated ? t('deployments.clockSimulated') : t('deployments.clock')} <time>{clockTime(now)}</time>
    </span>
  );
}
