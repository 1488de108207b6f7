import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageHead } from '../ui/page-head.tsx';
import css from './plain-page.module.css';

/** An address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <main className={css.page}>
      <PageHead title={t('shell.notFoundTitle')} lead={t('shell.notFoundText', { path })} />
      <ButtonLink to="/">{t('shell.notFoundAction')}</ButtonLink>
    </main>
  );
}
