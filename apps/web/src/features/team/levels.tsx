import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Section } from '../../ui/section.tsx';
import css from './team.module.css';

interface LevelsProps {
  readonly team: OutputOfCall<'getMyTeam'>;
  /** The level whose people are listed. */
  readonly shown: number;
}

/** How many people stand on each level; each leads to its people. */
export function Levels({ team: { levels, hasDeeper }, shown }: LevelsProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('team.levels.title')} note={t('team.levels.note')} flush>
      <ul className={css.levels}>
        {levels.map(({ level, members, active }) => (
          <li key={level} className={css.level} data-current={level === shown}>
            <AppLink to={level === 1 ? '/team' : `/team?level=${level}`} className={css.levelLink}>
              {t('team.levels.level', { level })}
            </AppLink>
            <span className={css.members}>
              {t('team.levels.members', { count: members, formatted: count(members) })}
            </span>
            <span className={css.small}>
              {t(level === 1 ? 'team.levels.byYou' : 'team.levels.byLevel', { level: level - 1 })}
            </span>
            <span className={css.active}>{t('team.levels.active', { count: active, formatted: count(active) })}</span>
          </li>
        ))}
      </ul>
      {hasDeeper ? <p className={css.deeper}>{t('team.levels.deeper')}</p> : null}
    </Section>
  );
}
