import { DARK, LIGHT, type Palette } from './palette.ts';
import { GAIN_COLOURS, type GainColours, trendOf } from './trend.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Colours as CSS variables: `textSecondary` → `--td-text-secondary`. */
const declarations = (colours: object): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--td-${kebab(name)}:${colour}`)
    .join(';');

function rule(
  scheme: 'light' | 'dark',
  palette: Palette,
  root = `:root[data-mantine-color-scheme="${scheme}"]`,
): string {
  const trend = (choice: GainColours) => declarations(trendOf(palette, choice));
  const others = GAIN_COLOURS.map((choice) => `${root}[data-gains="${choice}"]{${trend(choice)}}`);
  return `${root}{color-scheme:${scheme};${declarations(palette)};${trend('standard')}}${others.join('')}`;
}

/** Gives both schemes their colours, before the first render; every style of the product reads these variables. */
export function installPalette(): void {
  // Not a style element: those need a nonce under the page's policy.
  const sheet = new CSSStyleSheet();
  // Paper is light, whatever the screen is.
  const onPaper = `@media print{${rule('light', LIGHT, ':root[data-mantine-color-scheme]')}}`;
  sheet.replaceSync(rule('light', LIGHT) + rule('dark', DARK) + onPaper);
  document.adoptedStyleSheets.push(sheet);
}
