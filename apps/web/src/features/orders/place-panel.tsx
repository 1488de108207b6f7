import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { LivePrice } from '../../ui/figures/live-gain.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Segments } from '../../ui/segments.tsx';
import { AccountChoice } from './account-choice.tsx';
import { useFollowing } from './following.ts';
import { accountOf, NO_ORDER, type OrderValues, problemsOf, wishOf } from './order-input.ts';
import { Preview } from './order-preview.tsx';
import { readOwnAgain } from './own-again.ts';
import css from './own-orders.module.css';
import { sayStanding } from './say-standing.ts';
import { SymbolSearch } from './symbol-search.tsx';
import { usePreview } from './use-preview.ts';

interface PlacePanelProps {
  readonly onClose: () => void;
  /** What is filled in already, and follows what it comes from until it is typed in. */
  readonly initial?: OrderValues;
  readonly title?: string;
  /** What its owner should know before anything is filled in. */
  readonly note?: string | undefined;
}

/** A new order by hand: margin and charges stand above the button, which waits for them. */
export function PlacePanel({ onClose, initial = NO_ORDER, title, note }: PlacePanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [attempt] = useState(() => createAttempt());
  const links = useCall('getangelone', {});
  const accounts = links.data?.broker_details ?? [];
  // Named even where it is the only one: another tab may have linked a second meanwhile.
  const wishTo = (values: OrderValues) => {
    const account = accountOf(accounts, values.brokerId);
    return account && wishOf({ ...values, brokerId: account.brokerId });
  };
  const form = useForm<OrderValues>({
    initial,
    check: (values) => textsOf(problemsOf(values), (problem) => t(`orders.own.problem.${problem}`)),
    submit: async (values) => {
      const wish = wishTo(values);
      if (!wish) return;
      const answer = await attempt((idempotencyKey) =>
        send('placeorder', { ...wish, idempotencyKey }, { quiet: true }),
      );
      await readOwnAgain(client);
      sayStanding(answer, t);
      onClose();
    },
  });
  // The price stays as it was read: only what is held is followed.
  const [{ price }] = useState(initial);
  useFollowing(form, { ...initial, price });
  const { values } = form;
  const wish = wishTo(values);
  const preview = usePreview(wish);
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={title ?? t('orders.own.place')}
      verb={verbOf(values, t)}
      blocked={preview.blocked}
      form={form}
    >
      <div className={css.fields}>
        {note === undefined ? null : <p className={css.problems}>{note}</p>}
        <AccountChoice
          accounts={accounts}
          chosen={accountOf(accounts, values.brokerId)}
          onChoose={(brokerId) => form.set({ brokerId })}
        />
        <Choice form={form} />
        <SymbolSearch {...form.field('symbol')} />
        <NumberField {...form.field('quantity')} label={t('orders.quantity')} min={1} max={100_000} />
        <NumberField
          {...form.field('price')}
          rupee
          label={t('orders.detail.limit')}
          help={
            <>
              {t('orders.own.limitHelp')} {values.symbol === '' ? null : <LastPrice symbol={values.symbol} />}
            </>
          }
        />
        <NumberField
          {...form.field('triggerPrice')}
          rupee
          optional
          label={t('orders.detail.trigger')}
          help={t('orders.own.triggerHelp')}
        />
        <div aria-live="polite">
          <Preview preview={preview} symbol={values.symbol} />
          {wish === undefined ? (
            <p className={css.nothing}>{t(accounts.length > 1 ? 'orders.own.fillInAccount' : 'orders.own.fillIn')}</p>
          ) : null}
        </div>
      </div>
    </ActionPanel>
  );
}

/** What the limit is chosen beside; nothing before the market has told a price. */
function LastPrice({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation();
  const told = useCall('quote', { instruments: [{ exchange: 'NSE', symbol }] });
  return (
    <>
      {t('orders.own.lastNow')} <LivePrice symbol={symbol} known={told.data?.quotes[0]?.last} />
    </>
  );
}

function verbOf({ side, quantity, symbol }: OrderValues, t: TFunction): string {
  if (symbol === '' || quantity === undefined || Number.isNaN(quantity)) return t('orders.own.placeVerb');
  return t(`orders.own.verb.${side}`, { quantity: count(quantity), symbol });
}

interface ChoiceProps {
  readonly form: {
    readonly values: OrderValues;
    readonly set: (changes: Partial<OrderValues>) => void;
  };
}

function Choice({ form: { values, set } }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className={css.choices}>
      <Segments
        label={t('orders.side')}
        value={values.side}
        options={(['buy', 'sell'] as const).map((value) => ({ value, label: t(`orders.${value}`) }))}
        onChange={(side) => set({ side })}
      />
      <Segments
        label={t('orders.own.product')}
        value={values.product}
        options={(['DELIVERY', 'INTRADAY'] as const).map((value) => ({
          value,
          label: t(`orders.own.products.${value}`),
        }))}
        onChange={(product) => set({ product })}
      />
    </div>
  );
}
