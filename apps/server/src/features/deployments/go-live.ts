import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { closePaper, type PaperMarket, seizePaperRun } from './close-paper.ts';
import { keepAcknowledgement } from './keep-acknowledgement.ts';
import { contractHashOf, type LiveDossier, readDossier } from './live-contract.ts';
import { chosenLink, refuseShut } from './live-gates.ts';
import { listLinksOf, setMode } from './live-gates-store.ts';
import { SIMULATED_LIVE } from './live-parts.ts';
import { type MarketFacts, readMarketFacts } from './market-facts.ts';
import { openNewRun } from './open-run.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wakeRunner, wallTime } from './own-deployment.ts';
import type { Life } from './rules.ts';
import { compileRecord, findInstruments } from './runner/run-config.ts';
import { type LockedDeployment, type Owner, readSettingsOf, setLife, voidCommands } from './store.ts';

export interface GoLiveRequest {
  readonly owner: Owner;
  /** The only linked one where absent. */
  readonly brokerId?: number | undefined;
  /** Of the contract that the owner has read; absent from older clients. */
  readonly contractHash?: string | undefined;
  /** What else its owner has to show; asked for once it is sure that this is no repetition, in the same transaction. */
  readonly prove?: ((tx: Tx) => Promise<void>) | undefined;
  readonly idempotencyKey: string;
}

/** The second proof of who somebody is, for those who have one; handed in, since accounts know nothing of deployments. */
export interface SecondProof {
  readonly prepare: (
    who: Pick<Caller, 'accountId' | 'origin'>,
    code: string | undefined,
  ) => Promise<{ readonly useIn: (tx: Tx) => Promise<void>; readonly settle: () => Promise<void> }>;
}

export interface WentLive extends LiveDossier, Life {
  readonly brokerId: number;
  /** Positions that were closed on paper. */
  readonly paperExits: number;
  readonly algoId: string;
  readonly versionHash: string;
}

/** What was read before the transaction. */
interface Prepared {
  readonly request: GoLiveRequest;
  readonly market: MarketFacts;
  readonly paper: PaperMarket | undefined;
}

/**
 * Closes what a deployment holds on paper and opens a live run: from the next bar on, what it decides goes to the
 * broker. What its owner agreed to is kept in the same transaction.
 */
export async function goLive(facts: DeploymentsFacts, request: GoLiveRequest): Promise<WentLive> {
  const { owner, brokerId, contractHash, idempotencyKey: key } = request;
  const market = await readMarketFacts(facts, { owner });
  const prepared = { request, market, paper: await readPaperMarket(facts, owner, market) };
  const body = { ...owner, brokerId: brokerId ?? null, ...(contractHash === undefined ? {} : { contractHash }) };
  const answer = await facts.database.transaction((tx) =>
    answerOnce(tx, { accountId: owner.accountId, call: 'testtolivetrick', key, body, now: wallTime(facts) }, () =>
      switchToLive(tx, facts, prepared),
    ),
  );
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  wakeRunner(facts, owner);
  return answer.answer;
}

async function readPaperMarket(
  { database, marketData }: DeploymentsFacts,
  owner: Owner,
  { exchangeNow, gone }: MarketFacts,
): Promise<PaperMarket | undefined> {
  const known = await readSettingsOf(database.kysely, owner);
  if (!known || exchangeNow === undefined || gone.length > 0) return undefined;
  const strategy = compileRecord(known);
  const instruments = await findInstruments(marketData, strategy);
  const prices = await marketData.lastPrices(strategy.definition.instruments);
  const actions = await Promise.all(instruments.map(({ id }) => marketData.corporateActions(id, marketData.dataset)));
  return { instruments, prices, actions, exchangeNow };
}

async function switchToLive(tx: Tx, facts: DeploymentsFacts, { request, market, paper }: Prepared): Promise<WentLive> {
  const { owner } = request;
  const before = await readSettingsOf(tx, owner);
  if (!before) throw new Refusal('NOT_FOUND');
  if (before.mode === 'live') throw new Refusal('TRICK_IS_LIVE');
  const run = { deploymentId: before.id, runNumber: before.run_number };
  const seized = before.run_number > 0 ? await seizePaperRun(tx, run) : undefined;
  const deployment = await lockOwn(tx, owner);
  if (deployment.mode === 'live' || deployment.run_number !== before.run_number) throw new Refusal('TRICK_IS_LIVE');
  const brokerId = await brokerOf(tx, facts, request);
  await refuseShut(tx, facts, { deployment, market, brokerLinkId: brokerId });
  if (!paper || brokerId === undefined) throw new Refusal('MARKET_DATA_UNAVAILABLE');
  const dossier = await readDossier(tx, facts, deployment);
  // Before anything is sold: what is kept as acknowledged is what was read.
  const { contractHash: read } = request;
  if (read !== undefined && read !== contractHashOf(deployment, dossier)) throw new Refusal('CONTRACT_CHANGED');
  await request.prove?.(tx);
  const paperExits = seized ? await closePaper(tx, facts, { ...seized, market: paper }) : 0;
  const life = await beginLive(tx, facts, { deployment, brokerId, exchangeNow: paper.exchangeNow });
  const signed = await keepAcknowledgement(tx, facts, { deployment, brokerId, contract: dossier.contract });
  const sentence = `Took “${deployment.name}” live, after reading what it may do.`;
  await logDeed(tx, facts, { owner, kind: 'trick', sentence });
  await tellOwner(tx, facts, owner);
  return { ...life, ...dossier, ...signed, brokerId, paperExits };
}

/** @throws Refusal `INVALID_INPUT` where several are linked and none is named, `NOT_FOUND` for one that is not there */
async function brokerOf(tx: Tx, facts: DeploymentsFacts, request: GoLiveRequest): Promise<number | undefined> {
  const { policy } = facts.live ?? SIMULATED_LIVE;
  const links = await listLinksOf(tx, request.owner.accountId, policy.environment);
  const chosen = chosenLink(links, request.brokerId);
  if (!chosen && request.brokerId !== undefined) throw new Refusal('NOT_FOUND');
  if (!chosen && links.length > 1) {
    const errors = [
      { path: 'brokerId', message: 'Several broker accounts are linked. Say which one it shall trade on.' },
    ];
    throw new Refusal('INVALID_INPUT', { errors });
  }
  return chosen?.id;
}

interface LiveStart {
  readonly deployment: LockedDeployment;
  readonly brokerId: number;
}

async function beginLive(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, brokerId, exchangeNow }: LiveStart & Pick<PaperMarket, 'exchangeNow'>,
): Promise<Life> {
  const life: Life = { status: 'running', phase: 'running' };
  await voidCommands(tx, deployment.id, wallTime(facts));
  await setMode(tx, deployment.id, { mode: 'live', brokerLinkId: brokerId });
  const runNumber = await openNewRun(tx, facts, { deployment, mode: 'live', exchangeNow });
  await setLife(tx, deployment.id, { life, runNumber, startedAt: exchangeNow, reason: null });
  return life;
}
