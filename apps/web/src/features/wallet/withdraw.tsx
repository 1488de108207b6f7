import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { WithdrawPanel } from './withdraw-panel.tsx';

/** The way from the wallet to the bank: a panel that first says whether anything stands against it. */
export function Withdraw() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const terms = useCall('withdrawalterms', {}, { enabled: opened });
  const wallets = useCall('mywallet', {}, { enabled: opened });
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('wallet.withdraw')}</Button>
      <WithdrawPanel
        opened={opened}
        onClose={() => setOpened(false)}
        terms={terms.data}
        wallets={wallets.data?.wallets}
        error={terms.error ?? wallets.error}
      />
    </>
  );
}
