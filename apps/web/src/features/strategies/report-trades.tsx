import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, signedRupees } from '../../lib/format.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { exitRuleText, tradeFile } from '../../ui/table/trade-file.ts';
import texts from '../../ui/texts.module.css';
import css from './strategies.module.css';
import type { TrickDetails } from './trick-page.tsx';

type Trade = NonNullable<TrickDetails['report']>['tradeList'][number];

const PAGE_SIZE = 12;

interface ReportTradesProps {
  /** The newest of them; the report counts all. */
  readonly trades: readonly Trade[];
  readonly counted: number;
  readonly netPnlPaise: number;
  readonly exportName: string;
}

/** The trades of the back-test, newest first, each with the rule and the values that made it. */
export function ReportTrades({ trades, counted, netPnlPaise, exportName }: ReportTradesProps) {
  const { t } = useTranslation();
  const columns = useTradeColumns();
  const file = useMemo(() => tradeFile(t, true), [t]);
  const newest = useMemo(() => trades.toSorted((a, b) => Date.parse(b.exitAt) - Date.parse(a.exitAt)), [trades]);
  return (
    <section aria-label={t('strategies.report.trades')}>
      <h2 className={css.head}>
        {t('strategies.report.trades')}{' '}
        {trades.length < counted ? (
          <span className={css.headNote}>{t('strategies.report.newestOnly', { shown: trades.length, counted })}</span>
        ) : null}
      </h2>
      <DataTable
        label={t('strategies.report.trades')}
        columns={columns}
        state={{
          data: { rows: newest, total: trades.length, pageSize: PAGE_SIZE },
          error: undefined,
          refetch: () => undefined,
        }}
        rowKey={(trade) => `${trade.symbol} ${trade.entryAt} ${trade.direction}`}
        ownSort="-exit"
        empty={<Empty title={t('strategies.report.noTradesTitle')} text={t('strategies.report.noTradesText')} />}
        total={t('strategies.report.tradesTotal', {
          count: counted,
          formatted: count(counted),
          net: signedRupees(netPnlPaise),
        })}
        exportName={exportName}
        file={file}
      />
    </section>
  );
}

function useTradeColumns(): readonly TableColumn<Trade>[] {
  const { t } = useTranslation();
  return useMemo((): TableColumn<Trade>[] => {
    return [
      {
        id: 'symbol',
        header: t('strategies.trade.symbol'),
        sort: { name: 'symbol', kind: 'text', value: (trade) => trade.symbol },
        cell: (trade) => (
          <span className={texts.twoLines}>
            <strong>{trade.symbol}</strong>
            <span className={texts.sub}>
              {t(`strategies.trade.${trade.direction}`)} {count(trade.quantity)}
            </span>
          </span>
        ),
      },
      {
        id: 'entry',
        header: t('strategies.trade.entry'),
        sort: { name: 'entry', kind: 'time', value: (trade) => Date.parse(trade.entryAt) },
        align: 'end',
        cell: (trade) => (
          <span className={texts.twoLines}>
            <Price value={trade.entryPrice} />
            <span className={texts.sub}>
              <Moment at={trade.entryAt} />
            </span>
          </span>
        ),
      },
      {
        id: 'exit',
        header: t('strategies.trade.exit'),
        sort: { name: 'exit', kind: 'time', value: (trade) => Date.parse(trade.exitAt) },
        align: 'end',
        cell: (trade) => (
          <span className={texts.twoLines}>
            <Price value={trade.exitPrice} />
            <span className={texts.sub}>
              <Moment at={trade.exitAt} />
            </span>
          </span>
        ),
      },
      {
        id: 'charges',
        header: t('strategies.trade.charges'),
        sort: { name: 'charges', kind: 'number', value: (trade) => trade.chargesPaise },
        align: 'end',
        priority: 2,
        cell: (trade) => <Money paise={trade.chargesPaise} />,
      },
      {
        id: 'pnl',
        header: t('strategies.trade.pnl'),
        sort: { name: 'result', kind: 'number', value: (trade) => trade.pnlPaise },
        align: 'end',
        cell: (trade) => (
          <span className={texts.twoLines}>
            <Gain paise={trade.pnlPaise} />
            <span className={texts.sub}>{exitRuleText(trade.exitRule, t)}</span>
          </span>
        ),
      },
      {
        id: 'reason',
        header: t('strategies.trade.reason'),
        wide: true,
        priority: 3,
        cell: (trade) => <span className={css.reason}>{trade.reason}</span>,
      },
    ];
  }, [t]);
}
