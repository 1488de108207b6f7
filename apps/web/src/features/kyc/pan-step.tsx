import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './kyc.module.css';
import { capitals, type PanValues, panProblems } from './kyc-input.ts';
import type { Profile } from './kyc-page.tsx';
import { StepState } from './step-state.tsx';
import { REFRESHED_BY_KYC, VERIFIED_LASTS_MS } from './told.ts';

/** The PAN with the name and the birthday that stand on it. */
export function PanStep({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const { pan } = profile.kyc;
  return (
    <Section title={t('kyc.steps.pan')} aside={<StepState status={pan.status} />}>
      {pan.status === 'none' ? <PanForm profile={profile} /> : <PanFacts pan={pan} />}
    </Section>
  );
}

function PanFacts({ pan }: { readonly pan: Profile['kyc']['pan'] }) {
  const { t } = useTranslation();
  if (pan.masked === undefined) return <p className={texts.quiet}>{t('kyc.notChecked')}</p>;
  return (
    <dl className={facts.facts}>
      <div>
        <dt>{t('kyc.panNumber')}</dt>
        <dd>
          <bdi>{pan.masked}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('kyc.panName')}</dt>
        <dd>{pan.name}</dd>
      </div>
    </dl>
  );
}

/** What the office says against it stands at the field that it is about; what was typed stays. */
function PanForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const verify = useAction('verifyPan', { quiet: true, refreshes: REFRESHED_BY_KYC });
  const form = useForm<PanValues>({
    initial: { pan: '', name: profile.fullName, dateOfBirth: profile.dateOfBirth ?? '' },
    check: (values) => textsOf(panProblems(values), (problem) => t(`kyc.problems.${problem}`)),
    submit: async ({ pan, name, dateOfBirth }) => {
      const { status } = await verify.mutateAsync({ pan: capitals(pan), name: name.trim(), dateOfBirth });
      if (status !== 'verified') throw refusedAt(status === 'name_mismatch' ? 'name' : 'pan', t(`kyc.pan.${status}`));
      showToast({ tone: 'done', text: t('kyc.panDone'), lastsMs: VERIFIED_LASTS_MS });
    },
  });
  return (
    <FormBox form={form} verb={t('kyc.verifyPan')}>
      <div className={css.fields}>
        <TextField
          {...form.field('pan')}
          label={t('kyc.panNumber')}
          help={t('kyc.panHelp')}
          autoComplete="off"
          maxLength={12}
        />
        <TextField
          {...form.field('name')}
          label={t('kyc.panName')}
          help={t('kyc.panNameHelp')}
          autoComplete="name"
          maxLength={80}
        />
        <DayField
          {...form.field('dateOfBirth')}
          label={t('accounts.personal.dateOfBirth')}
          placeholder={t('accounts.personal.chooseDay')}
        />
      </div>
    </FormBox>
  );
}

function refusedAt(path: keyof PanValues, message: string): CallFailure {
  return new CallFailure({ code: 'INVALID_INPUT', status: 422, message, errors: [{ path, message }] });
}
