import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNumber, parseNumber } from '../../lib/format.ts';
import css from './form.module.css';
import type { FieldProps } from './use-form.ts';

const ORDER: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

interface TextFieldProps extends FieldProps<string> {
  readonly label: string;
  /** One line below the field. */
  readonly help?: ReactNode;
  readonly optional?: boolean;
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
}

export function TextField({ help, optional = false, label, onChange, error, ...rest }: TextFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...rest}
      label={optional ? `${label} (${t('form.optional')})` : label}
      description={help}
      error={error}
      inputWrapperOrder={ORDER}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
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
export function PasswordField({ help, onChange, error, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      description={help}
      error={error}
      inputWrapperOrder={ORDER}
      spellCheck={false}
      autoCapitalize="none"
      rightSectionWidth={64}
      rightSection={
        <button
          type="button"
          className={css.reveal}
          aria-pressed={shown}
          aria-label={shown ? t('form.hidePassword') : t('form.showPassword')}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('form.hide') : t('form.show')}
        </button>
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface NumberFieldProps extends FieldProps<number | undefined> {
  readonly label: string;
  readonly help?: ReactNode;
  /** An amount in rupees: the sign stands before it. */
  readonly rupee?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/**
 * A number as people type it (1,00,000 and 1e5 too); it is grouped when the field is left. `value` is `undefined`
 * while the text is no number or out of range, and the field says which.
 */
export function NumberField({ help, rupee = false, min, max, value, onChange, error, ...rest }: NumberFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value === undefined ? '' : groupNumber(value));
  const [problem, setProblem] = useState<string>();

  function read(typed: string): { readonly number: number | undefined; readonly problem: string | undefined } {
    if (typed.trim() === '') return { number: undefined, problem: undefined };
    const number = parseNumber(typed);
    if (number === undefined) return { number, problem: t('form.notANumber') };
    if (min !== undefined && number < min)
      return { number: undefined, problem: t('form.atLeast', { value: groupNumber(min) }) };
    if (max !== undefined && number > max)
      return { number: undefined, problem: t('form.atMost', { value: groupNumber(max) }) };
    return { number, problem: undefined };
  }

  return (
    <TextInput
      {...rest}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      description={help}
      error={error ?? problem}
      inputWrapperOrder={ORDER}
      classNames={{ input: css.figure ?? '' }}
      leftSection={rupee ? <span className={css.sign}>{t('form.rupeeSign')}</span> : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        setProblem(undefined);
        onChange(read(typed).number);
      }}
      onBlur={() => {
        const result = read(text);
        setProblem(result.problem);
        if (result.number !== undefined) setText(groupNumber(result.number));
      }}
    />
  );
}

interface CheckFieldProps extends FieldProps<boolean> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
}

export function CheckField({ label, help, value, onChange, error, name }: CheckFieldProps) {
  return (
    <Checkbox
      name={name}
      label={label}
      description={help}
      checked={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
