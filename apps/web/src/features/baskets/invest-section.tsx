import type { Badge, BasketDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { paiseOf } from '../../lib/paise.ts';
import type { RecordMode } from '../../lib/record-mode.ts';
import { Button } from '../../ui/button.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { leastRupees } from './basis.ts';
import { BrokerChoice } from './broker-choice.tsx';
import { HeldBackNote } from './held-back.tsx';
import { InvestPanel } from './invest-panel.tsx';
import { LiveNeeds } from './live-needs.tsx';
import css from './plan.module.css';
import { amountIn } from './plan-view.ts';
import { AskedPurchase } from './purchase-plan.tsx';
import { type LiveAccount, useLiveAccount } from './use-live-account.ts';
import { usePurchasePlan } from './use-plan.ts';

interface BasketProps {
  readonly basket: BasketDetails;
}

/** The mode that is chosen; without a broker there is nothing live to do here yet, so it begins in test. */
function useMode(live: LiveAccount) {
  const [chosen, choose] = useState<RecordMode>();
  const mode = chosen ?? (live.accounts && live.accounts.length > 0 ? 'Live' : 'Test');
  return { mode, choose, badge: badgeOf(mode, live), goes: mode === 'Test' || canGoLive(live) };
}

const canGoLive = ({ account, needs }: LiveAccount): boolean => account !== undefined && needs.length === 0;

/** An amount, a mode, and what they would buy, before anything is placed. */
export function InvestSection({ basket }: BasketProps) {
  const { t } = useTranslation();
  const live = useLiveAccount();
  const { mode, choose, badge, goes } = useMode(live);
  const { query } = useListState();
  const [amount, setAmount] = useState(() => amountIn(query));
  const [confirming, setConfirming] = useState(false);
  // Here and not in the panel: what was sent without an answer is the same wish after the panel was closed and opened.
  const [attempt] = useState(() => createAttempt());
  const paise = paiseOf(amount);
  const asked = usePurchasePlan({ basketId: basket.basketId }, paise);
  return (
    <Section title={t('baskets.invest.title')} aside={<ModeBadge badge={badge} />}>
      <div className={css.fields}>
        <div className={css.choice}>
          <Segments
            label={t('baskets.invest.mode')}
            value={mode}
            options={(['Test', 'Live'] as const).map((value) => ({ value, label: t(`baskets.mine.modes.${value}`) }))}
            onChange={choose}
          />
        </div>
        <p className={css.quiet}>{t(`mode.explain.${badge}`)}</p>
        {mode === 'Live' ? <LiveChoice live={live} /> : null}
        <Amount min={asked.plan?.minInvestmentPaise ?? basket.minInvestmentPaise} value={amount} onChange={setAmount} />
        <AskedPurchase asked={asked} />
        <HeldBackNote heldBack={basket.heldBack} place="catalogue" />
        <Button
          wide
          disabled={asked.blocked || !goes || basket.heldBack !== undefined}
          onClick={() => setConfirming(true)}
        >
          {t('baskets.invest.review')}
        </Button>
      </div>
      {asked.plan && paise !== undefined ? (
        <InvestPanel
          opened={confirming}
          onClose={() => setConfirming(false)}
          attempt={attempt}
          basket={basket}
          plan={asked.plan}
          amountPaise={paise}
          badge={badge}
          brokerId={mode === 'Live' ? live.account?.brokerId : undefined}
        />
      ) : null}
    </Section>
  );
}

interface AmountProps {
  readonly min: number | undefined;
  readonly value: number | undefined;
  readonly onChange: (amount: number | undefined) => void;
}

function Amount({ min, value, onChange }: AmountProps) {
  const { t } = useTranslation();
  return (
    <NumberField
      name="amount"
      label={t('baskets.invest.amount')}
      help={min === undefined ? undefined : t('baskets.invest.amountHelp', { min: leastRupees(min) })}
      rupee
      min={1}
      value={value}
      error={undefined}
      onChange={onChange}
    />
  );
}

function badgeOf(mode: RecordMode, { accounts, account }: LiveAccount): Badge {
  if (mode === 'Test') return 'test';
  return (account ?? accounts?.[0])?.environment === 'live' ? 'live' : 'live_simulated';
}

function LiveChoice({ live }: { readonly live: LiveAccount }) {
  return (
    <>
      <BrokerChoice accounts={live.accounts ?? []} chosen={live.account?.brokerId} onChoose={live.choose} />
      <LiveNeeds needs={live.needs} />
    </>
  );
}
