import type { OpsPublication, OpsPublicationDetails } from '@trickdesk/contract';
import type { Queryable, Tx } from '@trickdesk/db';
import { compileStrategy, parseDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { GivenProof } from '../accounts/index.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import { readClaimed, readClaimedReport } from '../backtests/index.ts';
import { notify } from '../notifications/index.ts';
import { draftContract, lockOwn, putPublished, retirePublished } from '../strategies/index.ts';
import type { PublicationDeskParts, Who } from './parts.ts';
import { type Deed, deedFault } from './rules.ts';
import * as store from './store.ts';
import { queuedToWire } from './wire.ts';

export type PublicationDesk = ReturnType<typeof createPublicationDesk>;

interface Asked extends GivenProof {
  readonly publicationId: number;
}

interface Explained {
  readonly publicationId: number;
  /** Its owner reads it. */
  readonly reason: string;
}

/** Where operators decide what of other people's tricks the catalogue offers. Every act is on the record. */
export function createPublicationDesk(parts: PublicationDeskParts) {
  const db = parts.database.kysely;
  const read = async ({ accountId }: Who, id: number): Promise<OpsPublication> => {
    const [found] = await toWire(db, [await mustFind(db, id)], accountId);
    if (!found) throw new Refusal('NOT_FOUND');
    return found;
  };
  return {
    list: async (operatorId: number, filter: store.SubmissionFilter, page: store.SubmissionPage) => {
      const { rows, total } = await store.listQueue(db, filter, page);
      return { publications: await toWire(db, rows, operatorId), total };
    },
    details: (operator: Who, id: number) => readDetails(parts, operator, { id, read }),
    publish: async (operator: Who, { publicationId, ...given }: Asked) => {
      const proof = await parts.secondFactor.prove(operator, given);
      await act(parts, { operator, deed: 'publish', id: publicationId }, async (tx, acting) => {
        const done = await publish(tx, acting);
        await proof.useIn(tx);
        return done;
      });
      await proof.settle();
      return read(operator, publicationId);
    },
    refuse: async (operator: Who, { publicationId, reason }: Explained) => {
      await act(parts, { operator, deed: 'refuse', id: publicationId }, (tx, acting) => refuse(tx, acting, reason));
      return read(operator, publicationId);
    },
    retire: async (operator: Who, { publicationId, reason, ...given }: Asked & Explained) => {
      const proof = await parts.secondFactor.prove(operator, given);
      await act(parts, { operator, deed: 'retire', id: publicationId }, async (tx, acting) => {
        const done = await retire(tx, acting, reason);
        await proof.useIn(tx);
        return done;
      });
      await proof.settle();
      return read(operator, publicationId);
    },
  };
}

async function mustFind(db: Queryable, id: number): Promise<store.QueuedSubmission> {
  const row = await store.findQueued(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function toWire(
  db: Queryable,
  rows: readonly store.QueuedSubmission[],
  operatorId: number,
): Promise<OpsPublication[]> {
  const claimed = await readClaimed(
    db,
    rows.map((row) => row.backtest_id),
  );
  return rows.map((row) => {
    const backs = claimed.get(row.backtest_id);
    if (!backs) throw new Error(`submission ${row.id} has no back-test`);
    return queuedToWire(row, backs, operatorId);
  });
}

async function readDetails(
  { database, disasterStopPercent }: PublicationDeskParts,
  operator: Who,
  { id, read }: { readonly id: number; readonly read: (operator: Who, id: number) => Promise<OpsPublication> },
): Promise<OpsPublicationDetails> {
  const db = database.kysely;
  const row = await mustFind(db, id);
  const [publication, version, report, others] = await Promise.all([
    read(operator, id),
    store.findVersion(db, row.strategy_id, row.version),
    readClaimedReport(db, { id: row.backtest_id, accountId: row.account_id }),
    store.listSubmissions(db, row.strategy_id),
  ]);
  if (!version) throw new Error(`submission ${id} has no version`);
  const parsed = parseDefinition(version.definition);
  if (!parsed.ok) throw new Error(`version ${version.id} cannot be read: ${parsed.errors[0]?.message}`);
  const { definition } = parsed;
  const offered = others.find((other) => other.offered);
  return {
    ...publication,
    instruments: definition.instruments.map(({ symbol }) => symbol),
    interval: definition.interval,
    product: definition.product,
    rules: [...compileStrategy(definition).describe()],
    contract: draftContract(definition, publication.minCapitalPaise, disasterStopPercent),
    note: version.note,
    ...(report ? { report } : {}),
    ...(offered ? { offeredVersion: offered.version } : {}),
  };
}

interface Acting {
  readonly submission: store.Submission;
  readonly at: Date;
}

type Done = Pick<OperatorAct, 'what' | 'sentence' | 'before' | 'after'>;

/** Lock, deed and its record, in one transaction: of two operators at once the second finds it decided. */
function act(
  { database, clock }: PublicationDeskParts,
  { operator, deed, id }: { readonly operator: Who; readonly deed: Deed; readonly id: number },
  run: (tx: Tx, acting: Acting) => Promise<Done>,
): Promise<void> {
  const at = new Date(clock.now());
  return database.transaction(async (tx) => {
    const found = await store.findSubmission(tx, id);
    // The trick first, as its owner does: neither waits for the other.
    if (!found || !(await lockOwn(tx, { accountId: found.account_id, strategyId: found.strategy_id }))) {
      throw new Refusal('NOT_FOUND');
    }
    const submission = await store.lockSubmission(tx, id);
    if (!submission) throw new Refusal('NOT_FOUND');
    const { account_id: ownerId, state, offered: isOffered } = submission;
    const fault = deedFault({ ownerId, state, isOffered }, deed, operator.accountId);
    if (fault) throw new Refusal(fault);
    const done = await run(tx, { submission, at });
    await recordAct(tx, { operator, subject: 'publication', subjectId: String(id), ...done, at });
  });
}

async function publish(tx: Tx, { submission, at }: Acting): Promise<Done> {
  const { id, account_id: accountId, version, name } = submission;
  const offered = (await store.listSubmissions(tx, submission.strategy_id)).find((other) => other.offered);
  const author = await store.nameOfAccount(tx, accountId);
  const { strategyId, versionId } = await putPublished(tx, {
    ...{ originId: submission.strategy_id, originVersionId: submission.strategy_version_id, author, name },
    ...{ summary: submission.summary, description: submission.description, category: submission.category },
    ...{ segment: submission.segment, risk: submission.risk, minCapitalPaise: submission.min_capital_paise, now: at },
  });
  await store.decideSubmission(tx, id, { state: 'published', at, publishedVersionId: versionId });
  await notify(tx, {
    ...{ accountId, category: 'tricks', dedupeKey: `publication:${id}:published`, severity: 'info' },
    title: `“${name}” is in the catalogue`,
    body: `Version ${version} was published under your name. What you change from now on stays yours until you submit it again.`,
    link: `/tricks/${strategyId}`,
  });
  return {
    what: 'publish_trick',
    sentence: `Published version ${version} of the trick “${name}” of account ${accountId}.`,
    before: { state: 'waiting', offeredVersion: offered?.version ?? null },
    after: {
      ...{ state: 'published', offeredVersion: version, TricksId: strategyId, author },
      ...{ category: submission.category, risk: submission.risk, BacktestId: submission.backtest_id },
    },
  };
}

async function refuse(tx: Tx, { submission, at }: Acting, reason: string): Promise<Done> {
  const { id, account_id: accountId, version, name } = submission;
  await store.decideSubmission(tx, id, { state: 'refused', at, reason });
  await notify(tx, {
    ...{ accountId, category: 'tricks', dedupeKey: `publication:${id}:refused`, severity: 'warning' },
    title: `“${name}” was not published`,
    body: `${reason} You can change the trick and submit it again.`,
    link: `/builder/${submission.strategy_id}`,
  });
  return {
    what: 'refuse_trick',
    sentence: `Refused version ${version} of the trick “${name}” of account ${accountId}: ${reason}`,
    before: { state: 'waiting' },
    after: { state: 'refused', reason },
  };
}

async function retire(tx: Tx, { submission, at }: Acting, reason: string): Promise<Done> {
  const { id, account_id: accountId, version, name } = submission;
  await retirePublished(tx, submission.strategy_id, at);
  await store.giveReason(tx, id, reason);
  await notify(tx, {
    ...{ accountId, category: 'tricks', severity: 'warning' },
    dedupeKey: `publication:${id}:retired:${at.getTime()}`,
    title: `“${name}” was taken out of the catalogue`,
    body: `${reason} Copies that people have go on, and it stays in the rankings.`,
    link: `/builder/${submission.strategy_id}`,
  });
  return {
    what: 'retire_trick',
    sentence: `Took version ${version} of the trick “${name}” of account ${accountId} out of the catalogue: ${reason}`,
    before: { offered: true, offeredVersion: version },
    after: { offered: false, reason },
  };
}
