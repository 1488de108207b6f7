import type { Place } from './place.ts';

/** One import between our own files. */
export interface OwnImport {
  readonly from: Place;
  readonly to: Place;
  readonly typeOnly: boolean;
  /** The target itself imports nothing but what a rules.ts may. */
  readonly toPure: boolean;
}

export interface ImportRule {
  readonly name: string;
  /** What to do instead. */
  readonly instead: string;
  readonly appliesTo: (from: Place) => boolean;
  readonly allows: (link: OwnImport) => boolean;
}

const isPart =
  (...parts: readonly Place['part'][]) =>
  ({ part }: Place): boolean =>
    parts.includes(part);
const serverRole =
  (...roles: readonly Place['role'][]) =>
  (from: Place): boolean =>
    from.part === 'server-feature' && roles.includes(from.role);

const sameFeature = ({ from, to }: OwnImport): boolean => from.part === to.part && from.folder === to.folder;
const toPart = (link: OwnImport, ...parts: readonly Place['part'][]): boolean => parts.includes(link.to.part);
const typesOf = (link: OwnImport, ...parts: readonly Place['part'][]): boolean =>
  link.typeOnly && toPart(link, ...parts);

/** What of `platform/` a use case calls itself, since it writes in the use case's own transaction. */
const isStepInTheTransaction = ({ part, folder, role }: Place): boolean =>
  part === 'server-platform' &&
  (folder === 'idempotency' || folder === 'user-events' || folder === 'mail') &&
  role !== 'store';

/** The table "who may import whom". A file falls under one rule at most; `compose.ts` may import everything. */
export const importRules: readonly ImportRule[] = [
  {
    name: 'domain-stands-alone',
    instead: 'domain imports nothing: move what you need into domain, or the rule that needs it out of it',
    appliesTo: isPart('domain'),
    allows: (link) => toPart(link, 'domain'),
  },
  {
    name: 'engine-knows-domain-only',
    instead: 'give the engine its facts as arguments; it knows only domain',
    appliesTo: isPart('engine'),
    allows: (link) => toPart(link, 'engine', 'domain'),
  },
  {
    name: 'db-knows-domain-only',
    instead: 'statements about a feature belong in its store.ts; db knows only domain',
    appliesTo: isPart('db'),
    allows: (link) => toPart(link, 'db', 'domain'),
  },
  {
    name: 'contract-describes-calls',
    instead: 'the contract may use domain and engine/definition (the schema of a strategy), nothing that runs',
    appliesTo: isPart('contract'),
    allows: (link) =>
      toPart(link, 'contract', 'domain') || (link.to.part === 'engine' && link.to.folder === 'definition'),
  },
  {
    name: 'brokers-know-domain-and-engine',
    instead: 'an adapter speaks domain and engine; what it must store is given to it through a port',
    appliesTo: isPart('brokers'),
    allows: (link) => toPart(link, 'brokers', 'domain', 'engine'),
  },
  {
    name: 'providers-know-domain-only',
    instead: 'an adapter speaks domain; what it must keep is given to it through a port',
    appliesTo: isPart('providers'),
    allows: (link) => toPart(link, 'providers', 'domain'),
  },
  {
    name: 'testkit-serves-tests',
    instead: 'testkit builds on db and domain; a factory for one feature stands beside its tests',
    appliesTo: isPart('testkit'),
    allows: (link) => toPart(link, 'testkit', 'db', 'domain'),
  },
  {
    name: 'ui-knows-no-feature',
    instead: 'hand the component what it shows as properties; a component of one feature lives in the feature',
    appliesTo: isPart('web-ui'),
    allows: (link) => toPart(link, 'web-ui', 'web-lib', 'domain') || typesOf(link, 'contract'),
  },
  {
    name: 'web-lib-knows-the-contract-only',
    instead: 'lib is what every feature shares: it knows domain and types of the contract, no feature and no component',
    appliesTo: (from) => from.part === 'web-lib' && from.role !== 'worker',
    allows: (link) => toPart(link, 'web-lib', 'domain') || typesOf(link, 'contract'),
  },
  {
    name: 'web-worker-may-compute',
    instead: 'a web worker may use domain, engine and types of the contract, and nothing of the page',
    appliesTo: (from) => from.role === 'worker' && (from.part === 'web-lib' || from.part === 'web-feature'),
    allows: (link) => toPart(link, 'web-lib', 'domain', 'engine') || typesOf(link, 'contract') || sameFeature(link),
  },
  {
    name: 'web-features-stay-apart',
    instead: 'a feature of the web app uses ui, lib, domain and types of the contract; compose two features in app/',
    appliesTo: (from) => from.part === 'web-feature' && from.role !== 'worker',
    allows: (link) => toPart(link, 'web-ui', 'web-lib', 'domain') || typesOf(link, 'contract') || sameFeature(link),
  },
  {
    name: 'web-app-composes',
    instead:
      'the web app runs in a browser: it may use its own files, domain and types of the contract; engine only in a *.worker.ts',
    appliesTo: isPart('web-app'),
    allows: (link) =>
      toPart(link, 'web-app', 'web-feature', 'web-ui', 'web-lib', 'domain') || typesOf(link, 'contract'),
  },
  {
    name: 'rules-decide-purely',
    instead:
      'rules.ts gets its facts as arguments; it knows domain, engine and files of its feature that know no more: let service.ts load the facts',
    appliesTo: serverRole('rules'),
    allows: (link) => toPart(link, 'domain', 'engine') || (sameFeature(link) && (link.typeOnly || link.toPure)),
  },
  {
    name: 'calls-bind-to-the-service',
    instead:
      "calls.ts is a table: contract calls on one side, its own feature's use cases on the other; http/handlers.ts and types of http/; wire.ts is the same border for what it translates",
    appliesTo: serverRole('calls', 'wire'),
    allows: (link) =>
      toPart(link, 'domain', 'contract') ||
      typesOf(link, 'server-http') ||
      (link.to.part === 'server-http' && link.to.role === 'handlers') ||
      (sameFeature(link) && (link.typeOnly || link.to.role !== 'store')),
  },
  {
    name: 'store-speaks-sql',
    instead: 'store.ts knows domain, db and types of its own feature; decisions belong in rules.ts',
    appliesTo: serverRole('store'),
    allows: (link) =>
      toPart(link, 'domain', 'db') || (sameFeature(link) && (link.typeOnly || link.to.role === 'store')),
  },
  {
    name: 'service-meets-others-at-their-door',
    instead:
      "a service knows its own files, domain, engine, types of brokers, providers, db, platform and contract, platform/idempotency.ts, user-events/ and mail/, http/refusal.ts, and another feature's index.ts; compose.ts hands it the rest",
    appliesTo: serverRole('other', 'index', 'refusal', 'handlers', 'worker'),
    allows: (link) =>
      sameFeature(link) ||
      toPart(link, 'domain', 'engine') ||
      typesOf(link, 'brokers', 'providers', 'db', 'server-platform', 'contract') ||
      (link.to.part === 'server-http' && link.to.role === 'refusal') ||
      isStepInTheTransaction(link.to) ||
      (link.to.part === 'server-feature' && link.to.role === 'index'),
  },
  {
    name: 'http-knows-no-feature',
    instead:
      'http/ routes calls of the contract; what it needs of a feature or of platform/ is handed in by compose.ts',
    appliesTo: isPart('server-http'),
    allows: (link) => toPart(link, 'server-http', 'domain', 'contract') || typesOf(link, 'server-platform'),
  },
  {
    name: 'platform-knows-no-feature',
    instead: 'platform/ is what every feature stands on: it knows domain, and db in its own store.ts',
    appliesTo: isPart('server-platform'),
    allows: (link) =>
      toPart(link, 'server-platform', 'domain') ||
      typesOf(link, 'db', 'contract') ||
      (link.from.role === 'store' && link.to.part === 'db'),
  },
  {
    name: 'simulator-stands-apart',
    instead: 'the simulator shares only packages with the product: brokers, providers, db, engine, domain',
    appliesTo: isPart('simulator'),
    allows: (link) => toPart(link, 'simulator', 'brokers', 'providers', 'db', 'engine', 'domain'),
  },
  {
    name: 'supervisor-starts-processes',
    instead: 'the supervisor starts the parts as processes and imports none of them: it knows db and domain',
    appliesTo: isPart('supervisor'),
    allows: (link) => toPart(link, 'supervisor', 'db', 'domain'),
  },
];
