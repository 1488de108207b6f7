import type { BacktestRun } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, momentInFull, signedRupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { HeadRow } from '../../ui/table/head-row.tsx';
import { exitRuleText } from '../../ui/table/trade-file.ts';
import css from './paper-trades.module.css';

export type PaperTrade = OutputOfCall<'backtestTradeHistory'>['trade_list'][number];

/** Forty sheets or so. */
const MOST_ON_PAPER = 2_000;

/** The trades that a print has room for, newest first. */
export function readForPaper(BacktestId: number): Promise<readonly PaperTrade[]> {
  return readAllPages(async (pageNumber, pageSize) => {
    const { trade_list: rows, total } = await send('backtestTradeHistory', { BacktestId, pageNumber, pageSize });
    return { rows, total: Math.min(total, MOST_ON_PAPER) };
  });
}

interface PaperTradesProps {
  readonly report: BacktestRun;
  /** Absent where somebody prints without the page's own button: nothing has been read for it then. */
  readonly trades: readonly PaperTrade[] | undefined;
}

/** Trades as paper has them, in place of the list that scrolls: all of them, or it says what is left out. */
export function PaperTrades({ report, trades }: PaperTradesProps) {
  const { t, i18n } = useTranslation();
  if (report.trades === 0) return null;
  if (!trades) return <p className={css.paper}>{t('backtests.print.tradesByButton')}</p>;
  const name = (column: 'symbol' | 'entry' | 'exit' | 'charges' | 'pnl' | 'exitRule') =>
    t(`strategies.trade.${column}`);
  const side = (at: string, price: number) => (
    <td>
      <Price value={price} />
      <br />
      {momentInFull(Date.parse(at), i18n.language)}
    </td>
  );
  return (
    <section className={css.paper} aria-hidden="true">
      <h2 className={css.head}>{t('strategies.report.trades')}</h2>
      <p>
        {t(report.basis.afterCharges ? 'strategies.report.tradesTotal' : 'backtests.report.tradesTotalUncharged', {
          count: report.trades,
          formatted: count(report.trades),
          net: signedRupees(report.netPnlPaise),
        })}
      </p>
      {trades.length < report.trades ? (
        <p>{t('backtests.print.tradesLeftOut', { shown: count(trades.length), total: count(report.trades) })}</p>
      ) : null}
      <table className={css.table}>
        <HeadRow
          names={[name('symbol'), name('entry'), name('exit'), name('charges'), name('pnl'), name('exitRule')]}
        />
        <tbody>
          {trades.map((trade) => (
            <tr key={`${trade.symbol} ${trade.entryAt} ${trade.exitAt}`}>
              <th scope="row">
                {trade.symbol}
                <br />
                {t(`strategies.trade.${trade.direction}`)} {count(trade.quantity)}
              </th>
              {side(trade.entryAt, trade.entryPrice)}
              {side(trade.exitAt, trade.exitPrice)}
              <td>
                <Money paise={trade.chargesPaise} />
              </td>
              <td>
                <Gain paise={trade.pnlPaise} />
              </td>
              <td>{exitRuleText(trade.exitRule, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
