import { createHash } from 'node:crypto';
import type { Database, Tx } from '@trickdesk/db';
import {
  compileStrategy,
  type DefinitionOutcome,
  parseDefinition,
  parseWritten,
  type StrategyDefinition,
  tooCostly,
} from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { answerOnce, canonicalJson } from '../../platform/idempotency.ts';
import { recordActivity } from '../activity/index.ts';
import { findUnknownSymbols } from '../market-data/index.ts';
import {
  draftContract,
  judgeDefinition,
  MOST_OWN,
  MOST_VERSIONS,
  reasonToKeep,
  symbolsOf,
  unknownSymbolErrors,
} from './own-rules.ts';
import {
  countOwn,
  deleteOwn,
  dependentsOf,
  findOwn,
  insertOwn,
  insertVersion,
  listOwn,
  listOwnVersions,
  lockOwn,
  lockOwnStrategies,
  lockVersions,
  newestOf,
  type Owned,
  readVersion,
  setRetired,
  updateOwn,
} from './own-store.ts';
import { retirePublished, withdrawWaiting } from './publish-store.ts';

export interface OwnStrategiesFacts {
  readonly database: Database;
  readonly clock: Clock;
  /** How far from the entry the stop at the broker lies where a strategy has none, percent. */
  readonly disasterStopPercent: number;
  /** Whose request it is. */
  readonly origin: RequestOrigin;
}

export interface SaveRequest {
  readonly strategyId: number | undefined;
  /** What was changed; needed with `strategyId`. */
  readonly baseVersion: number | undefined;
  readonly name: string;
  readonly summary: string;
  readonly minCapitalPaise: number;
  readonly definition: unknown;
  readonly note: string;
  readonly idempotencyKey: string;
}

export interface Saved {
  readonly strategyId: number;
  readonly version: number;
  readonly versionHash: string;
  readonly madeVersion: boolean;
}

export type OwnStrategies = ReturnType<typeof createOwnStrategies>;
export type OwnStrategiesFor = (origin: RequestOrigin) => OwnStrategies;

/** What people do with the strategies that they make themselves. */
export function createOwnStrategies(facts: OwnStrategiesFacts) {
  return {
    check: (definition: unknown, capitalPaise: number) => check(facts, definition, capitalPaise),
    save: (accountId: number, request: SaveRequest) => save(facts, accountId, request),
    retire: (owned: Owned, retired: boolean) => retire(facts, owned, retired),
    remove: (owned: Owned) => remove(facts, owned),
    list: (accountId: number, search: string | undefined, page: { readonly limit: number; readonly offset: number }) =>
      listOwn(facts.database.kysely, { accountId, search }, page),
    read: (owned: Owned, version: number | undefined) => read(facts, owned, version),
  };
}

async function check({ database, disasterStopPercent }: OwnStrategiesFacts, json: unknown, capitalPaise: number) {
  const judged = judgeDefinition(json);
  if (!judged.ok) return judged;
  const { definition } = judged;
  const errors = await findUnknown(database, definition);
  if (errors.length > 0) return { ok: false as const, errors };
  const compiled = compileStrategy(definition);
  return {
    ok: true as const,
    definition,
    versionHash: hashOf(definition),
    rules: [...compiled.describe()],
    warmupBars: compiled.warmupBars,
    contract: draftContract(definition, capitalPaise, disasterStopPercent),
  };
}

async function findUnknown({ kysely }: Database, definition: StrategyDefinition) {
  return unknownSymbolErrors(definition, await findUnknownSymbols(kysely, symbolsOf(definition)));
}

/**
 * @throws Refusal `NOT_FOUND`, `OWN_TRICK_CHANGED`, `OWN_TRICKS_FULL`, `OWN_VERSIONS_FULL`, `TRICK_TOO_COSTLY`;
 *   `INVALID_INPUT` with each place that is wrong
 */
async function save(facts: OwnStrategiesFacts, accountId: number, request: SaveRequest): Promise<Saved> {
  const { idempotencyKey, ...body } = request;
  const now = new Date(facts.clock.now());
  const definition = affordable(parseWritten(request.definition));
  const unknown = await findUnknown(facts.database, definition);
  if (unknown.length > 0) throw invalid(unknown);
  const once = { accountId, call: 'savetrick', key: idempotencyKey, body, now };
  const outcome = await facts.database.transaction((tx) =>
    answerOnce(tx, once, () => put(tx, facts, { accountId, request, definition, now })),
  );
  if (outcome.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return outcome.answer;
}

/**
 * Rules as they are sent, in their canonical form.
 *
 * @throws Refusal `INVALID_INPUT` with each place that is wrong, `TRICK_TOO_COSTLY`
 */
export function readAffordable(json: unknown): StrategyDefinition {
  return affordable(parseDefinition(json));
}

function affordable(parsed: DefinitionOutcome): StrategyDefinition {
  if (!parsed.ok) throw invalid(parsed.errors);
  mustBeAffordable(parsed.definition);
  return parsed.definition;
}

function invalid(wrong: readonly { readonly path: string; readonly message: string }[]): Refusal {
  const errors = wrong.map(({ path, message }) => ({ path: `definition.${path}`, message }));
  return new Refusal('INVALID_INPUT', { errors });
}

/**
 * @param tried sets of values that it is to run with, and the field in which they were asked for; absent: as it is written
 * @throws Refusal `TRICK_TOO_COSTLY`
 */
export function mustBeAffordable(
  definition: StrategyDefinition,
  tried?: { readonly sets: readonly Readonly<Record<string, number>>[]; readonly path: string },
): void {
  const message = tooCostly(definition, tried?.sets);
  if (message === undefined) return;
  throw new Refusal('TRICK_TOO_COSTLY', { message, errors: [{ path: tried?.path ?? 'definition', message }] });
}

interface Put {
  readonly accountId: number;
  readonly request: SaveRequest;
  readonly definition: StrategyDefinition;
  readonly now: Date;
}

async function put(tx: Tx, facts: OwnStrategiesFacts, { accountId, request, definition, now }: Put): Promise<Saved> {
  const { name, summary, note } = request;
  const strategy = {
    ...{ name, summary },
    segment: definition.product === 'INTRADAY' ? 'intraday' : 'positional',
    minCapitalPaise: BigInt(request.minCapitalPaise),
  };
  const text = canonicalJson(definition);
  const owned = await strategyOf(tx, accountId, request);
  const newest = owned && (await newestOf(tx, owned.id, text));
  if (newest && newest.version !== request.baseVersion) throw changed(newest.version);
  const strategyId = owned ? owned.id : await insertOwn(tx, accountId, { ...strategy, now });
  if (owned) await updateOwn(tx, strategyId, strategy);
  const madeVersion = !newest?.same;
  const version = (newest?.version ?? 0) + (madeVersion ? 1 : 0);
  if (version > MOST_VERSIONS) throw new Refusal('OWN_VERSIONS_FULL');
  if (madeVersion) await insertVersion(tx, { strategyId, version, definition: text, note, now });
  const sentence = madeVersion
    ? `Saved version ${version} of the trick “${name}”.`
    : `Changed what the trick “${name}” is called.`;
  await log(tx, facts, { accountId, strategyId }, sentence);
  return { strategyId, version, versionHash: hashOf(definition), madeVersion };
}

async function strategyOf(tx: Tx, accountId: number, { strategyId }: SaveRequest) {
  if (strategyId !== undefined) return mustLock(tx, { accountId, strategyId });
  // Two that are made at once must not both be the last that may be.
  await lockOwnStrategies(tx, accountId);
  if ((await countOwn(tx, accountId)) >= MOST_OWN) throw new Refusal('OWN_TRICKS_FULL');
  return undefined;
}

function changed(version: number): Refusal {
  const message = `Version ${version} of this trick was saved since you opened it. Nothing was saved. Look at that version, then save yours on top of it.`;
  return new Refusal('OWN_TRICK_CHANGED', { message, errors: [{ path: 'version', message }] });
}

/** @throws Refusal `NOT_FOUND`, also for somebody else's */
async function mustLock(tx: Tx, owned: Owned) {
  const found = await lockOwn(tx, owned);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}

/** Repeating it changes nothing. @throws Refusal `NOT_FOUND` */
function retire(facts: OwnStrategiesFacts, owned: Owned, retired: boolean): Promise<void> {
  return facts.database.transaction(async (tx) => {
    const { name, retired_at: since } = await mustLock(tx, owned);
    if ((since !== null) === retired) return;
    const at = new Date(facts.clock.now());
    await setRetired(tx, owned.strategyId, retired ? at : null);
    // It comes back into the catalogue by being submitted again.
    if (retired) await leaveCatalogue(tx, owned.strategyId, at);
    await log(tx, facts, owned, retired ? `Retired the trick “${name}”.` : `Took the trick “${name}” back into use.`);
  });
}

async function leaveCatalogue(tx: Tx, strategyId: number, at: Date): Promise<void> {
  await withdrawWaiting(tx, strategyId, at);
  await retirePublished(tx, strategyId, at);
}

/** @throws Refusal `NOT_FOUND`, `OWN_TRICK_IN_USE` */
function remove(facts: OwnStrategiesFacts, owned: Owned): Promise<void> {
  return facts.database.transaction(async (tx) => {
    const { name } = await mustLock(tx, owned);
    await lockVersions(tx, owned.strategyId);
    const reason = reasonToKeep(await dependentsOf(tx, owned.strategyId));
    if (reason !== undefined) throw new Refusal('OWN_TRICK_IN_USE', { message: reason });
    await deleteOwn(tx, owned.strategyId);
    await log(tx, facts, owned, `Deleted the trick “${name}” with all its versions.`);
  });
}

/** @throws Refusal `NOT_FOUND`, also for a version that is not there */
async function read({ database }: OwnStrategiesFacts, owned: Owned, version: number | undefined) {
  const db = database.kysely;
  const record = await findOwn(db, owned);
  if (!record) throw new Refusal('NOT_FOUND');
  const shown = version ?? record.version;
  const [stored, versions] = await Promise.all([readVersion(db, record.id, shown), listOwnVersions(db, record.id)]);
  if (stored === undefined) throw new Refusal('NOT_FOUND');
  const parsed = parseDefinition(stored);
  if (!parsed.ok) throw new Error(`strategy ${record.id} cannot be read: ${parsed.errors[0]?.message}`);
  const { definition } = parsed;
  return { record, versions, shown: { version: shown, versionHash: hashOf(definition), definition } };
}

/** Names rules, whoever has them: SHA-256 of their canonical form. */
export const hashOf = (definition: StrategyDefinition): string =>
  createHash('sha256').update(canonicalJson(definition)).digest('hex');

function log(tx: Tx, { clock, origin }: OwnStrategiesFacts, { accountId, strategyId }: Owned, sentence: string) {
  const at = new Date(clock.now());
  return recordActivity(tx, { accountId, kind: 'trick', sentence, origin, facts: { strategyId }, at });
}
