import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { TextField } from '../../ui/form/fields.tsx';
import type { FieldProps } from '../../ui/form/use-form.ts';
import css from './own-orders.module.css';

const SHOWN = 5;

/** A share or fund by symbol or name: what is typed finds some, and one of them is chosen. */
export function SymbolSearch({ value, onChange, error, name }: FieldProps<string>) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const asked = useDeferredValue(text.trim());
  const isChosen = value !== '' && text === value;
  const found = useCall('searchinstruments', { Search: asked }, { enabled: asked.length > 1 && !isChosen });
  const offers = isChosen
    ? []
    : (found.data?.instrument_list ?? []).filter(({ tradable, exchange }) => tradable && exchange === 'NSE');
  return (
    <div>
      <TextField
        name={name}
        label={t('orders.own.symbol')}
        help={t('orders.own.symbolHelp')}
        autoComplete="off"
        value={text}
        error={error}
        onChange={(typed) => {
          setText(typed);
          onChange('');
        }}
      />
      {offers.length > 0 ? (
        <ul className={css.offers} aria-label={t('orders.own.found')}>
          {offers.slice(0, SHOWN).map((offer) => (
            <li key={offer.symbol}>
              <button
                type="button"
                className={css.offer}
                onClick={() => {
                  setText(offer.symbol);
                  onChange(offer.symbol);
                }}
              >
                <strong>{offer.symbol}</strong> {offer.name === offer.symbol ? null : offer.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {found.data && offers.length === 0 && !isChosen && asked.length > 1 ? (
        <p className={css.nothing}>{t('orders.own.noneFound')}</p>
      ) : null}
    </div>
  );
}
