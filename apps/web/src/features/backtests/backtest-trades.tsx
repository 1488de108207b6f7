import type { BacktestRun } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, percent, signedRupees } from '../../lib/format.ts';
import { LONG_PAGE } from '../../lib/long-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { useLongList } from '../../lib/use-long-list.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { exitRuleText, tradeFile } from '../../ui/table/trade-file.ts';
import texts from '../../ui/texts.module.css';
import css from './backtests.module.css';
import { NoTrades } from './no-trades.tsx';

type Trade = OutputOfCall<'backtestTradeHistory'>['trade_list'][number];

const rowsOf = (answer: OutputOfCall<'backtestTradeHistory'>) => answer.trade_list;

interface BacktestTradesProps {
  readonly BacktestId: number;
  readonly report: BacktestRun;
  readonly name: string;
}

/** All trades of a back-test, newest first, in one list that scrolls, each with why it was entered and left. */
export function BacktestTrades({ BacktestId, report, name }: BacktestTradesProps) {
  const { t } = useTranslation();
  const list = useListState();
  const search = list.search === '' ? {} : { Search: list.search };
  const inputOf = (pageNumber: number, pageSize: number) => ({ BacktestId, pageNumber, pageSize, ...search });
  const page = useCall('backtestTradeHistory', inputOf(1, LONG_PAGE), { keepPrevious: true });
  const long = useLongList({ name: 'backtestTradeHistory', inputOf, rowsOf });
  const columns = useTradeColumns(BacktestId);
  const file = useMemo(() => tradeFile(t, report.basis.afterCharges), [t, report.basis.afterCharges]);
  const title = t('strategies.report.trades');
  return (
    <section aria-label={title}>
      <h2 className={css.head}>{title}</h2>
      <p className={`${css.lead} ${texts.quiet}`}>{t('backtests.report.decidedPrice')}</p>
      <DataTable<Trade>
        label={title}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.trade_list, total: page.data.total, pageSize: LONG_PAGE },
          error: page.error,
          refetch: page.refetch,
        }}
        long={long}
        rowKey={(trade) => `${trade.symbol} ${trade.entryAt} ${trade.exitAt}`}
        searchable
        filtered={list.search !== ''}
        empty={<NoTrades report={report} />}
        total={t(
          report.basis.afterCharges ? 'strategies.report.tradesTotal' : 'backtests.report.tradesTotalUncharged',
          {
            count: report.trades,
            formatted: count(report.trades),
            net: signedRupees(report.netPnlPaise),
          },
        )}
        exportName={t('backtests.tradesOf', { name })}
        file={file}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('backtestTradeHistory', inputOf(pageNumber, pageSize));
            return { rows: answer.trade_list, total: answer.total };
          })
        }
      />
    </section>
  );
}

/** The day of its entry, at its entry. */
function replayOf(BacktestId: number, { entryAt, symbol }: Trade): string {
  const query = new URLSearchParams({ date: entryAt.slice(0, 10), symbol, at: entryAt });
  return `/backtests/${BacktestId}/replay?${query}`;
}

interface ExcursionProps {
  readonly name: string;
  /** Percent of the entry price; absent of trades that were stored without. */
  readonly value: number | undefined;
}

/** How far a trade had gone while it was open: no result, so it has no colour. */
function Excursion({ name, value }: ExcursionProps) {
  const { t } = useTranslation();
  return (
    <bdi className={css.excursion} title={name}>
      {value === undefined ? t('common.none') : percent(value, true)}
    </bdi>
  );
}

function useTradeColumns(BacktestId: number): readonly TableColumn<Trade>[] {
  const { t } = useTranslation();
  return useMemo((): TableColumn<Trade>[] => {
    const side = (name: 'entry' | 'exit'): TableColumn<Trade> => ({
      id: name,
      header: t(`strategies.trade.${name}`),
      align: 'end',
      width: '8rem',
      cell: (trade) => (
        <span className={texts.twoLines}>
          <Price value={trade[`${name}Price`]} />
          <span className={texts.sub}>
            <Moment at={trade[`${name}At`]} />
          </span>
        </span>
      ),
    });
    return [
      {
        id: 'symbol',
        width: '8rem',
        header: t('strategies.trade.symbol'),
        cell: (trade) => (
          <span className={texts.twoLines}>
            <strong>{trade.symbol}</strong>
            <span className={texts.sub}>
              {t(`strategies.trade.${trade.direction}`)} {count(trade.quantity)}
            </span>
          </span>
        ),
      },
      side('entry'),
      side('exit'),
      {
        id: 'charges',
        width: '6rem',
        header: t('strategies.trade.charges'),
        align: 'end',
        priority: 2,
        cell: (trade) => <Money paise={trade.chargesPaise} />,
      },
      {
        id: 'excursions',
        width: '6rem',
        header: t('strategies.trade.excursions'),
        align: 'end',
        priority: 2,
        cell: (trade) => (
          <span className={texts.twoLines}>
            <Excursion name={t('strategies.trade.favourable')} value={trade.favourablePercent} />
            <Excursion name={t('strategies.trade.adverse')} value={trade.adversePercent} />
          </span>
        ),
      },
      {
        id: 'pnl',
        width: '7rem',
        header: t('strategies.trade.pnl'),
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
        cell: (trade) => (
          <span className={texts.twoLines}>
            <span className={css.reason}>{trade.reason}</span>
            <AppLink to={replayOf(BacktestId, trade)}>{t('replay.open')}</AppLink>
          </span>
        ),
      },
    ];
  }, [t, BacktestId]);
}
