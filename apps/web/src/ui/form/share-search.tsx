import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCall } from '../../lib/use-call.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { FieldFrame } from './field-frame.tsx';
import form from './form.module.css';
import css from './share-search.module.css';
import { type FoundShare, wholeSymbol } from './whole-symbol.ts';

const SHOWN = 6;
const SHORTEST = 2;
const MOST = 60;

interface ShareSearchProps {
  readonly label: string;
  readonly help: string;
  /** Names the list of what was found. */
  readonly listLabel: string;
  readonly noneFound: string;
  readonly text: string;
  /** The text is what was chosen: nothing is to be found any more. */
  readonly isChosen?: boolean;
  readonly error?: string | undefined;
  readonly name?: string | undefined;
  /** A symbol that is typed whole is chosen when the field is left. */
  readonly takesWhole?: boolean;
  /** Not offered again. */
  readonly taken?: readonly string[];
  readonly onText: (text: string) => void;
  readonly onChoose: (found: FoundShare) => void;
}

/** A share or fund by symbol or name: what is typed finds some; Enter takes the first, Tab and the pointer any. */
export function ShareSearch(props: ShareSearchProps) {
  const { text, isChosen = false, takesWhole = false, onText, onChoose } = props;
  const field = useRef<HTMLDivElement>(null);
  const [isLeft, setLeft] = useState(false);
  const [isEntered, setEntered] = useState(false);
  const { offers, isAnswered } = useOffers(props);
  const wanted = isEntered ? offers[0] : takesWhole && isLeft ? wholeSymbol(text, offers) : undefined;
  const meant = isAnswered ? wanted : undefined;
  useEffect(() => {
    // The answer may come after Enter, or after the field was left.
    if (!meant) return;
    setEntered(false);
    onChoose({ symbol: meant.symbol, name: meant.name });
  }, [meant, onChoose]);

  function choose({ symbol, name }: FoundShare): void {
    props.onChoose({ symbol, name });
    field.current?.querySelector('input')?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onText('');
    if (event.key !== 'Enter' || isChosen) return;
    // Enter here takes a name; it must not send the form.
    event.preventDefault();
    setEntered(true);
  }

  // Its list belongs to it.
  const stay = {
    onFocus: () => setLeft(false),
    onBlur: ({ relatedTarget }: FocusEvent) => setLeft(!field.current?.contains(relatedTarget)),
  };

  return (
    <div ref={field}>
      <FieldFrame label={props.label} help={props.help} error={props.error}>
        {(ids) => (
          <input
            {...ids}
            {...stay}
            {...(props.name === undefined ? {} : { name: props.name })}
            className={form.input}
            value={text}
            autoComplete="off"
            spellCheck={false}
            maxLength={MOST}
            onChange={(event) => {
              setEntered(false);
              onText(event.currentTarget.value);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </FieldFrame>
      {offers.length > 0 ? (
        <ul className={css.offers} aria-label={props.listLabel}>
          {offers.map((offer) => (
            <li key={offer.symbol}>
              {/* Pressing it is no leaving of the field, which would take another. */}
              <button
                {...stay}
                type="button"
                className={css.offer}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(offer)}
              >
                <strong>{offer.symbol}</strong> {offer.name === offer.symbol ? null : offer.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.none} role="status">
        {isAnswered && offers.length === 0 ? props.noneFound : null}
      </p>
    </div>
  );
}

const NOTHING = { offers: [], isAnswered: false } as const;

/** What the text finds, and whether that is the answer to all of what is typed. */
function useOffers({ text, isChosen = false, taken = [] }: ShareSearchProps): {
  readonly offers: readonly FoundShare[];
  readonly isAnswered: boolean;
} {
  const typed = text.trim();
  const asked = useSettled(typed);
  const found = useCall('searchinstruments', { Search: asked }, { enabled: asked.length >= SHORTEST && !isChosen });
  if (isChosen || typed.length < SHORTEST || !found.data) return NOTHING;
  const offers = found.data.instrument_list
    .filter(({ tradable, exchange, symbol }) => tradable && exchange === 'NSE' && !taken.includes(symbol))
    .slice(0, SHOWN);
  return { offers, isAnswered: typed === asked };
}
