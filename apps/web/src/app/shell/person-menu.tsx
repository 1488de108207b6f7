import { Menu, useDirection, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../lib/language.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { send, session } from '../../lib/send.ts';
import { switchLanguage } from '../../ui/choose-language.ts';
import { DIRECTION_KEY, keepPreference, SKINS, type Skin } from '../../ui/theme/skin.ts';
import { GAIN_COLOURS, gainColours } from '../../ui/theme/trend.ts';
import { CONTENT_WIDTHS, contentWidth } from '../../ui/theme/width.ts';
import { MenuChoice } from './menu-choice.tsx';
import css from './shell.module.css';

const DIRECTIONS = ['ltr', 'rtl'] as const;

/** Who is signed in, how the page looks on this device, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { dir, setDirection } = useDirection();
  const gains = useSyncExternalStore(gainColours.subscribe, gainColours.read);
  const width = useSyncExternalStore(contentWidth.subscribe, contentWidth.read);
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
        <MenuChoice
          label={t('shell.language')}
          value={pageLanguage()}
          options={LANGUAGES.map((value) => ({ value, label: t(`shell.languages.${value}`) }))}
          onChange={(each) => void switchLanguage(each)}
        />
        <MenuChoice
          label={t('shell.skin')}
          value={skin}
          options={SKINS.map((value) => ({ value, label: t(`shell.skins.${value}`) }))}
          onChange={(each) => setColorScheme(each === 'system' ? 'auto' : each)}
        />
        <MenuChoice
          label={t('shell.gains')}
          value={gains}
          options={GAIN_COLOURS.map((value) => ({ value, label: t(`shell.gainColours.${value}`) }))}
          onChange={gainColours.set}
        />
        <MenuChoice
          label={t('shell.width')}
          value={width}
          options={CONTENT_WIDTHS.map((value) => ({ value, label: t(`shell.widths.${value}`) }))}
          onChange={contentWidth.set}
        />
        <MenuChoice
          label={t('shell.direction')}
          value={dir}
          options={DIRECTIONS.map((value) => ({ value, label: t(`shell.directions.${value}`) }))}
          onChange={(each) => {
            setDirection(each);
            keepPreference(DIRECTION_KEY, each);
          }}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void logOut()}>
          {t('shell.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
