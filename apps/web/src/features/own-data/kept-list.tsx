import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import css from './own-data.module.css';

type Kept = OutputOfCall<'previewdeletion'>['kept_list'];

/** What law makes us keep, for how long, and why: with how much there is of it. */
export function KeptList({ kept }: { readonly kept: Kept }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className={css.head}>{t('ownData.delete.stays')}</h3>
      <p className={css.lead}>{t('ownData.delete.staysText')}</p>
      <dl className={css.kept}>
        {kept.map(({ what, count: rows, years }) => (
          <div key={what}>
            <dt>{t(`ownData.delete.kept.${what}.name`)}</dt>
            <dd className={css.years}>{t('ownData.delete.years', { count: years })}</dd>
            <dd className={css.why}>{t(`ownData.delete.kept.${what}.why`)}</dd>
            <dd className={css.why}>{t('ownData.delete.rows', { count: rows, formatted: count(rows) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
