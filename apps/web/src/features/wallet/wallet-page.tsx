import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Statement } from './statement.tsx';
import { StatementFile } from './statement-file.tsx';
import { WalletBalances } from './wallet-balances.tsx';
import { Withdraw } from './withdraw.tsx';

/** What Trickdesk owes a person, and how it came about. */
export function WalletPage() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('wallet.title')}
        lead={t('wallet.lead')}
        actions={
          <>
            <StatementFile />
            <Withdraw />
          </>
        }
      />
      <WalletBalances />
      <Statement />
    </div>
  );
}
