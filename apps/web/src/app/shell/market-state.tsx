import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useExchange, useExchangeNow } from '../../lib/exchange-clock.ts';
import { clockTime } from '../../lib/format.ts';
import { useFreshness } from '../../lib/freshness.ts';
import { useStreamState } from '../../lib/use-stream.ts';
import { useAgeWords } from '../../ui/figures/stale-mark.tsx';
import css from './market-state.module.css';

/** The exchange's clock and whether it is open; it says when it is the simulator's. */
export function MarketState() {
  const { t } = useTranslation();
  const exchange = useExchange();
  const now = useExchangeNow(1_000);
  const age = useFreshness();
  const stale = typeof age === 'number';
  const connected = useStreamState() !== 'stale';
  const words = useAgeWords();
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
        <span className={css.late} title={connected ? t('figures.stale') : t('shell.notConnectedExplain')}>
          <IconClockExclamation size={16} aria-hidden="true" />
          {/* Announced once; how old changes every second: seen, not heard. */}
          <span role="status" className={connected ? 'td-visually-hidden' : css.lateText}>
            {connected ? t('shell.stale') : t('shell.notConnected')}
          </span>
          {stale ? (
            <span className={css.lateText} aria-hidden="true">
              {words(age)}
            </span>
          ) : null}
        </span>
      )}
    </div>
  );
}
