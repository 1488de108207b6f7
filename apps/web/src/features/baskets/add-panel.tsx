import type { MyBasket } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { rupees } from '../../lib/format.ts';
import { paiseOf } from '../../lib/paise.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import { AFTER_BASKET } from './after-basket.ts';
import { RefusalNeeds } from './live-needs.tsx';
import css from './plan.module.css';
import { AskedPurchase } from './purchase-plan.tsx';
import { usePurchasePlan } from './use-plan.ts';

export interface HeldPanelProps {
  readonly basket: MyBasket;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Puts more into a basket, once: what it would buy stands above the button, which waits for it. */
export function AddPanel({ basket, opened, onClose }: HeldPanelProps) {
  const { t } = useTranslation();
  const [attempt] = useState(() => createAttempt());
  const add = useAction('addtobasket', { quiet: true, refreshes: AFTER_BASKET });
  const form = useForm<{ readonly amount: number | undefined }>({
    initial: { amount: undefined },
    check: ({ amount }) => (paiseOf(amount) === undefined ? { amount: t('baskets.add.amountMissing') } : {}),
    fieldOf: (path) => (path === 'amountPaise' ? 'amount' : path),
    submit: async ({ amount }) => {
      const { myBasketId } = basket;
      const amountPaise = paiseOf(amount) ?? 0;
      await attempt((idempotencyKey) => add.mutateAsync({ myBasketId, amountPaise, idempotencyKey }));
      form.reset();
      onClose();
    },
  });
  const paise = paiseOf(form.values.amount);
  const asked = usePurchasePlan({ myBasketId: basket.myBasketId }, opened ? paise : undefined);
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('baskets.add.title', { name: basket.name })}
      verb={paise === undefined ? t('baskets.add.open') : t('baskets.add.verb', { amount: rupees(paise) })}
      blocked={asked.blocked}
      form={form}
    >
      <div className={css.fields}>
        <ModeBand badge={basket.badge} />
        <ul className={texts.points}>
          <li>{t('baskets.add.does')}</li>
          <li>{t('baskets.add.rest')}</li>
        </ul>
        <NumberField {...form.field('amount')} label={t('baskets.invest.amount')} rupee min={1} />
        <AskedPurchase asked={asked} />
        <RefusalNeeds failure={add.error} />
      </div>
    </ActionPanel>
  );
}
