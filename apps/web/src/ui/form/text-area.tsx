import type { ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import css from './form.module.css';
import type { FieldProps } from './use-form.ts';

interface TextAreaProps extends FieldProps<string> {
  readonly label: string;
  /** One line below the field. */
  readonly help?: ReactNode;
  readonly rows?: number;
  readonly maxLength?: number;
}

/** A text of several lines. */
export function TextArea({ label, help, error, onChange, rows = 6, ...rest }: TextAreaProps) {
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(ids) => (
        <textarea
          {...ids}
          {...rest}
          rows={rows}
          className={css.area}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
