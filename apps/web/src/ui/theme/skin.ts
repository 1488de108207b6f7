import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** How the page looks on this device. `light` is the default. */
export const SKINS = ['light', 'dark', 'system'] as const;
export type Skin = (typeof SKINS)[number];
export const SKIN_KEY = 'skin';
export const DIRECTION_KEY = 'direction';
export const MENU_KEY = 'menuCollapsed';

/** Reads a preference of this device; where storage is refused the default stands. */
export function readPreference(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a preference of this device; where storage is refused it lasts as long as the page. */
export function keepPreference(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn('this preference cannot be kept on the device', key, error);
  }
}

export function skinOf(text: string | undefined | null): Skin {
  return text === 'dark' || text === 'system' ? text : 'light';
}

const toScheme = (skin: Skin): MantineColorScheme => (skin === 'system' ? 'auto' : skin);

/** Mantine's colour scheme kept under the product's own key and words (`system`, where Mantine says `auto`). */
export function skinManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: () => toScheme(skinOf(readPreference(SKIN_KEY))),
    set: (scheme) => keepPreference(SKIN_KEY, scheme === 'auto' ? 'system' : scheme),
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key === SKIN_KEY) onUpdate(toScheme(skinOf(event.newValue)));
      };
      window.addEventListener('storage', listener);
    },
    unsubscribe: () => {
      if (listener) window.removeEventListener('storage', listener);
    },
    clear: () => keepPreference(SKIN_KEY, 'light'),
  };
}
