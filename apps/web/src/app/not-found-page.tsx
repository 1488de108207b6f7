import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from './plain-page.module.css';

/** An address that leads nowhere, inside the shell: the menu is the way on. */
export function NoSuchPage() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <>
      <PageHead title={t('shell.notFoundTitle')} lead={t('shell.notFoundText', { path })} />
      <ButtonLink to="/">{t('shell.notFoundAction')}</ButtonLink>
    </>
  );
}

/** The same for somebody who is not signed in. */
export function NotFoundPage() {
  return (
    <main className={css.page}>
      <NoSuchPage />
    </main>
  );
}
