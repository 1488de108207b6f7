import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import type { Home, Mode } from './api.ts';
import css from './home.module.css';

interface ReadyToTradeProps {
  readonly readiness: Home['readiness'];
  readonly mode: Mode;
}

/** How many tricks of this mode will trade today, and what keeps most of the others from it. */
export function ReadyToTrade({ readiness, mode }: ReadyToTradeProps) {
  const { t } = useTranslation();
  const causes = readiness.causes.filter((cause) => cause[mode] > 0);
  const counts = readiness[mode];
  const none = counts.willTrade + counts.willNot === 0;
  return (
    <Section title={t('home.ready.title')} aside={<AppLink to="/readiness">{t('home.ready.all')}</AppLink>} flush>
      <p className={`${css.pad} ${none ? texts.quiet : ''}`}>
        {none ? t('home.ready.none') : t('home.ready.counts', counts)}
      </p>
      {causes.length === 0 ? null : (
        <ul className={css.list} data-money="words">
          {causes.map((cause) => (
            <CauseLine key={cause.code} cause={cause} mode={mode} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface CauseLineProps {
  readonly cause: Home['readiness']['causes'][number];
  readonly mode: Mode;
}

/** Of one trick it says which; of several, how many. */
function CauseLine({ cause: { sentence, action, trickName, ...counts }, mode }: CauseLineProps) {
  const { t } = useTranslation();
  const tricks = counts[mode];
  return (
    <li className={css.alert}>
      <span>
        {counts.live + counts.test === 1
          ? t('home.ready.one', { trick: trickName, cause: sentence })
          : t('home.ready.several', {
              cause: sentence,
              tricks: t('home.ready.tricks', { count: tricks, formatted: tricks }),
            })}
      </span>
      {action ? <AppLink to={action.to}>{action.label}</AppLink> : null}
    </li>
  );
}
