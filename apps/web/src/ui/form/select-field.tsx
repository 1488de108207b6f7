import { useId } from 'react';
import { FieldFrame } from './field-frame.tsx';
import css from './select.module.css';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly name?: string;
  readonly help?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** The platform's own select in a field's frame. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, help, error } = props;
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(ids) => <Choice {...props} ids={ids} />}
    </FieldFrame>
  );
}

type ChoiceProps<Value extends string> = Pick<SelectFieldProps<Value>, 'name' | 'value' | 'options' | 'onChange'> & {
  readonly ids: object;
};

export function Choice<Value extends string>({ name, value, options, onChange, ids }: ChoiceProps<Value>) {
  const fallback = useId();
  return (
    <select
      id={fallback}
      {...ids}
      name={name}
      className={css.select}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
