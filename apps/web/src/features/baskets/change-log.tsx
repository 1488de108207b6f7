import type { BasketDetails } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { percent } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import tables from '../../ui/table/parts-table.module.css';
import { ScrollPart } from '../../ui/table/scroll-part.tsx';
import { dayWithYear } from './basis.ts';
import css from './baskets.module.css';
import { changeKind } from './change-view.ts';

type Review = BasketDetails['change_list'][number];

/** The reviews of the past, newest first: what came in, what went, whose weight moved, and why. */
export function ChangeLog({ changes }: { readonly changes: readonly Review[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('baskets.reviews.title')} note={t('baskets.reviews.note')}>
      {changes.length === 0 ? <p className={css.description}>{t('baskets.reviews.none')}</p> : null}
      <ol className={css.reviews}>
        {changes
          .toSorted((a, b) => b.version - a.version)
          .map((review, place) => (
            <li key={review.version}>
              <OneReview review={review} opened={place === 0} />
            </li>
          ))}
      </ol>
    </Section>
  );
}

function OneReview({ review, opened }: { readonly review: Review; readonly opened: boolean }) {
  const { t } = useTranslation();
  return (
    <details open={opened}>
      <summary className={css.reviewHead}>
        <strong>{dayWithYear(review.since)}</strong> <span>{review.reason}</span>
      </summary>
      {review.changes.length === 0 ? (
        <p className={css.small}>{t('baskets.reviews.nothing')}</p>
      ) : (
        <ScrollPart label={t('baskets.reviews.table', { date: dayWithYear(review.since) })}>
          <table className={tables.table}>
            <thead>
              <tr>
                <th scope="col">{t('baskets.nameOfShare')}</th>
                <th scope="col">{t('baskets.reviews.weights')}</th>
              </tr>
            </thead>
            <tbody>
              {review.changes.map((change) => (
                <tr key={change.symbol}>
                  <th scope="row" className={tables.named}>
                    <span>{change.symbol}</span>{' '}
                    <span className={css.small}>{t(`baskets.reviews.kinds.${changeKind(change)}`)}</span>
                    <p className={tables.quiet}>{change.reason}</p>
                  </th>
                  <td>
                    <span>{weightWords(change, t)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollPart>
      )}
    </details>
  );
}

/** From how much to how much; what is new has only come. */
function weightWords(change: Review['changes'][number], t: TFunction): string {
  const after = percent(change.afterPercent);
  if (changeKind(change) === 'in') return after;
  return t('baskets.reviews.fromTo', { before: percent(change.beforePercent), after });
}
