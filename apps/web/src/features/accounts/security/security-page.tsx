import { useTranslation } from 'react-i18next';
import layout from '../../../ui/layout.module.css';
import { PageHead } from '../../../ui/page-head.tsx';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { Devices } from './devices.tsx';
import { PasswordForm } from './password-form.tsx';

/** What a person does for the safety of their own account. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('accounts.security.title')} lead={t('accounts.security.lead')} />
      <Devices />
      <SecondFactor />
      <PasswordForm />
    </div>
  );
}
