import type { BacktestEvidence, BacktestRun, BacktestTables } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull, percent, wholeRupees } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import css from './backtests.module.css';

interface ReportProps {
  readonly report: BacktestRun;
}

/** The deepest fall, and how long it took. */
export function Drawdown({ report: { drawdown, capitalPaise, longestLosingRun } }: ReportProps) {
  const { t, i18n } = useTranslation();
  const dayText = (date: string) => dayInFull(date, i18n.language);
  return (
    <Section title={t('backtests.report.deepest')}>
      {drawdown ? (
        <dl className={facts.facts}>
          <Line name={t('backtests.report.lost')} value={<Gain paise={-Math.abs(drawdown.amountPaise)} />} />
          <Line name={t('backtests.report.fellFrom')} value={dayText(drawdown.from_date)} />
          <Line name={t('backtests.report.lowest')} value={dayText(drawdown.deepest_date)} />
          <Line
            name={t('backtests.report.madeGood')}
            value={drawdown.to_date ? dayText(drawdown.to_date) : t('backtests.report.notMadeGood')}
          />
          <Line name={t('backtests.report.lasted')} value={t('strategies.days', { count: drawdown.days })} />
          <Line
            name={t('strategies.report.losingRun')}
            value={t('strategies.tradeCount', { count: longestLosingRun })}
          />
        </dl>
      ) : (
        <p className={facts.text}>{t('backtests.report.neverBelow', { amount: wholeRupees(capitalPaise) })}</p>
      )}
    </Section>
  );
}

const KINDS = ['brokerage', 'stt', 'exchange', 'ipft', 'sebi', 'stamp', 'gst', 'dp'] as const;

export function Charges({ report }: ReportProps) {
  const { t } = useTranslation();
  const paid = report.charges.filter(({ paise }) => paise !== 0);
  const nameOf = (kind: string) => {
    const known = KINDS.find((each) => each === kind);
    return known ? t(`backtests.charge.${known}`) : kind;
  };
  return (
    <Section title={t('backtests.report.charges')} note={t('backtests.report.chargesNote')}>
      {paid.length === 0 ? (
        <p className={facts.text}>{t('backtests.report.noCharges')}</p>
      ) : (
        <dl className={facts.facts}>
          {paid.map(({ kind, paise }) => (
            <Line key={kind} name={nameOf(kind)} value={<Money paise={paise} />} />
          ))}
          <Line
            name={<strong>{t('backtests.report.allCharges')}</strong>}
            value={<Money paise={report.chargesPaise} />}
          />
        </dl>
      )}
    </Section>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly value: ReactNode;
}

function Line({ name, value }: LineProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/** The result, were fills worse than the prices by more or less than was counted. */
export function Slippage({ costs }: { readonly costs: BacktestEvidence['costs'] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('backtests.report.slippage')}>
      <dl className={facts.facts}>
        {costs.levels.map(({ slippageBps, netPnlPaise }) => (
          <Line
            key={slippageBps}
            name={
              slippageBps === costs.slippageBps
                ? t('backtests.report.slippageCounted', { percent: percent(slippageBps / 100) })
                : percent(slippageBps / 100)
            }
            value={<Gain paise={netPnlPaise} />}
          />
        ))}
      </dl>
      <p className={css.note}>{t('backtests.report.slippageNote')}</p>
    </Section>
  );
}

/** How far trades went for and against before they ended. */
export function Excursions({ excursions }: { readonly excursions: BacktestTables['excursions'] }) {
  const { t } = useTranslation();
  const { adverseOfWinsPercent, adverseOfLossesPercent, favourableOfLossesPercent } = excursions;
  const lines = [
    [t('backtests.report.adverseOfWins'), adverseOfWinsPercent],
    [t('backtests.report.adverseOfLosses'), adverseOfLossesPercent],
    [t('backtests.report.favourableOfLosses'), favourableOfLossesPercent],
  ] as const;
  if (lines.every(([, value]) => value === undefined)) return null;
  return (
    <Section title={t('backtests.report.excursions')}>
      <dl className={facts.facts}>
        {lines.map(([name, value]) => (
          <Line key={name} name={name} value={value === undefined ? t('common.none') : percent(value, true)} />
        ))}
      </dl>
      <p className={css.note}>{t('backtests.report.excursionsNote')}</p>
    </Section>
  );
}
