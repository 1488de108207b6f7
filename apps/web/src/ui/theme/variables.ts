import { DARK, LIGHT, type Palette } from './palette.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The palette as CSS variables: `textSecondary` → `--td-text-secondary`. */
export function paletteVariables(palette: Palette): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, colour]) => [`--td-${kebab(name)}`, colour]));
}

function rule(scheme: 'light' | 'dark', palette: Palette): string {
  const lines = Object.entries(paletteVariables(palette)).map(([name, colour]) => `${name}:${colour}`);
  return `:root[data-mantine-color-scheme="${scheme}"]{color-scheme:${scheme};${lines.join(';')}}`;
}

/** Gives both schemes their colours, before the first render; every style of the product reads these variables. */
export function installPalette(): void {
  const sheet = document.createElement('style');
  sheet.textContent = rule('light', LIGHT) + rule('dark', DARK);
  document.head.append(sheet);
}
