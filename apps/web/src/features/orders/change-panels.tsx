import { useQueryClient } from '@tanstack/react-query';
import type { OwnOrderRow } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { count, rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { NumberField } from '../../ui/form/number-field.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { useFollowing } from './following.ts';
import { type ChangeValues, changesOf, changeWishOf, isUnmade, problemsOf } from './order-input.ts';
import { Preview } from './order-preview.tsx';
import { readOwnAgain } from './own-again.ts';
import css from './own-orders.module.css';
import { sayStanding } from './say-standing.ts';
import { usePreview } from './use-preview.ts';

interface ChangePanelProps {
  readonly order: OwnOrderRow;
  readonly onClose: () => void;
}

function useChangeWords({ side, quantity, symbol }: OwnOrderRow) {
  const { t } = useTranslation();
  return { side: t(`orders.${side}`), quantity: count(quantity), symbol };
}

/** Price, trigger and quantity of an order by hand that is still under way. */
export function ChangePanel({ order, onClose }: ChangePanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const words = useChangeWords(order);
  const [attempt] = useState(() => createAttempt());
  const { orderId, symbol, side, filledQuantity } = order;
  const asItStands = { quantity: order.quantity, price: order.price, triggerPrice: order.triggerPrice };
  const form = useForm<ChangeValues>({
    initial: asItStands,
    check: (values) => {
      const whole = { ...values, symbol, side, product: 'DELIVERY' as const, brokerId: undefined };
      return textsOf(problemsOf(whole), (problem) => t(`orders.own.problem.${problem}`));
    },
    submit: async (values) => {
      const changes = changesOf(values, asItStands);
      if (Object.keys(changes).length === 0) {
        showToast({ tone: 'note', text: t('orders.own.unchanged') });
      } else {
        const answer = await attempt((idempotencyKey) =>
          send('modifyorder', { orderId, ...changes, idempotencyKey }, { quiet: true }),
        );
        await readOwnAgain(client);
        if (isUnmade(changes, answer)) showToast({ tone: 'failed', text: t('orders.own.notChanged', { symbol }) });
        else sayStanding(answer, t);
      }
      onClose();
    },
  });
  useFollowing(form, asItStands);
  const preview = usePreview(changeWishOf(order, form.values));
  const isFilledUp = (form.values.quantity ?? Number.POSITIVE_INFINITY) <= filledQuantity;
  const filled = count(filledQuantity);
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t('orders.own.changeTitle', words)}
      blocked={preview.blocked}
      verb={t('orders.own.changeVerb')}
      form={form}
    >
      <div className={css.fields}>
        <NumberField {...form.field('quantity')} label={t('orders.quantity')} help={t('orders.own.quantityHelp')} />
        <NumberField {...form.field('price')} rupee label={t('orders.detail.limit')} />
        {order.triggerPrice === undefined ? null : (
          <NumberField {...form.field('triggerPrice')} rupee label={t('orders.detail.trigger')} />
        )}
        <div aria-live="polite">
          <Preview preview={preview} symbol={symbol} />
          {isFilledUp ? (
            <p className={css.problems}>
              {filledQuantity === 0 ? t('orders.own.problem.quantity') : t('orders.own.filledUp', { filled })}
            </p>
          ) : null}
        </div>
        {filledQuantity === 0 ? null : <p className={css.nothing}>{t('orders.own.restNote', { filled })}</p>}
        <p className={css.nothing}>{t('orders.own.changeNote')}</p>
      </div>
    </ActionPanel>
  );
}

export function CancelPanel({ order, onClose }: ChangePanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const words = useChangeWords(order);
  const [attempt] = useState(() => createAttempt());
  const { orderId, filledQuantity, quantity } = order;
  // What the rest of the order blocks as it stands: that is what comes free.
  const asItStands = { quantity, price: order.price, triggerPrice: order.triggerPrice };
  const freedPaise = usePreview(changeWishOf(order, asItStands)).shown?.marginPaise ?? 0;
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t('orders.own.cancelTitle', words)}
      verb={t('orders.own.cancelVerb')}
      dangerous
      onConfirm={async () => {
        const answer = await attempt((idempotencyKey) =>
          send('cancelorder', { orderId, idempotencyKey }, { quiet: true }),
        );
        await readOwnAgain(client);
        sayStanding(answer, t);
      }}
    >
      <p>{t('orders.own.cancelText', { rest: count(quantity - filledQuantity), filled: count(filledQuantity) })}</p>
      {freedPaise === 0 ? null : <p>{t('orders.own.cancelFrees', { margin: rupees(freedPaise) })}</p>}
    </ActionPanel>
  );
}
