/** Names that browsers and systems give themselves; the first that fits wins, since many claim to be others too. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

export interface DeviceName {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** What a browser's own description says in two words, as far as it is one of the usual ones. */
export function deviceName(userAgent: string): DeviceName {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
