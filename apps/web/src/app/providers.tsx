import '../ui/theme/mantine-styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { skinManager } from '../ui/theme/skin.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';

const skins = skinManager();

/** Theme, skin and direction for what is built with Mantine: everything inside the shell. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={skins}
        defaultColorScheme="light"
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
