import type { FigureName, FigurePart } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../app-link.tsx';
import { Button } from '../button.tsx';
import css from './explain.module.css';
import { isResult, isSigned } from './explain-view.ts';
import { Gain, Money, Signed } from './figures.tsx';
import { Moment } from './moment.tsx';

interface ExplainPartsProps {
  readonly figure: FigureName;
  readonly explanation: OutputOfCall<'explainfigure'>;
  readonly onPage: (page: number) => void;
}

/** The parts of a page, each with the way to its own, and what all parts add up to. */
export function ExplainParts({ figure, explanation, onPage }: ExplainPartsProps) {
  const { t } = useTranslation();
  const { parts, total, totalPaise, pageNumber, pageSize } = explanation;
  const before = (pageNumber - 1) * pageSize;
  const together = { count: total, formatted: count(total) };
  const rows = { from: count(before + 1), to: count(before + parts.length), ...together };
  return (
    <>
      <table className={css.parts}>
        <thead>
          <tr>
            <th scope="col">{t('figures.explain.comesFrom')}</th>
            <th scope="col">{t('figures.explain.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, i) => (
            // Of one moment, in the server's order: a place is a part.
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike in everything
            <tr key={before + i} data-part={part.kind}>
              <th scope="row">
                <Name part={part} />
              </th>
              <td>{isSigned(figure) ? <Signed paise={part.amountPaise} /> : <Money paise={part.amountPaise} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('figures.explain.together', together)}</th>
            <td data-parts-total>{isResult(figure) ? <Gain paise={totalPaise} /> : <Money paise={totalPaise} />}</td>
          </tr>
        </tfoot>
      </table>
      {total > pageSize ? (
        <nav className={css.pages} aria-label={t('table.rows', rows)}>
          <span>{t('table.rows', rows)}</span>
          <Button small look="quiet" disabled={pageNumber === 1} onClick={() => onPage(pageNumber - 1)}>
            {t('table.previous')}
          </Button>
          <Button small look="quiet" disabled={before + parts.length >= total} onClick={() => onPage(pageNumber + 1)}>
            {t('table.next')}
          </Button>
        </nav>
      ) : null}
    </>
  );
}

function Name({ part }: { readonly part: FigurePart }) {
  const { t } = useTranslation();
  const name = nameOf(part, t);
  return (
    <>
      {part.link === undefined ? <span>{name}</span> : <AppLink to={part.link}>{name}</AppLink>}
      {part.at === undefined ? null : (
        <span className={css.when}>
          <Moment at={part.at} wall={part.kind === 'posting' || part.kind === 'withdrawal'} />
        </span>
      )}
      {part.date === undefined || part.kind === 'day' ? null : <span className={css.when}>{dayInFull(part.date)}</span>}
    </>
  );
}

function nameOf({ kind, label, quantity = 0, date }: FigurePart, t: TFunction): string {
  if (kind === 'day' && date !== undefined) return dayInFull(date);
  return t(`figures.explain.part.${kind}`, { label, quantity: count(quantity) });
}
