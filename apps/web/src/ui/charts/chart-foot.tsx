import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeadRow } from '../table/head-row.tsx';
import css from './charts.module.css';

interface ChartFootProps {
  /** The chart in one sentence. */
  readonly summary: string;
  readonly head: readonly string[];
  /** Made only when asked for. The first cell of a row names it. */
  readonly rows: () => readonly (readonly string[])[];
}

/** The chart for those who do not see it: a sentence, and a table on request; and the attribution of the library. */
export function ChartFoot({ summary, head, rows }: ChartFootProps) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <figcaption>
      <div className={css.foot}>
        <p>{summary}</p>
        <button type="button" className={css.link} aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('chart.asChart') : t('chart.asTable')}
        </button>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('chart.attribution')}
        </a>
      </div>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        <section className={css.scroll} tabIndex={0} aria-label={t('chart.asTable')}>
          <table className={css.data}>
            <HeadRow names={head} />
            <tbody>
              {rows().map((row) => (
                <tr key={row[0]}>
                  {row.map((cell, i) => (
                    <td key={head[i]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </figcaption>
  );
}
