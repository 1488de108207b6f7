import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { paiseOf } from '../../lib/paise.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import type { HeldPanelProps } from './add-panel.tsx';
import { AFTER_BASKET } from './after-basket.ts';
import css from './plan.module.css';
import { daysOf, FREQUENCIES, isByWeek, type SipValues, sipInput, sipValuesOf, withFrequency } from './sip-input.ts';

/** How much, how often, on which day; what that does stands beside it. */
export function SipPanel({ basket, opened, onClose }: HeldPanelProps) {
  const { t } = useTranslation();
  const set = useAction('fetchSetSipStatus', { quiet: true, refreshes: AFTER_BASKET });
  const isSet = basket.sip !== undefined && basket.sip.status !== 'stopped';
  const form = useForm<SipValues>({
    initial: sipValuesOf(basket.sip),
    check: ({ amount }) => (paiseOf(amount) === undefined ? { amount: t('baskets.add.amountMissing') } : {}),
    fieldOf: (path) => (path === 'amountPaise' ? 'amount' : path),
    submit: async (values) => {
      await set.mutateAsync(sipInput(basket.myBasketId, values));
      onClose();
    },
  });
  const { values } = form;
  const paise = paiseOf(values.amount);
  const byWeek = isByWeek(values.frequency);
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t(isSet ? 'baskets.sip.changeTitle' : 'baskets.sip.setUpTitle', { name: basket.name })}
      verb={
        paise === undefined
          ? t('baskets.sip.setUp')
          : t(`baskets.sip.verb.${values.frequency}`, { amount: rupees(paise) })
      }
      form={form}
    >
      <div className={css.fields}>
        <ModeBand badge={basket.badge} />
        <NumberField {...form.field('amount')} label={t('baskets.sip.amount')} rupee min={1} />
        <SelectField
          label={t('baskets.sip.frequency')}
          name="frequency"
          value={values.frequency}
          options={FREQUENCIES.map((value) => ({ value, label: t(`baskets.sip.frequencies.${value}`) }))}
          onChange={(frequency) => form.set(withFrequency(values, frequency))}
        />
        <SelectField
          label={t(byWeek ? 'baskets.sip.weekday' : 'baskets.sip.dayOfMonth')}
          name="day"
          value={values.day}
          options={daysOf(values.frequency, basket.sip?.day).map((value) => ({
            value,
            label: byWeek ? t(`baskets.sip.weekdays.${value as '1'}`) : value,
          }))}
          onChange={(day) => form.set({ day })}
        />
        <ul className={texts.points}>
          <li>{t('baskets.sip.does')}</li>
          <li>{t('baskets.sip.holiday')}</li>
          <li>{t('baskets.sip.cash')}</li>
        </ul>
      </div>
    </ActionPanel>
  );
}
