import type { BrokerDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/form/fields.tsx';
import css from './broker.module.css';

interface UnlinkPanelProps {
  readonly account: BrokerDetails;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What unlinking does and what it leaves as it is, before the password makes it so. */
export function UnlinkPanel({ account, opened, onClose }: UnlinkPanelProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const unlink = useAction('unlinkangelone', { quiet: true, refreshes: ['getangelone', 'headerdata', 'home'] });
  const { brokerId, clientCode } = account;

  function close(): void {
    setPassword('');
    onClose();
  }

  async function confirm(): Promise<void> {
    await unlink.mutateAsync({ brokerId, password });
    showToast({ tone: 'done', text: t('brokerLinks.unlinked', { clientCode }) });
  }

  return (
    <ActionPanel
      opened={opened}
      onClose={close}
      title={t('brokerLinks.unlinkTitle', { clientCode })}
      verb={t('brokerLinks.unlinkVerb')}
      dangerous
      onConfirm={confirm}
    >
      <ul className={css.points}>
        <li>{t('brokerLinks.unlinkSignsOut')}</li>
        <li>{t('brokerLinks.unlinkKeeps')}</li>
        <li>{t('brokerLinks.unlinkTests')}</li>
        <li>{t('brokerLinks.unlinkBlocked')}</li>
      </ul>
      <PasswordField
        name="password"
        value={password}
        onChange={setPassword}
        error={undefined}
        label={t('brokerLinks.password')}
        autoComplete="current-password"
        maxLength={128}
      />
    </ActionPanel>
  );
}
