import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { PasswordField } from '../../ui/form/fields.tsx';
import type { FieldProps } from '../../ui/form/use-form.ts';

export interface ProofValues {
  readonly password: string;
  readonly totp: string;
}
export const NO_PROOF: ProofValues = { password: '', totp: '' };

/** Whether the operator has a second factor: its code is asked for then, the password else. Looked up where either is. */
export const useHasFactor = (isAsked = true): boolean =>
  useCall('myprofile', {}, { enabled: isAsked }).data?.profile.twoFactor ?? false;

/** What is sent of it. */
export const proofOf = ({ password, totp }: ProofValues, hasFactor: boolean) =>
  hasFactor ? { totp: totp.trim() } : { password };

/** What is missing of it. */
export function useMissingProof(hasFactor: boolean) {
  const { t } = useTranslation();
  return ({ password, totp }: ProofValues): Partial<Record<keyof ProofValues, string>> => {
    if (hasFactor) return totp.trim() === '' ? { totp: t('form.codeMissing') } : {};
    return password === '' ? { password: t('accounts.problems.passwordMissing') } : {};
  };
}

interface ProofFieldsProps {
  readonly hasFactor: boolean;
  readonly password: FieldProps<string>;
  readonly totp: FieldProps<string>;
  /** Why the password is asked for; left out where money is decided about. */
  readonly help?: string | undefined;
}

/** Who the operator is, shown once more before what cannot be taken back. */
export function ProofFields({ hasFactor, password, totp, help }: ProofFieldsProps) {
  const { t } = useTranslation();
  if (hasFactor) return <CodeField {...totp} />;
  return (
    <PasswordField
      {...password}
      label={t('operations.password')}
      help={help ?? t('operations.passwordHelp')}
      autoComplete="current-password"
    />
  );
}
