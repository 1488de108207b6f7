import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { setPassword } from './api.ts';
import { GuestPage } from './guest-page.tsx';
import { resetProblems, tokenIn } from './reset-input.ts';

/** Sets a new password by the link of a mail, whose token no server's log has seen: it stands behind the `#`. */
export function ResetPage() {
  const { t } = useTranslation();
  const [token, setToken] = useState(() => tokenIn(window.location.hash));
  useEffect(() => {
    // A link that is pasted over this page's own address changes nothing but what stands behind the #.
    const read = (): void => {
      const found = tokenIn(window.location.hash);
      if (found === undefined) return;
      setToken(found);
      // Out of the address bar and of the history: whoever sits here next shall not find it.
      window.history.replaceState(window.history.state, '', window.location.pathname);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const back = <AppLink to="/login">{t('accounts.forgot.back')}</AppLink>;
  if (token === undefined) {
    return (
      <GuestPage title={t('accounts.reset.noLink')} lead={t('accounts.reset.noLinkText')} other={back}>
        <ButtonLink to="/forgot-password">{t('accounts.reset.ask')}</ButtonLink>
      </GuestPage>
    );
  }
  return (
    <GuestPage title={t('accounts.reset.title')} lead={t('accounts.reset.lead')} other={back}>
      <NewPassword token={token} />
    </GuestPage>
  );
}

function NewPassword({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const router = useRouter();
  const form = useForm({
    initial: { password: '' },
    check: (values) => textsOf(resetProblems(values), (problem) => t(`accounts.problems.${problem}`)),
    submit: async ({ password }) => {
      await setPassword({ token, password });
      showToast({ tone: 'done', text: t('accounts.reset.done') });
      router.history.push('/login');
    },
  });
  return (
    <FormBox form={form} verb={t('accounts.reset.save')} fullWidth>
      <PasswordField
        {...form.field('password')}
        label={t('accounts.security.new')}
        help={t('accounts.passwordHelp')}
        autoComplete="new-password"
        maxLength={128}
      />
    </FormBox>
  );
}
