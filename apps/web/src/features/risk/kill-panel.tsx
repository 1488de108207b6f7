import type { KillPlan, RiskSettings } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { count } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { CheckField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import { AFTER_RISK, type RiskPanelProps } from './after-risk.ts';
import css from './risk.module.css';

interface KillPanelProps extends RiskPanelProps {
  readonly risk: RiskSettings;
  readonly onDone: (report: OutputOfCall<'killswitch'>) => void;
}

/** Exactly what the kill switch will do, before the typed word does it. */
export function KillPanel({ risk, opened, onClose, onDone }: KillPanelProps) {
  const { t } = useTranslation();
  const kill = useAction('killswitch', { quiet: true, refreshes: AFTER_RISK });
  const [attempt] = useState(() => createAttempt());
  const form = useForm({
    initial: { flatten: false },
    check: () => ({}),
    submit: async ({ flatten }) => {
      onDone(await attempt((idempotencyKey) => kill.mutateAsync({ flatten, idempotencyKey })));
      form.reset();
      onClose();
    },
  });
  const { flatten } = form.values;
  const { plan } = risk.killSwitch;
  const positions = plan.livePositions + plan.testPositions + plan.handPositions;
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('risk.kill.panelTitle')}
      verb={flatten && positions > 0 ? t('risk.kill.verbFlatten', { count: positions }) : t('risk.kill.verb')}
      confirmWord={t('risk.kill.word')}
      dangerous
      form={form}
    >
      <CheckField {...form.field('flatten')} label={t('risk.kill.flatten')} help={t('risk.kill.flattenHelp')} />
      <Plan risk={risk} flatten={flatten} />
    </ActionPanel>
  );
}

function Plan({ risk, flatten }: { readonly risk: RiskSettings; readonly flatten: boolean }) {
  const { t } = useTranslation();
  const { plan } = risk.killSwitch;
  const positions = { live: count(plan.livePositions), test: count(plan.testPositions) };
  const cancelled = plan.restingOrders - (flatten ? 0 : plan.keptStops);
  return (
    <>
      <h3 className={css.sub}>{t('risk.kill.willDo')}</h3>
      <ul className={texts.points}>
        <li>{t('risk.kill.planTricks', { live: count(plan.liveTricks), test: count(plan.testTricks) })}</li>
        <li>{t('risk.kill.planOrders', { count: cancelled, formatted: count(cancelled) })}</li>
        {flatten ? <li>{t('risk.kill.planSell', positions)}</li> : <KeptPositions plan={plan} />}
        {flatten && plan.livePositions > 0 ? (
          <li>
            {t('risk.kill.planValue')} <Money paise={plan.positionValuePaise} />, {t('risk.kill.planCharges')}{' '}
            <Money paise={plan.chargesPaise} />
            {t('common.fullStop')}
          </li>
        ) : null}
        {plan.foreignOrders > 0 ? (
          <li>{t('risk.kill.planForeign', { count: plan.foreignOrders, formatted: count(plan.foreignOrders) })}</li>
        ) : null}
        <HandPlan plan={plan} flatten={flatten} />
        <BasketPlan plan={plan} />
        {plan.liveBaskets > 0 ? (
          <li>{t('risk.kill.planBaskets', { count: plan.liveBaskets, formatted: count(plan.liveBaskets) })}</li>
        ) : null}
        <li>{t('risk.kill.planAfter')}</li>
      </ul>
    </>
  );
}

/** What becomes of positions of tricks where none is sold for the switch. */
function KeptPositions({ plan }: { readonly plan: KillPlan }) {
  const { t } = useTranslation();
  const { keptLive, keptTest, withoutStop, beingSold, handedOver } = plan;
  const counted = (many: number) => ({ count: many, formatted: count(many) });
  return (
    <>
      <li>{t('risk.kill.planKeep', { live: count(keptLive), test: count(keptTest) })}</li>
      {withoutStop > 0 ? <li>{t('risk.kill.planWithoutStop', counted(withoutStop))}</li> : null}
      {beingSold > 0 ? <li>{t('risk.kill.planBeingSold', counted(beingSold))}</li> : null}
      {handedOver > 0 ? <li>{t('risk.kill.planHandedOver', counted(handedOver))}</li> : null}
    </>
  );
}

/** What live baskets do by themselves, and do no more. */
function BasketPlan({ plan: { basketRuns, basketSips } }: { readonly plan: KillPlan }) {
  const { t } = useTranslation();
  const counted = (many: number) => ({ count: many, formatted: count(many) });
  return (
    <>
      {basketRuns > 0 ? <li>{t('risk.kill.planBasketRuns', counted(basketRuns))}</li> : null}
      {basketSips > 0 ? <li>{t('risk.kill.planBasketSips', counted(basketSips))}</li> : null}
    </>
  );
}

/** What becomes of positions that were opened by hand, here or elsewhere. */
function HandPlan({ plan, flatten }: { readonly plan: KillPlan; readonly flatten: boolean }) {
  const { t } = useTranslation();
  const { handPositions, keptStops } = plan;
  const counted = { count: handPositions, formatted: count(handPositions) };
  if (!flatten) {
    return (
      <>
        {handPositions > 0 ? <li>{t('risk.kill.planHandKeep', counted)}</li> : null}
        {handPositions + keptStops > 0 ? (
          <li>{t('risk.kill.planKeptStops', { count: keptStops, formatted: count(keptStops) })}</li>
        ) : null}
      </>
    );
  }
  return (
    <>
      <li>{t('risk.kill.planHand', counted)}</li>
      {handPositions > 0 ? (
        <>
          <li>
            {t('risk.kill.planHandValue')} <Money paise={plan.handValuePaise} />, {t('risk.kill.planHandCharges')}{' '}
            <Money paise={plan.handChargesPaise} />
            {t('common.fullStop')}
          </li>
          <li>{t('risk.kill.planHandEnd')}</li>
        </>
      ) : null}
      <li>{t('risk.kill.planElsewhere')}</li>
    </>
  );
}
