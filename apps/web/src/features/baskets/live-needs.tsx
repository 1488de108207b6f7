import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { type LiveNeed, MENDED_AT, needsOfRefusal } from './live-needs-view.ts';
import css from './plan.module.css';

/** What stands between somebody and a live order, each with the page that mends it. */
export function LiveNeeds({ needs }: { readonly needs: readonly LiveNeed[] }) {
  const { t } = useTranslation();
  if (needs.length === 0) return null;
  return (
    <ul className={css.gates}>
      {needs.map((need) => (
        <li key={need}>
          <StateDot tone="bad">{t('baskets.live.missing')}</StateDot>
          <span>
            {t(`baskets.live.needs.${need}`)} <AppLink to={MENDED_AT[need]}>{t(`baskets.live.mend.${need}`)}</AppLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The same for what the server has just refused. */
export function RefusalNeeds({ failure }: { readonly failure: unknown }) {
  return <LiveNeeds needs={needsOfRefusal(failure instanceof CallFailure ? failure.code : undefined)} />;
}
