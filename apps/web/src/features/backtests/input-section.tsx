import type { BacktestDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { percent, wholeRupees } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';

/** Enough to tell two versions apart. */
export const HASH_SHOWN = 12;

/** What was asked for, so that a result can be made again. */
export function InputSection({ backtest }: { readonly backtest: BacktestDetails }) {
  const { t } = useTranslation();
  const lines = [
    [t('backtests.form.instruments'), backtest.instruments.join(', ')],
    [t('backtests.form.interval'), t(`strategies.intervals.${backtest.interval}`)],
    [t('backtests.form.prices'), t(`backtests.input.${backtest.prices}`)],
    [t('backtests.form.capital'), wholeRupees(backtest.capitalPaise)],
    [t('backtests.form.slippage'), percent(backtest.slippageBps / 100)],
    [t('backtests.report.charges'), backtest.costs ? t('backtests.input.charged') : t('backtests.input.notCharged')],
    ...Object.entries(backtest.sweep ?? {}).map(
      ([name, values]) => [t('backtests.input.tried', { name }), values.join(', ')] as const,
    ),
    [t('backtests.input.rules'), backtest.versionHash.slice(0, HASH_SHOWN)],
  ] as const;
  return (
    <Section title={t('backtests.input.title')} note={t('backtests.input.note')}>
      <dl className={facts.facts}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {backtest.interval === '1d' ? <p className={facts.text}>{t('backtests.input.dailyPath')}</p> : null}
    </Section>
  );
}
