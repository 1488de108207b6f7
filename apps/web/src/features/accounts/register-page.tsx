import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query-of.ts';
import { safeNext } from '../../lib/safe-next.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { CheckField, PasswordField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { createAccount } from './api.ts';
import { GuestPage } from './guest-page.tsx';
import { registerInput, registerProblems } from './register-input.ts';

export function RegisterPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const query = useRouterState({ select: (state) => queryOf(state.location.search), structuralSharing: true });
  const form = useForm({
    initial: {
      fullName: '',
      email: '',
      username: '',
      mobile: '',
      password: '',
      referralCode: query['ref'] ?? '',
      acceptTerms: false,
    },
    check: (values) => textsOf(registerProblems(values), (problem) => t(`accounts.problems.${problem}`)),
    submit: async (values) => {
      await createAccount(registerInput(values));
      router.history.push(safeNext(query['next']));
    },
  });
  return (
    <GuestPage
      title={t('accounts.registerTitle')}
      lead={t('accounts.registerLead')}
      other={
        <>
          {t('accounts.haveAccount')} <AppLink to="/login">{t('accounts.signIn')}</AppLink>
        </>
      }
    >
      <FormBox form={form} verb={t('accounts.create')} fullWidth>
        <TextField {...form.field('fullName')} label={t('accounts.fullName')} autoComplete="name" maxLength={80} />
        <TextField
          {...form.field('email')}
          label={t('accounts.email')}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <TextField
          {...form.field('username')}
          label={t('accounts.username')}
          help={t('accounts.usernameHelp')}
          autoComplete="username"
          maxLength={30}
        />
        <TextField
          {...form.field('mobile')}
          label={t('accounts.mobile')}
          help={t('accounts.mobileHelp')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={16}
        />
        <PasswordField
          {...form.field('password')}
          label={t('accounts.password')}
          help={t('accounts.passwordHelp')}
          autoComplete="new-password"
          maxLength={128}
        />
        <TextField
          {...form.field('referralCode')}
          label={t('accounts.referralCode')}
          optional
          autoComplete="off"
          maxLength={16}
        />
        <CheckField {...form.field('acceptTerms')} label={t('accounts.acceptTerms')} />
      </FormBox>
    </GuestPage>
  );
}
