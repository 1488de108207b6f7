import { Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PROFILE_PAGES } from '../shell/pages.ts';
import css from './profile-tabs.module.css';

/** Everything that a person sets about themselves, in tabs above the page. */
export function ProfileTabs() {
  const { t } = useTranslation();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <div className={css.tabs}>
        <LinkTabs
          label={t('nav.profile')}
          tabs={PROFILE_PAGES.map(({ path, name }) => ({
            to: path,
            label: t(`nav.${name}`),
            current: path === here,
          }))}
        />
      </div>
      <Outlet />
    </>
  );
}
