import { useTranslation } from 'react-i18next';
import { session } from '../../../lib/send.ts';
import { useAction } from '../../../lib/use-call.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { DayField } from '../../../ui/form/day-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormBox } from '../../../ui/form/form.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { textsOf, useForm } from '../../../ui/form/use-form.ts';
import { Section } from '../../../ui/section.tsx';
import { AddressFields } from './address-fields.tsx';
import css from './personal.module.css';
import { changeOf, fieldOf, GENDER_CHOICES, type Profile, personalProblems, valuesOf } from './personal-input.ts';

/** Only what differs is sent; what KYC has verified is said beside its field. */
export function PersonalForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const save = useAction('updatepersonaldetails', { quiet: true, refreshes: ['myprofile'] });
  const form = useForm({
    initial: valuesOf(profile),
    check: (values) => textsOf(personalProblems(values), (problem) => t(`accounts.problems.${problem}`)),
    fieldOf,
    submit: async (values) => {
      const answer = await save.mutateAsync(changeOf(values, profile));
      rename(answer.profile.fullName);
      showToast({ tone: 'done', text: t('accounts.personal.saved') });
    },
  });
  const isVerified = profile.kyc.pan.status === 'verified';
  return (
    <Section title={t('accounts.personal.you')}>
      <FormBox form={form} verb={t('accounts.personal.save')}>
        <div className={css.fields}>
          <TextField
            {...form.field('fullName')}
            label={t('accounts.fullName')}
            help={isVerified ? t('accounts.personal.verified') : t('accounts.personal.asOnPan')}
            autoComplete="name"
            maxLength={80}
          />
          <TextField
            {...form.field('mobile')}
            label={t('accounts.mobile')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={20}
          />
          <DayField
            {...form.field('dateOfBirth')}
            label={t('accounts.personal.dateOfBirth')}
            placeholder={t('accounts.personal.chooseDay')}
            help={t('accounts.personal.ofAge')}
          />
          <SelectField
            {...form.field('gender')}
            label={t('accounts.personal.gender')}
            options={[
              { value: '', label: t('accounts.personal.notSaid') },
              ...GENDER_CHOICES.map((value) => ({ value, label: t(`accounts.personal.genders.${value}`) })),
            ]}
          />
        </div>
        <AddressFields form={form} />
      </FormBox>
    </Section>
  );
}

/** What the shell shows of a person was kept at the sign-in. */
function rename(fullName: string): void {
  const [userData, accessToken] = [session.user(), session.token()];
  if (userData && accessToken !== undefined) session.keep({ accessToken, userData: { ...userData, fullName } });
}
