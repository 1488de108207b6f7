import { Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { session } from '../../lib/send.ts';
import { DeviceChoices } from './device-choices.tsx';
import { MenuChoice } from './menu-choice.tsx';
import { PersonButton } from './person-button.tsx';
import css from './shell.module.css';

interface PersonMenuProps {
  readonly onLogOut: () => void;
  /** It was asked for before its code was there. */
  readonly startsOpen: boolean;
  /** It takes the place of a button that had the focus. */
  readonly takesFocus: boolean;
}

/** Who is signed in, how the page looks on this device, and the way out. */
export function PersonMenu({ onLogOut, startsOpen, takesFocus }: PersonMenuProps) {
  const { t } = useTranslation();
  const user = session.user();
  return (
    <Menu
      position="bottom-end"
      width={264}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened={startsOpen}
    >
      <Menu.Target>
        <PersonButton takesFocus={takesFocus} />
      </Menu.Target>
      <Menu.Dropdown className={css.personMenu}>
        <Menu.Label>
          {user?.fullName}
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
