import { Menu } from '@mantine/core';
import { useId } from 'react';
import css from './shell.module.css';

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, side by side in a menu, which stays open so that its effect is seen. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  const id = useId();
  return (
    <>
      <Menu.Label id={id}>{label}</Menu.Label>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu */}
      <div className={css.choice} role="group" aria-labelledby={id}>
        {options.map((option) => (
          <Menu.RadioItem
            key={option.value}
            value={option.value}
            checked={option.value === value}
            classNames={{ itemIndicator: css.unseen ?? '' }}
            onChange={() => onChange(option.value)}
          >
            {option.label}
          </Menu.RadioItem>
        ))}
      </div>
    </>
  );
}
