import { DayInput } from './day-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { TextFieldProps } from './fields.tsx';
import css from './form.module.css';

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
