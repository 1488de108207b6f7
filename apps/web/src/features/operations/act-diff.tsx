import type { OpsAct } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { diffOf } from './acts-view.ts';
import css from './operations.module.css';

/** What was before and after, field by field; what differs stands first and says so. */
export function ActDiff({ act }: { readonly act: OpsAct }) {
  const { t } = useTranslation();
  const lines = diffOf(act);
  if (lines.length === 0) return <p className={css.none}>{t('operations.acts.nothingKept')}</p>;
  return (
    <table className={css.diff}>
      <thead>
        <tr>
          <th scope="col">{t('operations.acts.field')}</th>
          <th scope="col">{t('operations.acts.before')}</th>
          <th scope="col">{t('operations.acts.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, before, after, isChanged }) => (
          <tr key={name} data-changed={isChanged}>
            <th scope="row">{name}</th>
            <td>
              <bdi>{before ?? t('common.none')}</bdi>
            </td>
            <td>
              <bdi>{after ?? t('common.none')}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
