import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import type { Home, Mode } from './api.ts';
import css from './home.module.css';

type NeedsYouProps = Pick<Home, 'alerts' | 'preparation' | 'demoHistory'>;

/** What a person should look at, each with the way there. */
export function NeedsYou({ alerts, preparation, demoHistory }: NeedsYouProps) {
  const { t } = useTranslation();
  const computing = preparation.done < preparation.total;
  return (
    <Section title={t('home.needsYou')} flush>
      {alerts.length === 0 && !computing && !demoHistory ? (
        <p className={`${texts.quiet} ${css.pad}`}>{t('home.nothingNeeded')}</p>
      ) : null}
      <ul className={css.list} data-money="words">
        {alerts.map((alert) => (
          <li key={`${alert.kind} ${alert.text}`} className={css.alert}>
            <span>{alert.text}</span>
            <AppLink to={alert.link}>{t(`home.alertGo.${alert.kind}`)}</AppLink>
          </li>
        ))}
        {computing ? (
          <li>
            <Progress {...preparation} text={t('home.preparing', preparation)} />
          </li>
        ) : null}
        {demoHistory ? (
          <li>
            <Progress {...demoHistory} text={t('home.demoHistory', demoHistory)} />
          </li>
        ) : null}
      </ul>
    </Section>
  );
}

interface DecisionsProps {
  readonly decisions: Home['recentDecisions'];
  readonly mode: Mode;
}

/** What the tricks of this mode decided last, in sentences. */
export function Decisions({ decisions, mode }: DecisionsProps) {
  const { t } = useTranslation();
  const shown = decisions.filter((decision) => (decision.is_live === 1) === (mode === 'live'));
  return (
    <Section title={t('home.decisions')} note={shown.length > 0 && t('home.decisionsNote')} flush>
      {shown.length === 0 ? (
        <Empty title={t('home.noDecisionsTitle')} text={t('home.noDecisions')} />
      ) : (
        <ul className={css.list} data-money="words">
          {shown.map((decision) => (
            <li key={`${decision.TricksId} ${decision.at} ${decision.sentence}`} className={css.decision}>
              <AppLink to={`/my-tricks/${decision.TricksId}`}>{decision.trickName}</AppLink>
              <Moment at={decision.at} />
              <p className={css.sentence}>{decision.sentence}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
