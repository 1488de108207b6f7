import { useDirection, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../lib/language.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { switchLanguage } from '../../ui/choose-language.ts';
import type { Segments } from '../../ui/segments.tsx';
import { DIRECTION_KEY, keepPreference, SKINS, type Skin } from '../../ui/theme/skin.ts';
import { GAIN_COLOURS, gainColours } from '../../ui/theme/trend.ts';
import { CONTENT_WIDTHS, contentWidth } from '../../ui/theme/width.ts';

const DIRECTIONS = ['ltr', 'rtl'] as const;

/** How one choice is shown: in the menu, or on a page. */
type AnyChoice = <Value extends string>(props: Parameters<typeof Segments<Value>>[0]) => ReactNode;

/** Language and looks, as this browser keeps them. */
export function DeviceChoices({ Choice }: { readonly Choice: AnyChoice }) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { dir, setDirection } = useDirection();
  const gains = useSyncExternalStore(gainColours.subscribe, gainColours.read);
  const width = useSyncExternalStore(contentWidth.subscribe, contentWidth.read);
  const skin: Skin = colorScheme === 'auto' ? 'system' : colorScheme;
  return (
    <>
      <Choice
        label={t('shell.language')}
        value={pageLanguage()}
        options={LANGUAGES.map((value) => ({ value, label: t(`shell.languages.${value}`) }))}
        onChange={(each) => void switchLanguage(each)}
      />
      <Choice
        label={t('shell.skin')}
        value={skin}
        options={SKINS.map((value) => ({ value, label: t(`shell.skins.${value}`) }))}
        onChange={(each) => setColorScheme(each === 'system' ? 'auto' : each)}
      />
      <Choice
        label={t('shell.gains')}
        value={gains}
        options={GAIN_COLOURS.map((value) => ({ value, label: t(`shell.gainColours.${value}`) }))}
        onChange={gainColours.set}
      />
      <Choice
        label={t('shell.width')}
        value={width}
        options={CONTENT_WIDTHS.map((value) => ({ value, label: t(`shell.widths.${value}`) }))}
        onChange={contentWidth.set}
      />
      <Choice
        label={t('shell.direction')}
        value={dir}
        options={DIRECTIONS.map((value) => ({ value, label: t(`shell.directions.${value}`) }))}
        onChange={(each) => {
          setDirection(each);
          keepPreference(DIRECTION_KEY, each);
        }}
      />
    </>
  );
}
