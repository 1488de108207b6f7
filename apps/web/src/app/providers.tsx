import '../ui/theme/mantine-styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { skinManager } from '../ui/theme/skin.ts';
import { styleNonce } from '../ui/theme/style-nonce.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';

const skins = skinManager();

// Panels that hold the page still make a style element by another library, which looks for it here.
Reflect.set(globalThis, '__webpack_nonce__', styleNonce);
const readNonce = () => styleNonce;

/** Theme, skin and direction for what is built with Mantine: everything inside the shell. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={skins}
        defaultColorScheme="light"
        getStyleNonce={readNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
