import type { BacktestRun } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, percent, rupees } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';
import css from './backtests.module.css';

/** Days on which the stored prices change their unit and nobody has said by how much, and what that does to the result. */
export function PriceJumps({ jumps }: { readonly jumps: NonNullable<BacktestRun['basis']['priceJumps']> }) {
  const { t, i18n } = useTranslation();
  if (jumps.length === 0) return null;
  const day = (date: string) => dayInFull(date, i18n.language);
  return (
    <Section title={t('backtests.jumps.title')} note={t('backtests.jumps.note')}>
      <ul className={facts.text}>
        {jumps.map(({ symbol, date, previous_date, changePercent, trades, netPnlPaise }) => (
          <li key={`${symbol} ${date}`}>
            {t('backtests.jumps.jump', {
              ...{ symbol, day: day(date), before: day(previous_date), percent: percent(changePercent, true) },
            })}{' '}
            {trades === 0
              ? t('backtests.jumps.notHeld')
              : t('backtests.jumps.held', { count: trades, shown: count(trades), amount: rupees(netPnlPaise) })}
          </li>
        ))}
      </ul>
      <p className={css.note}>{t('backtests.jumps.effect')}</p>
    </Section>
  );
}
