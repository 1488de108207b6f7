import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import form from '../../ui/form/form.module.css';
import css from './builder.module.css';

const SHOWN = 6;

interface NameSearchProps {
  readonly label: string;
  readonly help: string;
  /** Those that are there already. */
  readonly taken: readonly string[];
  readonly onChoose: (found: { readonly symbol: string; readonly name: string }) => void;
}

/** A share or fund by symbol or name: what is typed finds some; Enter takes the first, Tab and the pointer any. */
export function NameSearch({ label, help, taken, onChoose }: NameSearchProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const asked = useSettled(text.trim());
  const found = useCall('searchinstruments', { Search: asked }, { enabled: asked.length > 1 });
  const offers =
    text.trim().length < 2
      ? []
      : (found.data?.instrument_list ?? [])
          .filter(({ tradable, exchange, symbol }) => tradable && exchange === 'NSE' && !taken.includes(symbol))
          .slice(0, SHOWN);
  const isNone = found.data !== undefined && offers.length === 0 && asked.length > 1 && text.trim() === asked;

  function choose(offer: { readonly symbol: string; readonly name: string }): void {
    onChoose({ symbol: offer.symbol, name: offer.name });
    setText('');
    field.current?.querySelector('input')?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setText('');
    if (event.key !== 'Enter') return;
    // Enter here takes a name; it must not send the form.
    event.preventDefault();
    const [first] = offers;
    if (first && text.trim() === asked) choose(first);
  }

  return (
    <div ref={field}>
      <FieldFrame label={label} help={help} error={undefined}>
        {(ids) => (
          <input
            {...ids}
            className={form.input}
            value={text}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </FieldFrame>
      {offers.length > 0 ? (
        <ul className={css.offers} aria-label={t('baskets.builder.found')}>
          {offers.map((offer) => (
            <li key={offer.symbol}>
              <button type="button" className={css.offer} onClick={() => choose(offer)}>
                <strong>{offer.symbol}</strong> {offer.name === offer.symbol ? null : offer.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.none} role="status">
        {isNone ? t('baskets.builder.noneFound') : null}
      </p>
    </div>
  );
}
