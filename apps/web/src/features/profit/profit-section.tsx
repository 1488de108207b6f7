import { useTranslation } from 'react-i18next';
import type { RecordMode } from '../../lib/record-mode.ts';
import { useCall } from '../../lib/use-call.ts';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { profitPoints } from './profit-view.ts';

interface ProfitSectionProps {
  readonly type: RecordMode;
  /** 0 is all. */
  readonly brokerId: number;
}

/** What my tricks of one mode have made day by day, after charges, with the deepest fall. */
export function ProfitSection({ type, brokerId }: ProfitSectionProps) {
  const { t } = useTranslation();
  const state = useCall('mytrickprofit', { type, brokerId }, { keepPrevious: true });
  return (
    <Section title={t('profit.title')} note={t('profit.note')}>
      <Loaded
        state={state}
        failed={t('profit.failed')}
        skeleton={<SkeletonLines label={t('profit.loading')} lines={8} />}
      >
        {({ profit, totals, drawdown, ...rest }) =>
          profit.length === 0 ? (
            <Empty title={t('profit.emptyTitle')} text={t('profit.emptyText')} />
          ) : (
            <div className={layout.stack}>
              <FiguresStrip
                items={[
                  {
                    label: t('profit.net'),
                    value: <Gain paise={totals.netPaise} />,
                    note: t('figures.afterCharges'),
                    lead: true,
                  },
                  { label: t('profit.realised'), value: <Gain paise={totals.realisedPaise} /> },
                  { label: t('profit.unrealised'), value: <Gain paise={totals.unrealisedPaise} /> },
                  { label: t('profit.charges'), value: <Money paise={totals.chargesPaise} /> },
                  {
                    label: t('profit.drawdown'),
                    value: <Gain paise={drawdown.paise} />,
                    note: <Percent value={drawdown.percent} />,
                  },
                ]}
              />
              {totals.movedPaise === 0 ? null : (
                <p className={texts.quiet}>
                  {t(`profit.moved.${type}`)} <Gain paise={totals.movedPaise} />
                </p>
              )}
              <EquityChart points={profitPoints({ profit, totals, drawdown, ...rest })} height={220} />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}
