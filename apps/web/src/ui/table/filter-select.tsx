import { NativeSelect } from '@mantine/core';

interface FilterSelectProps<Value extends string> {
  /** What is filtered; a screen reader says it, and it stands before the choice: `Kind`. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly onChange: (value: Value) => void;
}

/** One filter of a list: the platform's own select, which works with a keyboard, a thumb and a screen reader. */
export function FilterSelect<Value extends string>({ label, value, options, onChange }: FilterSelectProps<Value>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      title={label}
      value={value}
      data={options.map((option) => ({ ...option }))}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
