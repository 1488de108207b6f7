import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNumber, parseNumber } from '../../lib/format.ts';
import { FieldFrame } from './field-frame.tsx';
import css from './form.module.css';
import type { FieldProps } from './use-form.ts';

interface NumberFieldProps extends FieldProps<number | undefined> {
  readonly label: string;
  readonly help?: ReactNode;
  /** An amount in rupees: the sign stands before it. */
  readonly rupee?: boolean;
  /** A share: the sign stands after it. */
  readonly percent?: boolean;
  /** Whoever sends it rounds it to hundredths, so that is what stands there. */
  readonly hundredths?: boolean;
  readonly optional?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Decimals of a percent in basis points. */
const HUNDREDTHS = 2;

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
    hundredths = false,
    optional = false,
    min,
    max,
    value,
    name,
    onChange,
    error,
  } = props;
  const { t } = useTranslation();
  const shown = (number: number): string => groupNumber(number, hundredths ? HUNDREDTHS : undefined);
  const [text, setText] = useState(value === undefined ? '' : shown(value));
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
            if (result.number !== undefined && !Number.isNaN(result.number)) setText(shown(result.number));
          }}
        />
      )}
    </FieldFrame>
  );
}
