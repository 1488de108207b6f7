import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNumber, parseNumber } from '../../lib/format.ts';
import { DayInput } from './day-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import css from './form.module.css';
import type { FieldProps } from './use-form.ts';

interface TextFieldProps extends FieldProps<string> {
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

type DayFieldProps = Pick<TextFieldProps, 'label' | 'help' | 'name' | 'value' | 'onChange' | 'error'> & {
  readonly placeholder: string;
};

/** A day, `YYYY-MM-DD`. */
export function DayField({ label, help, error, onChange, ...rest }: DayFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(ids) => (
        <DayInput
          {...ids}
          {...rest}
          className={css.input ?? ''}
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

interface NumberFieldProps extends FieldProps<number | undefined> {
  readonly label: string;
  readonly help?: ReactNode;
  /** An amount in rupees: the sign stands before it. */
  readonly rupee?: boolean;
  /** A share: the sign stands after it. */
  readonly percent?: boolean;
  readonly optional?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/**
 * A number as people type it (1,00,000 and 1e5 too); it is grouped when the field is left. `value` is `undefined`
 * while the field is empty and NaN while its text is no number or out of range, which the field says: an emptied
 * limit and a mistyped one must not be taken for each other.
 */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    help,
    rupee = false,
    percent = false,
    optional = false,
    min,
    max,
    value,
    name,
    onChange,
    error,
  } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(value === undefined ? '' : groupNumber(value));
  const [problem, setProblem] = useState<string>();

  function read(typed: string): { readonly number: number | undefined; readonly problem: string | undefined } {
    if (typed.trim() === '') return { number: undefined, problem: undefined };
    const number = parseNumber(typed);
    if (number === undefined) return { number: Number.NaN, problem: t('form.notANumber') };
    if (min !== undefined && number < min)
      return { number: Number.NaN, problem: t('form.atLeast', { value: groupNumber(min) }) };
    if (max !== undefined && number > max)
      return { number: Number.NaN, problem: t('form.atMost', { value: groupNumber(max) }) };
    return { number, problem: undefined };
  }

  const share = percent ? <span className={css.share}>{t('form.percentSign')}</span> : undefined;
  const sign = rupee ? <span className={css.sign}>{t('form.rupeeSign')}</span> : undefined;
  return (
    <FieldFrame label={label} help={help} optional={optional} error={error ?? problem} before={sign} after={share}>
      {(ids) => (
        <input
          {...ids}
          name={name}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          className={`${css.input} ${css.figure}`}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setText(typed);
            setProblem(undefined);
            onChange(read(typed).number);
          }}
          onBlur={() => {
            const result = read(text);
            setProblem(result.problem);
            if (result.number !== undefined && !Number.isNaN(result.number)) setText(groupNumber(result.number));
          }}
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
