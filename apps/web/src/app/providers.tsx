import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '../ui/theme/global.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToastRegion } from '../ui/feedback/toast-region.tsx';
import { skinManager } from '../ui/theme/skin.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';

const skins = skinManager();

/** Theme, skin, direction and messages: what every page needs, signed in or not. */
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
        <ToastRegion />
      </MantineProvider>
    </DirectionProvider>
  );
}
