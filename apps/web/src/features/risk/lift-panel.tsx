import type { RiskSettings } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import { AFTER_RISK, type RiskPanelProps } from './after-risk.ts';

/** Lifting the kill switch needs the password, and starts nothing. */
export function LiftPanel({ risk, opened, onClose }: RiskPanelProps & { readonly risk: RiskSettings }) {
  const { t } = useTranslation();
  const lift = useAction('killswitchlift', { quiet: true, refreshes: AFTER_RISK });
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('risk.problems.password') } : {}),
    submit: async ({ password }) => {
      await lift.mutateAsync({ password });
      showToast({ tone: 'done', text: t('risk.kill.lifted') });
      form.reset();
      onClose();
    },
  });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('risk.kill.liftTitle')}
      verb={t('risk.kill.lift')}
      form={form}
    >
      <ul className={texts.points}>
        <li>{t('risk.kill.liftStarts')}</li>
        <li>{t('risk.kill.liftStays')}</li>
        {risk.killSwitch.plan.liveBaskets > 0 ? <li>{t('risk.kill.liftBaskets')}</li> : null}
        <li>{t('risk.kill.liftLimits')}</li>
        {risk.killSwitch.closingByHand ? <li>{t('risk.kill.liftHand')}</li> : null}
      </ul>
      <PasswordField
        {...form.field('password')}
        label={t('risk.kill.password')}
        autoComplete="current-password"
        maxLength={128}
      />
    </ActionPanel>
  );
}
