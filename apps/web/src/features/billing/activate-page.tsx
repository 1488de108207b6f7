import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import css from './billing.module.css';
import { PlanKind } from './plan-kind.tsx';
import { runningOf } from './plan-words.ts';

const NEEDED = ['kyc', 'broker', 'words'] as const;

/** The one step to live trading that costs money: what it is for, and what it is not. */
export function ActivatePage() {
  const { t } = useTranslation();
  const state = useCall('mysubscription', {});
  return (
    <div className={layout.stack}>
      <PageHead title={t('billing.activate.title')} lead={t('billing.activate.lead')} />
      <Loaded
        state={state}
        failed={t('billing.failed')}
        skeleton={<PageSkeleton label={t('billing.loading')} main={[100, 200]} />}
      >
        {(mine) => <Activation mine={mine} />}
      </Loaded>
    </div>
  );
}

function Activation({ mine }: { readonly mine: OutputOfCall<'mysubscription'> }) {
  const { t } = useTranslation();
  const { activation, plans, subscriptions, sandbox } = mine;
  const kind = 'trade_activation';
  return (
    <>
      <Section
        title={t('billing.activate.state')}
        aside={
          <StateDot tone={activation.active ? 'good' : 'quiet'}>
            {t(activation.active ? 'billing.activate.on' : 'billing.activate.off')}
          </StateDot>
        }
      >
        <p>
          {t(
            activation.grantedForDemo
              ? 'billing.grantedForDemo'
              : activation.active
                ? 'billing.activate.onText'
                : 'billing.activate.offText',
          )}
        </p>
        {activation.active ? (
          <div className={css.buttons}>
            <ButtonLink to="/my-tricks" small>
              {t('billing.activate.tricks')}
            </ButtonLink>
          </div>
        ) : null}
      </Section>
      <div className={css.kinds}>
        <PlanKind
          kind={kind}
          plans={plans.filter((plan) => plan.kind === kind)}
          running={runningOf(subscriptions, kind)}
          sandbox={sandbox}
        />
        <Section title={t('billing.activate.also')}>
          <ul className={texts.points}>
            {NEEDED.map((name) => (
              <li key={name}>{t(`billing.activate.needed.${name}`)}</li>
            ))}
          </ul>
        </Section>
      </div>
    </>
  );
}
