import { Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { session } from '../../lib/send.ts';
import { DeviceChoices } from './device-choices.tsx';
import { MenuChoice } from './menu-choice.tsx';
import css from './shell.module.css';

/** Who is signed in, how the page looks on this device, and the way out. */
export function PersonMenu({ onLogOut }: { readonly onLogOut: () => void }) {
  const { t } = useTranslation();
  const user = session.user();
  const name = user?.fullName ?? '';

  return (
    <Menu position="bottom-end" width={264} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={css.person} aria-label={t('shell.person', { name })}>
          {name.slice(0, 1).toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={css.personMenu}>
        <Menu.Label>
          {name}
          <br />
          {user?.email}
        </Menu.Label>
        <Menu.Divider />
        <DeviceChoices Choice={MenuChoice} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={onLogOut}>
          {t('shell.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
