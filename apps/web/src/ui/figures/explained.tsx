import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOfCall } from '../../lib/wire.ts';
import { later, SayGone } from '../feedback/later.tsx';
import css from './figures.module.css';

export type FigureAsk = InputOfCall<'explainfigure'>;

const ExplainPanel = later(async () => (await import('./explain-panel.tsx')).ExplainPanel, SayGone);

interface ExplainedProps {
  /** Which figure it is; nothing is asked before it is opened. */
  readonly ask: FigureAsk;
  /** The figure as shown: paise, of a rate percent. While it is not known yet there is nothing to open. */
  readonly value: number | undefined;
  /** The figure itself. */
  readonly children: ReactNode;
}

/** A figure that opens to what it comes from. */
export function Explained({ ask, value, children }: ExplainedProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<boolean>();
  if (value === undefined) return children;
  return (
    <>
      <button
        type="button"
        className={css.explained}
        aria-haspopup="dialog"
        data-figure={ask.figure}
        onClick={() => setOpened(true)}
      >
        {children} <span className="td-visually-hidden">{t('figures.opens')}</span>
      </button>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <ExplainPanel ask={ask} value={value} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
