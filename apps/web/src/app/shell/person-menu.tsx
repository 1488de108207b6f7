import { Menu, useDirection, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send, session } from '../../lib/send.ts';
import { DIRECTION_KEY, keepPreference, type Skin } from '../../ui/theme/skin.ts';
import css from './shell.module.css';

const SKINS: readonly Skin[] = ['light', 'dark', 'system'];
const DIRECTIONS = ['ltr', 'rtl'] as const;

/** Who is signed in, how the page looks on this device, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { dir, setDirection } = useDirection();
  const user = session.user();
  const name = user?.fullName ?? '';
  const skin: Skin = colorScheme === 'auto' ? 'system' : colorScheme;

  async function logOut(): Promise<void> {
    try {
      await send('logout', {});
    } finally {
      session.clear();
      await router.navigate({ to: '/login' });
    }
  }

  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <button type="button" className={css.person} aria-label={t('shell.person', { name })}>
          {name.slice(0, 1).toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <br />
          {user?.email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('shell.skin')}</Menu.Label>
        {SKINS.map((each) => (
          <Menu.Item
            key={each}
            role="menuitemradio"
            aria-checked={each === skin}
            closeMenuOnClick={false}
            rightSection={each === skin ? <IconCheck size={16} aria-hidden="true" /> : undefined}
            onClick={() => setColorScheme(each === 'system' ? 'auto' : each)}
          >
            {t(`shell.skins.${each}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.direction')}</Menu.Label>
        {DIRECTIONS.map((each) => (
          <Menu.Item
            key={each}
            role="menuitemradio"
            aria-checked={each === dir}
            closeMenuOnClick={false}
            rightSection={each === dir ? <IconCheck size={16} aria-hidden="true" /> : undefined}
            onClick={() => {
              setDirection(each);
              keepPreference(DIRECTION_KEY, each);
            }}
          >
            {t(`shell.directions.${each}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void logOut()}>
          {t('shell.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
