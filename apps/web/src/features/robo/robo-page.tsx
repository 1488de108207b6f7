import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { Past } from './past.tsx';
import { Questionnaire } from './questionnaire.tsx';
import { ResultView } from './result.tsx';
import css from './robo.module.css';
import { isBegun } from './use-answers.ts';

type Robo = OutputOfCall<'roboProPlans'>;

interface RoboPageProps {
  /** Where its plans are bought. */
  readonly buy: (robo: Pick<Robo, 'plans' | 'sandbox'>) => ReactNode;
}

/** ROBO Pro: what it is and costs, its questions, or what the answers came to. */
export function RoboPage({ buy }: RoboPageProps) {
  const { t } = useTranslation();
  const state = useCall('roboProPlans', {});
  return (
    <div className={layout.stack}>
      <PageHead title={t('robo.title')} lead={t('robo.lead')} />
      <Loaded
        state={state}
        failed={t('robo.failed')}
        skeleton={<PageSkeleton label={t('robo.loading')} main={[120, 320]} />}
      >
        {(robo) => (
          <div className={css.narrow}>
            <Basis adviser={robo.adviser} />
            {robo.unlocked ? <Unlocked robo={robo} /> : <Locked robo={robo} buy={buy} />}
            {robo.past_list.length > 0 ? <Past past={robo.past_list} /> : null}
          </div>
        )}
      </Loaded>
    </div>
  );
}

/** Under whose registration anything is suggested, or that nothing is. */
function Basis({ adviser }: Pick<Robo, 'adviser'>) {
  const { t } = useTranslation();
  return (
    <div className={css.notice} role="note">
      <p>{adviser ? t('robo.adviser', { registration: adviser.registrationNumber }) : t('robo.education')}</p>
    </div>
  );
}

const WHAT_IT_IS = ['questions', 'profile', 'suits', 'review'] as const;

function Locked({ robo, buy }: RoboPageProps & { readonly robo: Robo }) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('robo.locked.title')}>
        <ul className={texts.points}>
          {WHAT_IT_IS.map((name) => (
            <li key={name}>{t(`robo.locked.${name}`, { count: robo.questions.length })}</li>
          ))}
        </ul>
      </Section>
      {buy(robo)}
    </>
  );
}

function Unlocked({ robo }: { readonly robo: Robo }) {
  const { t } = useTranslation();
  const { last, adviser, outdated } = robo;
  const [answering, setAnswering] = useState(() => last === undefined || isBegun());
  if (last && !answering) return <ResultView result={last} adviser={adviser} onAgain={() => setAnswering(true)} />;
  return (
    <>
      {outdated ? (
        <div className={css.notice} role="note">
          <p>{t('robo.outdated')}</p>
        </div>
      ) : null}
      <Questionnaire
        robo={robo}
        onDone={() => setAnswering(false)}
        onCancel={last ? () => setAnswering(false) : undefined}
      />
    </>
  );
}
