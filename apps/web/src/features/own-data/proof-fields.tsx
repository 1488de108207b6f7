import { useTranslation } from 'react-i18next';
import { CodeField } from '../../ui/form/code-field.tsx';
import { PasswordField } from '../../ui/form/fields.tsx';
import type { FieldTexts, Form } from '../../ui/form/use-form.ts';

export interface ProofValues {
  readonly password: string;
  /** Empty where none is asked for. */
  readonly totp: string;
}

export const NO_PROOF: ProofValues = { password: '', totp: '' };

/** What is missing before the server can be asked. */
export function useProofCheck(asksCode: boolean): (values: ProofValues) => FieldTexts<ProofValues> {
  const { t } = useTranslation();
  return ({ password, totp }) => ({
    ...(password === '' ? { password: t('accounts.problems.passwordMissing') } : {}),
    ...(asksCode && totp.trim() === '' ? { totp: t('form.codeMissing') } : {}),
  });
}

export const proofInput = ({ password, totp }: ProofValues) => ({
  password,
  ...(totp.trim() === '' ? {} : { totp: totp.trim() }),
});

/** The password and, with a second factor, its code. */
export function ProofFields({
  form,
  asksCode,
}: {
  readonly form: Pick<Form<ProofValues>, 'field'>;
  readonly asksCode: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={t('accounts.password')}
        autoComplete="current-password"
        maxLength={128}
      />
      {asksCode ? <CodeField {...form.field('totp')} /> : null}
    </>
  );
}
