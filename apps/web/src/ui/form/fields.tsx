import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from './field-frame.tsx';
import css from './form.module.css';
import type { FieldProps } from './use-form.ts';

export interface TextFieldProps extends FieldProps<string> {
  readonly label: string;
  /** One line below the field. */
  readonly help?: ReactNode;
  readonly optional?: boolean;
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  readonly maxLength?: number;
}

export function TextField({ label, help, optional = false, error, onChange, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} help={help} optional={optional} error={error}>
      {(ids) => (
        <input
          {...ids}
          {...rest}
          className={css.input}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

interface PasswordFieldProps extends FieldProps<string> {
  readonly label: string;
  readonly help?: ReactNode;
  /** Tells a password manager whether to fill in or to suggest. */
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly inputMode?: 'numeric';
  readonly maxLength?: number;
}

/** A password that can be shown. */
export function PasswordField({ label, help, error, onChange, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const reveal = (
    <button
      type="button"
      className={css.reveal}
      aria-pressed={shown}
      aria-label={shown ? t('form.hidePassword') : t('form.showPassword')}
      onClick={() => setShown(!shown)}
    >
      {shown ? t('form.hide') : t('form.show')}
    </button>
  );
  return (
    <FieldFrame label={label} help={help} error={error} after={reveal}>
      {(ids) => (
        <input
          {...ids}
          {...rest}
          type={shown ? 'text' : 'password'}
          className={css.input}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

interface CheckFieldProps extends FieldProps<boolean> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
}

export function CheckField({ label, help, value, onChange, error, name }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={css.check}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={value}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {help ? <div className={css.help}>{help}</div> : null}
      {error ? (
        <div className={css.error} id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </div>
  );
}
