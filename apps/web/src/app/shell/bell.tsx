import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import css from './bell.module.css';

const MOST_SHOWN = 99;

/** The way to the alerts, with how many are unread; events keep it current. */
export function Bell() {
  const { t } = useTranslation();
  const { data } = useCall('usernotificationcount', {});
  const unread = data?.alertCount ?? 0;
  const shown = unread > MOST_SHOWN ? t('shell.bellMany', { most: count(MOST_SHOWN) }) : count(unread);
  return (
    <AppLink to="/alerts" className={css.bell} label={t('shell.bell', { count: unread, formatted: shown })}>
      <IconBell size={20} aria-hidden="true" />
      {unread > 0 ? <span className={css.count}>{shown}</span> : null}
    </AppLink>
  );
}
