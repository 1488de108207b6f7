import type { BrokerDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';

interface UnlinkPanelProps {
  readonly account: BrokerDetails;
  /** How many more are linked. */
  readonly others: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What unlinking does and what it leaves as it is, before the password makes it so. */
export function UnlinkPanel({ account, others, opened, onClose }: UnlinkPanelProps) {
  const { t } = useTranslation();
  const unlink = useAction('unlinkangelone', {
    quiet: true,
    refreshes: ['getangelone', 'headerdata', 'home', 'readiness'],
  });
  const { brokerId, clientCode } = account;
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('brokerLinks.problems.passwordMissing') } : {}),
    submit: async ({ password }) => {
      await unlink.mutateAsync({ brokerId, password });
      showToast({ tone: 'done', text: t('brokerLinks.unlinked', { clientCode }) });
      onClose();
    },
  });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('brokerLinks.unlinkTitle', { clientCode })}
      verb={t('brokerLinks.unlinkVerb')}
      dangerous
      form={form}
    >
      <ul className={texts.points}>
        <li>{t('brokerLinks.unlinkSignsOut')}</li>
        <li>{t('brokerLinks.unlinkKeeps')}</li>
        <li>{t('brokerLinks.unlinkUnsent')}</li>
        <li>{t('brokerLinks.unlinkTests')}</li>
        {others > 0 ? <li>{t('brokerLinks.unlinkOthers', { count: others })}</li> : null}
        <li>{t('brokerLinks.unlinkBlocked')}</li>
      </ul>
      <PasswordField
        {...form.field('password')}
        label={t('brokerLinks.password')}
        autoComplete="current-password"
        maxLength={128}
      />
    </ActionPanel>
  );
}
