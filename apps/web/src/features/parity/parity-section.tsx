import type { ParityDay, ParityReportRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Gain } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import css from './parity.module.css';
import { RecentDays } from './recent-days.tsx';
import { Parts, TradeLine } from './trade-line.tsx';

interface ParitySectionProps {
  readonly trickId: number;
  /** Its last days, newest first. */
  readonly recent: readonly ParityDay[];
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** What a trick did on an exchange day beside the back-test of that day, and where each difference comes from. */
export function ParitySection({ trickId, recent }: ParitySectionProps) {
  const { t, i18n } = useTranslation();
  const { query, show } = useListState();
  // In the address, so that a day can be linked to.
  const { parity: date = '' } = query;
  const input = { TricksId: trickId, ...(isDate(date) ? { date } : {}) };
  const state = useCall('parityreport', input, { keepPrevious: true });
  const days = state.data?.days ?? [];
  return (
    <Section
      title={t('parity.title')}
      note={t('parity.note')}
      aside={
        days.length > 1 ? (
          <div className={css.days}>
            <FilterSelect
              label={t('parity.day')}
              value={state.data?.report?.day ?? ''}
              options={days.map((value) => ({ value, label: dayInFull(value, i18n.language) }))}
              onChange={(day) => show({ parity: day })}
            />
          </div>
        ) : null
      }
    >
      <Loaded
        state={state}
        failed={t('parity.failed')}
        skeleton={<SkeletonLines label={t('parity.loading')} lines={6} />}
      >
        {({ report }) =>
          report ? (
            <>
              <Report report={report} />
              <RecentDays trickId={trickId} days={recent} shown={report.day} />
            </>
          ) : (
            <Empty title={t('parity.emptyTitle')} text={t('parity.emptyText')} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Report({ report }: { readonly report: ParityReportRow }) {
  const { t, i18n } = useTranslation();
  const reportDay = dayInFull(report.day, i18n.language);
  const differing = report.trades.filter(({ differencePaise, what }) => differencePaise !== 0 || what !== 'matched');
  const matching = report.trades.length - differing.length;
  return (
    <>
      <p className={css.text}>
        {report.unexplained === 0
          ? t('parity.allExplained', { day: reportDay })
          : t('parity.unexplained', {
              count: report.unexplained,
              formatted: count(report.unexplained),
              day: reportDay,
            })}
        {report.unquoted === 0
          ? ''
          : ` ${t('parity.unquoted', { count: report.unquoted, formatted: count(report.unquoted) })}`}
        {report.from === 'run' ? ` ${t('parity.fromRun')}` : ''}
      </p>
      <FiguresStrip
        items={[
          { label: t('parity.difference'), value: <Gain paise={report.differencePaise} />, lead: true },
          {
            label: t('parity.expected'),
            value: <Gain paise={report.expectedNetPaise} />,
            note: t('figures.afterCharges'),
          },
          { label: t('parity.done'), value: <Gain paise={report.doneNetPaise} />, note: t('figures.afterCharges') },
        ]}
      />
      <Parts parts={report.parts} />
      {matching > 0 ? (
        <p className={css.text}>{t('parity.matching', { count: matching, formatted: count(matching) })}</p>
      ) : null}
      {report.trades.length === 0 ? <p className={css.text}>{t('parity.noTrades')}</p> : null}
      <ul className={css.trades}>
        {differing.map((trade) => (
          <TradeLine key={trade.key} trade={trade} day={report.day} />
        ))}
      </ul>
    </>
  );
}
