import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { BacktestDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import { downloadCsv, downloadJson, toCsv } from '../../ui/table/csv.ts';
import { type PaperTrade, readForPaper } from './paper-trades.tsx';
import { fieldLines } from './report-file.ts';

interface ReportDownloadProps {
  readonly backtest: BacktestDetails;
  /** The trades that are to stand on paper have been read. */
  readonly onPaper: (trades: readonly PaperTrade[]) => void;
}

/** The back-test to take away: the report as lines of a table or on paper, or all of it with its trades for a program. */
export function ReportDownload({ backtest, onPaper }: ReportDownloadProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [printing, setPrinting] = useState(false);
  const { BacktestId, name } = backtest;
  const file = t('backtests.download.name', { name, id: BacktestId });

  async function saveAll(): Promise<void> {
    setBusy(true);
    try {
      const trades = await readAllPages(async (pageNumber, pageSize) => {
        const answer = await send('backtestTradeHistory', { BacktestId, pageNumber, pageSize });
        return { rows: answer.trade_list, total: answer.total };
      });
      downloadJson(file, { backtest, trades });
    } finally {
      setBusy(false);
    }
  }

  async function print(): Promise<void> {
    setPrinting(true);
    try {
      const trades = await readForPaper(BacktestId);
      // They must be on the page before the browser copies it.
      flushSync(() => onPaper(trades));
      window.print();
    } finally {
      setPrinting(false);
    }
  }

  const head = [t('backtests.download.field'), t('backtests.download.value')];
  const icon = <IconDownload size={16} aria-hidden="true" />;
  return (
    <>
      <Button look="quiet" icon={icon} onClick={() => downloadCsv(file, toCsv(head, fieldLines(backtest)))}>
        {t('backtests.download.csv')}
      </Button>
      <Button look="quiet" icon={icon} busy={busy} onClick={() => void saveAll()}>
        {t('backtests.download.json')}
      </Button>
      <Button
        look="quiet"
        icon={<IconPrinter size={16} aria-hidden="true" />}
        busy={printing}
        onClick={() => void print()}
      >
        {t('backtests.download.print')}
      </Button>
    </>
  );
}
