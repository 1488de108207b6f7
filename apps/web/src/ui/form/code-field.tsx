import { useTranslation } from 'react-i18next';
import { TextField } from './fields.tsx';
import type { FieldProps } from './use-form.ts';

/** The code of an authenticator app, or a recovery code in its place. */
export function CodeField({ help, ...props }: FieldProps<string> & { readonly help?: string }) {
  const { t } = useTranslation();
  return (
    <TextField
      {...props}
      label={t('form.code')}
      help={help ?? t('form.codeHelp')}
      autoComplete="one-time-code"
      maxLength={11}
    />
  );
}
