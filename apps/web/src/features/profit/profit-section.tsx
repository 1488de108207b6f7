import { indiaMoment } from '@trickdesk/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeNow } from '../../lib/exchange-clock.ts';
import { day } from '../../lib/format.ts';
import type { RecordMode } from '../../lib/record-mode.ts';
import { useCall } from '../../lib/use-call.ts';
import type { InputOfCall, OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { EquityChart } from '../../ui/charts/equity-chart.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Explained, type FigureAsk } from '../../ui/figures/explained.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { ProfitFilters } from './profit-filters.tsx';
import { isNarrowed, profitInput } from './profit-range.ts';
import { profitPoints } from './profit-view.ts';

interface ProfitSectionProps {
  readonly type: RecordMode;
  /** 0 is all. */
  readonly brokerId: number;
}

/** What my tricks of one mode have made day by day, after charges, with the deepest fall. */
export function ProfitSection({ type, brokerId }: ProfitSectionProps) {
  const { t } = useTranslation();
  const list = useListState();
  const narrowed = isNarrowed(list.query);
  const input = profitInput(list.query, { type, brokerId });
  const state = useCall('mytrickprofit', input, { keepPrevious: true });
  return (
    <Section title={t('profit.title')} note={t('profit.note')}>
      <Loaded
        state={state}
        failed={t('profit.failed')}
        skeleton={<SkeletonLines label={t('profit.loading')} lines={8} />}
      >
        {(data) => (
          <div className={layout.stack}>
            {data.profit.length > 0 || narrowed ? <ProfitFilters list={list} hasRoboPro={data.hasRoboPro} /> : null}
            {data.profit.length > 0 ? (
              <Days data={data} input={input} type={type} />
            ) : (
              <NoDays list={list} narrowed={narrowed} />
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

interface DaysProps {
  readonly data: OutputOfCall<'mytrickprofit'>;
  readonly input: InputOfCall<'mytrickprofit'>;
  readonly type: RecordMode;
}

type ProfitFigure = Extract<FigureAsk, { roboPro?: unknown }>['figure'];

function Days({ data, input, type }: DaysProps) {
  const { t } = useTranslation();
  const { totals, drawdown } = data;
  const opens = (figure: ProfitFigure, value: number, shown: ReactNode) => (
    <Explained ask={{ figure, ...input }} value={value}>
      {shown}
    </Explained>
  );
  return (
    <>
      <FiguresStrip
        items={[
          {
            label: t('profit.net'),
            value: opens('profitNet', totals.netPaise, <Gain paise={totals.netPaise} live />),
            note: t('figures.afterCharges'),
            lead: true,
          },
          {
            label: t('profit.realised'),
            value: opens('profitRealised', totals.realisedPaise, <Gain paise={totals.realisedPaise} />),
          },
          {
            label: t('profit.unrealised'),
            value: opens('profitUnrealised', totals.unrealisedPaise, <Gain paise={totals.unrealisedPaise} live />),
          },
          {
            label: t('profit.charges'),
            value: opens('profitCharges', totals.chargesPaise, <Money paise={totals.chargesPaise} />),
          },
          {
            label: t('profit.drawdown'),
            value: opens('profitDrawdown', drawdown.paise, <Gain paise={drawdown.paise} live />),
            note: <Percent value={drawdown.percent} />,
          },
        ]}
      />
      {totals.movedPaise === 0 ? null : (
        <p className={texts.quiet}>
          {t(`profit.moved.${type}`)} {opens('profitMoved', totals.movedPaise, <Gain paise={totals.movedPaise} />)}
        </p>
      )}
      {data.profit.length === 1 ? <OneDay date={data.profit[0]?.date} /> : null}
      {data.profit.length > 1 ? <EquityChart points={profitPoints(data)} height={220} /> : null}
    </>
  );
}

/** A line between two points says less than a sentence. */
function OneDay({ date }: { readonly date: string | undefined }) {
  const { t } = useTranslation();
  if (date === undefined) return null;
  return <p className={texts.quiet}>{t('profit.oneDay', { day: day(indiaMoment(date), exchangeNow()) })}</p>;
}

function NoDays({ list, narrowed }: { readonly list: ListState; readonly narrowed: boolean }) {
  const { t } = useTranslation();
  if (!narrowed) return <Empty title={t('profit.emptyTitle')} text={t('profit.emptyText')} />;
  return (
    <Empty
      title={t('profit.noneTitle')}
      text={t('profit.noneText')}
      action={
        <Button small onClick={() => list.show({ from_date: undefined, to_date: undefined, robo_pro: undefined })}>
          {t('profit.showAll')}
        </Button>
      }
    />
  );
}
