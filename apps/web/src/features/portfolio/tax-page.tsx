import type { TaxDisposal } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Gain, Money, Signed } from '../../ui/figures/figures.tsx';
import { type FigureItem, FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { taxColumns } from './tax-columns.tsx';
import { TaxNotes } from './tax-notes.tsx';
import { taxInput } from './tax-view.ts';

type TaxReport = OutputOfCall<'portfoliotax'>;

/** What was sold live in a financial year, matched to its purchases, and the tax that comes of it. */
export function TaxPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = taxInput(list.query);
  const { data, error, refetch } = useCall('portfoliotax', input, { keepPrevious: true });
  const columns = useMemo(() => taxColumns(t), [t]);
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const { disposal_list: rows, total } = await send('portfoliotax', { ...input, pageNumber, pageSize });
      return { rows, total };
    });
  return (
    <div className={layout.stack}>
      <PageHead title={t('portfolio.tax.title')} lead={t('portfolio.tax.lead')} />
      {data ? (
        <>
          <ModeBand badge={data.badge}>
            <span>{t(data.badge === 'live' ? 'portfolio.tax.real' : 'portfolio.tax.simulated')}</span>
          </ModeBand>
          <Figures report={data} />
          <TaxNotes report={data} />
        </>
      ) : null}
      <DataTable<TaxDisposal>
        label={t('portfolio.tax.sales')}
        columns={columns}
        state={{
          data: data && { rows: data.disposal_list, total: data.total, pageSize: data.pageSize },
          error,
          refetch,
        }}
        rowKey={rowKey}
        searchable
        filtered={input.Search !== undefined}
        filters={
          <FilterSelect
            label={t('portfolio.tax.year')}
            value={data?.year ?? ''}
            options={(data?.years ?? []).map((year) => ({ value: year, label: year }))}
            onChange={(year) => list.set({ year })}
          />
        }
        empty={
          <Empty
            title={t('portfolio.tax.noneTitle')}
            text={t('portfolio.tax.noneText')}
            action={<AppLink to="/holdings">{t('portfolio.tax.toHoldings')}</AppLink>}
          />
        }
        total={data ? t('portfolio.tax.total', { count: data.total, formatted: count(data.total) }) : null}
        exportName={`tax-${data?.year ?? ''}`}
        allRows={allRows}
      />
    </div>
  );
}

/** Several parts of one purchase may leave on one day: what tells them apart is all of it. */
const rowKey = ({ brokerId, symbol, boughtOn, soldOn, quantity, proceedsPaise, costPaise }: TaxDisposal): string =>
  [brokerId, symbol, boughtOn, soldOn, quantity, proceedsPaise, costPaise].join(' ');

function Figures({ report: { tax } }: { readonly report: TaxReport }) {
  const { t } = useTranslation();
  const items: FigureItem[] = [
    {
      label: t('portfolio.tax.due'),
      value: <Money paise={tax.totalPaise} />,
      note: t('portfolio.tax.dueNote'),
      lead: true,
    },
    { label: t('portfolio.tax.short'), value: <Gain paise={tax.stcgPaise} />, note: t('portfolio.tax.afterCharges') },
    { label: t('portfolio.tax.long'), value: <Gain paise={tax.ltcgPaise} />, note: t('portfolio.tax.afterCharges') },
    {
      label: t('portfolio.tax.intraday'),
      value: <Gain paise={tax.intradayPaise} />,
      note: t('portfolio.tax.afterCharges'),
    },
  ];
  const parts = [
    { label: t('portfolio.tax.taxableShort'), value: <Money paise={tax.taxableStcgPaise} /> },
    { label: t('portfolio.tax.shortTax'), value: <Money paise={tax.stcgTaxPaise} /> },
    { label: t('portfolio.tax.exempt'), value: <Signed paise={-tax.exemptPaise} /> },
    { label: t('portfolio.tax.taxableLong'), value: <Money paise={tax.taxableLtcgPaise} /> },
    { label: t('portfolio.tax.longTax'), value: <Money paise={tax.ltcgTaxPaise} /> },
    { label: t('portfolio.tax.cess'), value: <Money paise={tax.cessPaise} /> },
    { label: t('portfolio.tax.unusedShort'), value: <Money paise={tax.unusedShortLossPaise} /> },
    { label: t('portfolio.tax.unusedLong'), value: <Money paise={tax.unusedLongLossPaise} /> },
  ];
  return <FiguresStrip items={items} parts={parts} />;
}
