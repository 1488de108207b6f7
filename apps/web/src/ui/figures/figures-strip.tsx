import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './figures-strip.module.css';

export interface FigureItem {
  readonly label: string;
  readonly value: ReactNode;
  /** Small, beside the figure: a change, or “after charges”. */
  readonly note?: ReactNode;
  /** The one figure that the strip is about. */
  readonly lead?: boolean;
}

interface FiguresStripProps {
  readonly items: readonly FigureItem[];
  /** Strips that stand below each other share their columns. */
  readonly inColumns?: boolean;
  /** What the figures are made of; opens below them. */
  readonly parts?: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** Figures side by side: the label above, the figure below, its change beside it. */
export function FiguresStrip({ items, inColumns = false, parts }: FiguresStripProps) {
  const { t } = useTranslation();
  return (
    <div>
      <dl className={`${css.strip} ${inColumns ? css.columns : ''} td-strip`}>
        {items.map((item) => (
          <div key={item.label} className={`${css.item} ${item.lead ? css.lead : ''}`}>
            <dt>{item.label}</dt>
            <dd>
              {item.value}
              {item.note ? <span className={css.note}>{item.note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      {parts && parts.length > 0 ? (
        <details className={css.made}>
          <summary>{t('common.showDetails')}</summary>
          <dl className={css.parts}>
            {parts.map((part) => (
              <div key={part.label} style={{ display: 'contents' }}>
                <dt>{part.label}</dt>
                <dd>{part.value}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  );
}
