import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { downloadBase64 } from '../../ui/table/csv.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { paperDays, statementInput } from './wallet-view.ts';

/** The statement on paper: of the days that are chosen, else of the last twelve months. */
export function StatementFile() {
  const { t } = useTranslation();
  const list = useListState();
  const read = useAction('walletstatementpdf');
  const { days, chosen } = paperDays(statementInput(list.query), Date.now());
  return (
    <Button
      look="quiet"
      busy={read.isPending}
      onClick={() =>
        read.mutate(days, {
          onSuccess: ({ fileName, base64 }) => downloadBase64(fileName, base64, 'application/pdf'),
        })
      }
    >
      {t(chosen ? 'wallet.pdfOfDays' : 'wallet.pdfOfYear')}
    </Button>
  );
}
