import { useTranslation } from 'react-i18next';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { PasswordField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './kyc.module.css';
import { type BankValues, bankInput, bankProblems } from './kyc-input.ts';
import type { Profile } from './kyc-page.tsx';
import { SandboxValues } from './sandbox-values.tsx';
import { StepState } from './step-state.tsx';

/** Where withdrawals go. */
export function BankPage() {
  const { t } = useTranslation();
  const state = useCall('myprofile', {});
  return (
    <>
      <PageHead title={t('kyc.bank.title')} lead={t('kyc.bank.lead')} />
      <Loaded
        state={state}
        failed={t('kyc.bank.failed')}
        skeleton={<SkeletonLines label={t('kyc.bank.loading')} lines={8} />}
      >
        {({ profile }) => (profile.kyc.pan.masked === undefined ? <AfterPan /> : <Bank profile={profile} />)}
      </Loaded>
    </>
  );
}

function AfterPan() {
  const { t } = useTranslation();
  return (
    <div className={layout.box}>
      <Empty
        title={t('kyc.bank.empty')}
        text={t('kyc.bank.emptyText')}
        action={<ButtonLink to="/profile/kyc">{t('kyc.bank.emptyAction')}</ButtonLink>}
      />
    </div>
  );
}

function Bank({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const { bank, kyc } = profile;
  return (
    <div className={layout.columns}>
      <div className={layout.stack}>
        {bank.status === 'none' ? null : <CurrentBank bank={bank} />}
        <Section title={t(bank.status === 'none' ? 'kyc.bank.add' : 'kyc.bank.change')} note={t('kyc.bank.note')}>
          {/* A new account begins with an empty form. */}
          <BankForm
            key={bank.changedAt ?? ''}
            holderName={kyc.pan.name ?? profile.fullName}
            asksCode={profile.twoFactor}
          />
        </Section>
      </div>
      <div className={layout.stack}>{kyc.sandbox ? <SandboxValues /> : null}</div>
    </div>
  );
}

function CurrentBank({ bank }: { readonly bank: Profile['bank'] }) {
  const { t } = useTranslation();
  const rows = [
    { label: t('kyc.bank.account'), value: <bdi>{bank.accountMasked}</bdi> },
    { label: t('kyc.bank.ifsc'), value: <bdi>{bank.ifsc}</bdi> },
    { label: t('kyc.bank.name'), value: bank.bankName },
    { label: t('kyc.bank.holder'), value: bank.holderName },
    { label: t('kyc.bank.since'), value: bank.changedAt ? <Moment at={bank.changedAt} wall /> : null },
  ];
  return (
    <Section title={t('kyc.bank.current')} aside={<StepState status={bank.status} />}>
      {bank.reason === undefined ? null : <p>{bank.reason}</p>}
      {bank.status === 'pending' ? <p className={texts.quiet}>{t('kyc.bank.pending')}</p> : null}
      <dl className={facts.facts}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function BankForm({ holderName, asksCode }: { readonly holderName: string; readonly asksCode: boolean }) {
  const { t } = useTranslation();
  const save = useAction('updatebankdetails', { quiet: true, refreshes: ['myprofile'] });
  const form = useForm<BankValues>({
    initial: { accountNumber: '', confirmAccountNumber: '', ifsc: '', holderName, password: '', totp: '' },
    check: (values) => textsOf(bankProblems(values, asksCode), (problem) => t(`kyc.problems.${problem}`)),
    submit: async (values) => {
      await save.mutateAsync(bankInput(values));
      showToast({ tone: 'done', text: t('kyc.bank.saved') });
    },
  });
  return (
    <FormBox form={form} verb={t('kyc.bank.save')}>
      <div className={css.fields}>
        <TextField
          {...form.field('accountNumber')}
          label={t('kyc.bank.account')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
        />
        <TextField
          {...form.field('confirmAccountNumber')}
          label={t('kyc.bank.confirm')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
        />
        <TextField
          {...form.field('ifsc')}
          label={t('kyc.bank.ifsc')}
          help={t('kyc.bank.ifscHelp')}
          autoComplete="off"
          maxLength={12}
        />
        <TextField
          {...form.field('holderName')}
          label={t('kyc.bank.holder')}
          help={t('kyc.bank.holderHelp')}
          autoComplete="name"
          maxLength={80}
        />
        <PasswordField
          {...form.field('password')}
          label={t('accounts.password')}
          help={t('kyc.bank.passwordHelp')}
          autoComplete="current-password"
          maxLength={128}
        />
        {asksCode ? <CodeField {...form.field('totp')} /> : null}
      </div>
    </FormBox>
  );
}
