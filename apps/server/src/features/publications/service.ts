import type { BacktestItem, Publication } from '@trickdesk/contract';
import type { Queryable, Tx } from '@trickdesk/db';
import { parseDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { findClaim, listClaims } from '../backtests/index.ts';
import { hashOf, lockOwn } from '../strategies/index.ts';
import type { PublicationParts, Who } from './parts.ts';
import { claimFault } from './rules.ts';
import * as store from './store.ts';
import { publicationToWire } from './wire.ts';

export interface SubmitRequest {
  readonly strategyId: number;
  readonly version: number;
  readonly backtestId: number;
  readonly category: string;
  readonly risk: string;
  readonly description: string;
}

export type PublicationsService = ReturnType<typeof createPublicationsService>;

/** What people do to bring a trick of their own into the catalogue. Somebody else's is `NOT_FOUND`. */
export function createPublicationsService(parts: PublicationParts) {
  const read = async (id: number): Promise<Publication> => {
    const row = await store.findSubmission(parts.database.kysely, id);
    if (!row) throw new Refusal('NOT_FOUND');
    return publicationToWire(row);
  };
  return {
    submit: async (who: Who, request: SubmitRequest) => read(await submit(parts, who, request)),
    withdraw: async (who: Who, strategyId: number) => read(await withdraw(parts, who, strategyId)),
    list: (accountId: number, strategyId: number) => list(parts, accountId, strategyId),
  };
}

/** @throws Refusal `NOT_FOUND`, `OWN_TRICK_RETIRED`, `PUBLICATION_WAITS`, `VERSION_PUBLISHED`, `BACKTEST_UNFIT` */
function submit(parts: PublicationParts, who: Who, request: SubmitRequest): Promise<number> {
  const { accountId } = who;
  const { strategyId, backtestId, category, risk, description } = request;
  const at = new Date(parts.clock.now());
  return parts.database.transaction(async (tx) => {
    // Held: what is shown is what was submitted, and of two at once the second finds the first.
    if (!(await lockOwn(tx, { accountId, strategyId }))) throw new Refusal('NOT_FOUND');
    const shown = await store.findShown(tx, strategyId, accountId);
    const version = await store.findVersion(tx, strategyId, request.version);
    if (!shown || !version) throw new Refusal('NOT_FOUND');
    if (shown.retired_at !== null) throw new Refusal('OWN_TRICK_RETIRED');
    await mustBeFree(tx, strategyId, version.id);
    await mustBack(tx, { accountId, backtestId, version });
    const id = await store.insertSubmission(tx, {
      ...{ account_id: accountId, strategy_id: strategyId, strategy_version_id: version.id, backtest_id: backtestId },
      ...{ name: shown.name, summary: shown.summary, description, category, risk, segment: shown.segment },
      ...{ min_capital_paise: shown.min_capital_paise, submitted_at: at },
    });
    const sentence = `Submitted version ${version.version} of the trick “${shown.name}” for the catalogue.`;
    await recordActivity(tx, { accountId, kind: 'trick', sentence, origin: who.origin, facts: { strategyId }, at });
    return id;
  });
}

async function mustBeFree(tx: Tx, strategyId: number, versionId: number): Promise<void> {
  const earlier = await store.listSubmissions(tx, strategyId);
  if (earlier.some(({ state }) => state === 'waiting')) throw new Refusal('PUBLICATION_WAITS');
  if (earlier.some((row) => row.offered && row.strategy_version_id === versionId)) {
    throw new Refusal('VERSION_PUBLISHED');
  }
}

async function mustBack(
  tx: Tx,
  asked: { readonly accountId: number; readonly backtestId: number; readonly version: store.OwnVersion },
): Promise<void> {
  const claim = await findClaim(tx, asked.backtestId, asked.accountId);
  if (!claim) throw new Refusal('NOT_FOUND');
  const message = claimFault(claim, factsOf(asked.version));
  if (message !== undefined) {
    throw new Refusal('BACKTEST_UNFIT', { message, errors: [{ path: 'BacktestId', message }] });
  }
}

function factsOf({ id, definition }: store.OwnVersion) {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(`version ${id} cannot be read: ${parsed.errors[0]?.message}`);
  return { versionId: id, rulesHash: hashOf(parsed.definition) };
}

/** @throws Refusal `NOT_FOUND`, `PUBLICATION_NOT_WAITING` */
function withdraw({ database, clock }: PublicationParts, who: Who, strategyId: number): Promise<number> {
  const { accountId } = who;
  const at = new Date(clock.now());
  return database.transaction(async (tx) => {
    if (!(await lockOwn(tx, { accountId, strategyId }))) throw new Refusal('NOT_FOUND');
    const waiting = (await store.listSubmissions(tx, strategyId)).find(({ state }) => state === 'waiting');
    const held = waiting && (await store.lockSubmission(tx, waiting.id));
    // An operator may have decided on it at this moment.
    if (held?.state !== 'waiting') throw new Refusal('PUBLICATION_NOT_WAITING');
    await store.decideSubmission(tx, held.id, { state: 'withdrawn', at });
    const sentence = `Took back version ${held.version} of the trick “${held.name}”, submitted for the catalogue.`;
    await recordActivity(tx, { accountId, kind: 'trick', sentence, origin: who.origin, facts: { strategyId }, at });
    return held.id;
  });
}

interface Listed {
  readonly publications: readonly Publication[];
  /** With the version that each backs. */
  readonly backtests: readonly { readonly version: number; readonly backtest: BacktestItem }[];
  readonly author: string;
}

/** @throws Refusal `NOT_FOUND` */
async function list({ database }: PublicationParts, accountId: number, strategyId: number): Promise<Listed> {
  const db = database.kysely;
  const shown = await store.findShown(db, strategyId, accountId);
  if (!shown) throw new Refusal('NOT_FOUND');
  const [rows, claims] = await Promise.all([
    store.listSubmissions(db, strategyId),
    listClaims(db, { accountId, tricksId: strategyId }),
  ]);
  const versions = await readVersions(
    db,
    claims.flatMap(({ claim }) => claim.versionId ?? []),
  );
  const backtests = claims.flatMap(({ claim, backtest }) => {
    const version = versions.find(({ id }) => id === claim.versionId);
    const fits = version && claimFault(claim, factsOf(version)) === undefined;
    return fits ? [{ version: version.version, backtest }] : [];
  });
  return { publications: rows.map(publicationToWire), backtests, author: shown.full_name };
}

const readVersions = (db: Queryable, ids: readonly number[]) => store.listVersionsById(db, [...new Set(ids)]);
