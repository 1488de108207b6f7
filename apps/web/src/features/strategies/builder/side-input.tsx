import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import css from './builder.module.css';

/** In letters, before a side is as wide as what stands in it. */
const NARROWEST = 10;

interface SideInputProps {
  readonly label: string;
  readonly value: string;
  readonly names: string;
  readonly onChange: (text: string) => void;
}

/** One side of a comparison: as wide as its text, and where the row is too narrow for it, with the whole text below. */
export function SideInput({ label, value, names, onChange }: SideInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isCut = useIsCut(input, value);
  return (
    <span className={css.sideBox}>
      <input
        ref={input}
        className={css.side}
        aria-label={label}
        value={value}
        size={Math.max(NARROWEST, value.length)}
        list={names}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isCut ? (
        // Who listens hears all of it from the input.
        <span className={css.whole} dir="ltr" aria-hidden="true">
          {value}
        </span>
      ) : null}
    </span>
  );
}

/** Whether an input shows a part of its text only. */
function useIsCut(input: RefObject<HTMLInputElement | null>, value: string): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const shown = input.current;
    if (!shown) return undefined;
    // Another text can be cut in a box of the same size, which no observer tells.
    const measure = () => setCut(value !== '' && shown.scrollWidth > shown.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [input, value]);
  return isCut;
}
