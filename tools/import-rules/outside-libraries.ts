import type { Place } from './place.ts';

interface LibraryRule {
  readonly appliesTo: (from: Place) => boolean;
  /** Names, or beginnings that end in `/` or `:`. */
  readonly libraries: readonly string[];
}

const anyOf =
  (...parts: readonly Place['part'][]) =>
  ({ part }: Place): boolean =>
    parts.includes(part);

const WEB = [
  'react',
  'react-dom',
  'react-dom/',
  'react/',
  '@codemirror/',
  '@mantine/',
  '@tanstack/',
  '@tabler/icons-react',
  '@fontsource-variable/inter',
  'i18next',
  'react-i18next',
  'lightweight-charts',
  'recharts',
  'uqr',
  'virtual:',
];

/** Which library from outside which place may use. The first rule that applies decides. */
export const libraryRules: readonly LibraryRule[] = [
  { appliesTo: anyOf('domain'), libraries: [] },
  { appliesTo: ({ part, folder }) => part === 'engine' && folder === 'definition', libraries: ['zod'] },
  { appliesTo: anyOf('engine'), libraries: [] },
  { appliesTo: anyOf('contract'), libraries: ['zod'] },
  { appliesTo: anyOf('db'), libraries: ['kysely', 'kysely/', 'pg', 'node:'] },
  { appliesTo: anyOf('brokers'), libraries: ['zod', 'ws', 'otpauth', 'node:'] },
  { appliesTo: anyOf('providers'), libraries: ['zod', 'node:'] },
  { appliesTo: anyOf('testkit'), libraries: ['vitest', 'vitest/', 'fast-check', 'pg', 'node:'] },
  { appliesTo: anyOf('supervisor'), libraries: ['zod', 'node:'] },
  {
    appliesTo: ({ part, role }) => part === 'simulator' && role === 'store',
    libraries: ['kysely', 'kysely/', 'node:'],
  },
  { appliesTo: anyOf('simulator'), libraries: ['zod', 'pino', 'ws', 'node:'] },
  { appliesTo: anyOf('web-app', 'web-feature', 'web-ui', 'web-lib'), libraries: WEB },
  {
    appliesTo: anyOf('server-http'),
    libraries: ['fastify', '@fastify/', 'zod', 'jose', '@casl/ability', 'prom-client', 'node:'],
  },
  {
    appliesTo: ({ part, role }) => part === 'server-platform' && role === 'store',
    libraries: ['kysely', 'kysely/', 'node:'],
  },
  {
    appliesTo: anyOf('server-platform'),
    libraries: [
      '@cantoo/pdf-lib',
      'nodemailer',
      'pino',
      'pg-boss',
      'prom-client',
      'selfsigned',
      '@node-rs/argon2',
      'otpauth',
      'jose',
      'node:',
    ],
  },
  { appliesTo: ({ part, role }) => part === 'server-feature' && role === 'rules', libraries: [] },
  { appliesTo: ({ part, role }) => part === 'server-feature' && (role === 'calls' || role === 'wire'), libraries: [] },
  {
    appliesTo: ({ part, role }) => part === 'server-feature' && role === 'store',
    libraries: ['kysely', 'kysely/', 'node:'],
  },
  {
    appliesTo: ({ part, folder }) => part === 'server-feature' && folder === 'market-data',
    libraries: ['apache-arrow', 'node:'],
  },
  { appliesTo: anyOf('server-feature'), libraries: ['otpauth', 'jose', '@node-rs/argon2', '@casl/ability', 'node:'] },
  {
    appliesTo: anyOf('server-compose'),
    libraries: ['fastify', '@fastify/', 'pino', 'zod', 'prom-client', 'selfsigned', 'node:'],
  },
];

export function mayUse(from: Place, library: string): boolean {
  const rule = libraryRules.find(({ appliesTo }) => appliesTo(from));
  if (!rule) return true;
  return rule.libraries.some((name) => (/[/:]$/.test(name) ? library.startsWith(name) : library === name));
}

export function allowedLibraries(from: Place): string {
  const libraries = libraryRules.find(({ appliesTo }) => appliesTo(from))?.libraries ?? [];
  return libraries.length === 0 ? 'none' : libraries.join(', ');
}
