import { useTranslation } from 'react-i18next';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import css from './own-data.module.css';

type Found = OutputOfCall<'previewdeletion'>['obstacle_list'];

/** What stands against the deletion, each with the way to the page on which it is mended. */
export function Obstacles({ obstacles }: { readonly obstacles: Found }) {
  const { t } = useTranslation();
  if (obstacles.length === 0) {
    return (
      <p className={css.state}>
        <StateDot tone="good">{t('ownData.delete.free')}</StateDot>
      </p>
    );
  }
  return (
    <div className={css.against}>
      <h3 className={css.head}>{t('ownData.delete.against', { count: obstacles.length })}</h3>
      <ul className={css.obstacles}>
        {obstacles.map(({ code, sentence, link }) => (
          <li key={code}>
            <span>{sentence}</span>
            {link === undefined ? null : (
              <ButtonLink to={link} look="quiet" small>
                {t(`ownData.delete.mend.${code}`)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
