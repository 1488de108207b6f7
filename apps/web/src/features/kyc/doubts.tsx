import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './kyc.module.css';
import { type HelpValues, helpInput, helpProblems } from './kyc-input.ts';
import type { Profile } from './kyc-page.tsx';
import { StepState } from './step-state.tsx';
import { REFRESHED_BY_KYC } from './told.ts';

/** What differs, and what its owner can add so that it is decided on sooner. */
export function Doubts({ doubts }: { readonly doubts: Profile['kyc']['doubts'] }) {
  const { t } = useTranslation();
  const add = useAction('updatekycdetails', { quiet: true, refreshes: REFRESHED_BY_KYC });
  const form = useForm<HelpValues>({
    initial: { panName: '', dateOfBirth: '', reference: '' },
    check: (values) => textsOf(helpProblems(values), (problem) => t(`kyc.problems.${problem}`)),
    fieldOf: (path) => (path.startsWith('documents') ? 'reference' : path),
    submit: async (values) => {
      await add.mutateAsync(helpInput(values));
      showToast({ tone: 'done', text: t('kyc.detailsSaved') });
      form.reset();
    },
  });
  return (
    <Section title={t('kyc.pending')} aside={<StepState status="pending" />}>
      <ul className={texts.points}>
        {doubts.map((doubt) => (
          <li key={doubt}>{t(`kyc.doubts.${doubt}`)}</li>
        ))}
      </ul>
      <p className={texts.quiet}>{t('kyc.pendingText')}</p>
      <FormBox form={form} verb={t('kyc.addDetails')}>
        <div className={css.fields}>
          <TextField {...form.field('panName')} label={t('kyc.panName')} optional autoComplete="name" maxLength={80} />
          <DayField
            {...form.field('dateOfBirth')}
            label={t('accounts.personal.dateOfBirth')}
            placeholder={t('accounts.personal.chooseDay')}
          />
          <TextField
            {...form.field('reference')}
            label={t('kyc.reference')}
            help={t('kyc.referenceHelp')}
            optional
            autoComplete="off"
            maxLength={120}
          />
        </div>
      </FormBox>
    </Section>
  );
}
