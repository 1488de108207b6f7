import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Section } from '../../ui/section.tsx';
import css from './team.module.css';
import { useBadge } from './use-badge.ts';

/** One's level by the people whom one invited, and how far the next one is. */
export function Standing({ team }: { readonly team: OutputOfCall<'getMyTeam'> }) {
  const { t } = useTranslation();
  const { nameOf, badgeOf } = useBadge();
  const { designation_level: level, activeReferrals: active, nextDesignation: next } = team;
  return (
    <Section title={t('team.standing.title')} note={t('team.standing.note')}>
      <p className={css.badge}>
        {badgeOf(level)}
        <span className={css.small}>{t('team.standing.active', { count: active, formatted: count(active) })}</span>
      </p>
      {next ? (
        <Progress
          text={t('team.standing.next', {
            ...{ count: next.activeReferrals - active, formatted: count(next.activeReferrals - active) },
            name: nameOf(next.designation_level),
          })}
          done={active}
          total={next.activeReferrals}
        />
      ) : (
        <p className={css.text}>{t('team.standing.highest')}</p>
      )}
      <p className={css.meaning}>{t('team.standing.meaning')}</p>
    </Section>
  );
}
