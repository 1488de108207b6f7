import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/fields.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import css from './personal.module.css';
import { type PersonalValues, STATE_CHOICES } from './personal-input.ts';

/** Where a person lives: the state decides which tax stands on an invoice. */
export function AddressFields({ form }: { readonly form: Form<PersonalValues> }) {
  const { t } = useTranslation();
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t('accounts.personal.address')}</legend>
      <div className={css.fields}>
        <TextField
          {...form.field('line1')}
          label={t('accounts.personal.line1')}
          autoComplete="address-line1"
          maxLength={120}
        />
        <TextField
          {...form.field('line2')}
          label={t('accounts.personal.line2')}
          optional
          autoComplete="address-line2"
          maxLength={120}
        />
        <TextField
          {...form.field('city')}
          label={t('accounts.personal.city')}
          autoComplete="address-level2"
          maxLength={60}
        />
        <SelectField
          {...form.field('state')}
          label={t('accounts.personal.state')}
          options={[
            { value: '', label: t('accounts.personal.chooseState') },
            ...STATE_CHOICES.map((value) => ({ value, label: t(`accounts.states.${value}`) })),
          ]}
        />
        <TextField
          {...form.field('pincode')}
          label={t('accounts.personal.pincode')}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={6}
        />
      </div>
    </fieldset>
  );
}
