import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareSearch } from '../../ui/form/share-search.tsx';
import type { FieldProps } from '../../ui/form/use-form.ts';

/** The share or fund of an order. Its value is empty until one is chosen. */
export function SymbolSearch({ value, onChange, error, name }: FieldProps<string>) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  return (
    <ShareSearch
      name={name}
      label={t('orders.own.symbol')}
      help={t('orders.own.symbolHelp')}
      listLabel={t('orders.own.found')}
      noneFound={t('orders.own.noneFound')}
      error={error}
      text={text}
      takesWhole
      isChosen={value !== '' && text === value}
      onText={(typed) => {
        setText(typed);
        onChange('');
      }}
      onChoose={({ symbol }) => {
        setText(symbol);
        onChange(symbol);
      }}
    />
  );
}
