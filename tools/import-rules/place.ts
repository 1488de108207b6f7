/** Where a file stands in the map of the code base. */
export interface Place {
  readonly part: Part;
  /** The package's first folder (`definition` in `engine`), the feature of server or web app, the part of platform. */
  readonly folder: string | undefined;
  readonly role: Role;
  readonly test: boolean;
}

export const PACKAGES = ['domain', 'engine', 'contract', 'brokers', 'providers', 'db', 'testkit'] as const;
export type PackageName = (typeof PACKAGES)[number];

export type Part =
  | PackageName
  | 'supervisor'
  | 'simulator'
  | 'web-app'
  | 'web-feature'
  | 'web-ui'
  | 'web-lib'
  | 'server-compose'
  | 'server-http'
  | 'server-platform'
  | 'server-feature'
  | 'outside';

/** What a file does in its part, by its name. */
export type Role = 'rules' | 'calls' | 'wire' | 'store' | 'index' | 'worker' | 'handlers' | 'refusal' | 'other';

const TEST_FILE = /\.(test|bench)\.tsx?$|\.setup\.ts$|(^|\/)testing\//;

export function placeOf(file: string): Place {
  return { ...partOf(file), role: roleOf(file), test: TEST_FILE.test(file) };
}

function partOf(file: string): { part: Part; folder: string | undefined } {
  const packageMatch = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(file);
  const name = PACKAGES.find((known) => known === packageMatch?.[1]);
  if (name) return { part: name, folder: packageMatch?.[2] };
  const appMatch = /^apps\/([^/]+)\/src\/(.*)$/.exec(file);
  const rest = appMatch?.[2] ?? '';
  if (appMatch?.[1] === 'supervisor') return { part: 'supervisor', folder: undefined };
  if (appMatch?.[1] === 'simulator') return { part: 'simulator', folder: undefined };
  if (appMatch?.[1] === 'server') return { part: serverPart(rest), folder: featureOf(rest) ?? platformPartOf(rest) };
  if (appMatch?.[1] === 'web') return { part: webPart(rest), folder: featureOf(rest) };
  return { part: 'outside', folder: undefined };
}

function serverPart(rest: string): Part {
  if (rest.startsWith('http/')) return 'server-http';
  if (rest.startsWith('platform/')) return 'server-platform';
  return rest.startsWith('features/') ? 'server-feature' : 'server-compose';
}

function webPart(rest: string): Part {
  if (rest.startsWith('ui/')) return 'web-ui';
  if (rest.startsWith('lib/')) return 'web-lib';
  return rest.startsWith('features/') ? 'web-feature' : 'web-app';
}

function featureOf(rest: string): string | undefined {
  return /^features\/([^/]+)\//.exec(rest)?.[1];
}

/** `user-events` of `platform/user-events/index.ts`, `clock` of `platform/clock.ts`. */
function platformPartOf(rest: string): string | undefined {
  return /^platform\/([^/.]+)/.exec(rest)?.[1];
}

function roleOf(file: string): Role {
  const base = file.slice(file.lastIndexOf('/') + 1).replace(/(\.test)?\.tsx?$/, '');
  if (base.endsWith('.worker')) return 'worker';
  for (const role of ['rules', 'calls', 'wire', 'store'] as const) {
    if (base === role || base.endsWith(`-${role}`)) return role;
  }
  return (['index', 'handlers', 'refusal'] as const).find((role) => role === base) ?? 'other';
}
