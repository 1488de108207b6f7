import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import { Mix } from './mix.tsx';
import css from './robo.module.css';
import { Suits } from './suits.tsx';

type Robo = OutputOfCall<'roboProPlans'>;
export type Result = NonNullable<Robo['last']>;

interface ResultViewProps {
  readonly result: Result;
  readonly adviser: Robo['adviser'];
  readonly onAgain: () => void;
}

/** What the answers came to: the profile with its reasons, the mix where an adviser suggests one, and what suits. */
export function ResultView({ result, adviser, onAgain }: ResultViewProps) {
  const { t } = useTranslation();
  return (
    <>
      <Profile result={result} onAgain={onAgain} />
      {result.mix ? <Mix parts={result.mix} noteId={result.noteId} /> : null}
      {adviser && !result.mix ? (
        <div className={css.notice} role="note">
          <p>{t('robo.mix.answerAgain')}</p>
        </div>
      ) : null}
      <Suits suits={result.suits} />
    </>
  );
}

function Profile({ result, onAgain }: Omit<ResultViewProps, 'adviser'>) {
  const { t, i18n } = useTranslation();
  const { profile, score, capacity, willingness, reasons, reviewOn, reviewDue } = result;
  return (
    <Section
      title={t('robo.profile.title')}
      aside={reviewDue ? <StateDot tone="busy">{t('robo.profile.due')}</StateDot> : undefined}
    >
      <p className={css.name}>{profile.name}</p>
      <p className={css.text}>{profile.text}</p>
      <dl className={facts.facts}>
        <div>
          <dt>{t('robo.profile.score')}</dt>
          <dd>{t('robo.profile.ofHundred', { score })}</dd>
        </div>
        <div>
          <dt>{t('robo.profile.capacity')}</dt>
          <dd>{t('robo.profile.ofHundred', { score: capacity })}</dd>
        </div>
        <div>
          <dt>{t('robo.profile.willingness')}</dt>
          <dd>{t('robo.profile.ofHundred', { score: willingness })}</dd>
        </div>
        <div>
          <dt>{t('robo.profile.review')}</dt>
          <dd>{dayInFull(reviewOn, i18n.language)}</dd>
        </div>
      </dl>
      <h3 className={css.why}>{t('robo.profile.why')}</h3>
      <ul className={texts.points}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className={`${css.small} ${css.apart}`}>{t(reviewDue ? 'robo.profile.dueText' : 'robo.profile.reviewText')}</p>
      <div className={css.buttons}>
        <Button look={reviewDue ? 'primary' : 'quiet'} onClick={onAgain}>
          {t('robo.profile.again')}
        </Button>
      </div>
    </Section>
  );
}
