import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { BacktestDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import { downloadCsv, downloadJson, toCsv } from '../../ui/table/csv.ts';
import { fieldLines } from './report-file.ts';

/** The back-test to take away: the report as lines of a table or on paper, or all of it with its trades for a program. */
export function ReportDownload({ backtest }: { readonly backtest: BacktestDetails }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
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
      <Button look="quiet" icon={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
        {t('backtests.download.print')}
      </Button>
    </>
  );
}
