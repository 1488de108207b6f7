import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { findEnding } from './ending-store.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wakeRunner, wallTime } from './own-deployment.ts';
import { decideSell, decideStop, type HoldingFacts, type Life, type StopVerb } from './rules.ts';
import {
  countOpenPositions,
  hasExposure,
  insertCommand,
  type LockedDeployment,
  lockDeployment,
  type Owner,
  readWaitingEntries,
  setLife,
  voidCommands,
} from './store.ts';

/** What was held, and what was under way, when a deployment was told to end. */
export interface Ending extends Life {
  readonly held: number;
  /** Entry orders that had not ended. */
  readonly waiting: number;
}

/** `detach` hands live positions to their owner; on paper there is nobody to hand them to. */
export async function stopDeployment(
  facts: DeploymentsFacts,
  owner: Owner,
  verb: StopVerb | 'detach',
): Promise<Ending> {
  const life = await facts.database.transaction(async (tx) => {
    const deployment = await lockOwn(tx, owner);
    if (verb === 'detach') {
      if (deployment.mode === 'paper') throw new Refusal('VERB_NOT_AVAILABLE');
      await refuseOtherEnding(tx, deployment, verb);
    }
    return orNotRunning(await stopLocked(tx, facts, { deployment, verb }));
  });
  wakeRunner(facts, owner);
  return life;
}

/**
 * Stops one of several inside a transaction of the caller, who wakes the runner after its commit.
 *
 * @returns `undefined` where it has ended meanwhile
 */
export async function stopIfRunning(
  tx: Tx,
  facts: DeploymentsFacts,
  owner: Owner,
  verb: StopVerb,
): Promise<Ending | undefined> {
  const deployment = await lockDeployment(tx, owner);
  return deployment && stopLocked(tx, facts, { deployment, verb });
}

async function stopLocked(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, verb }: { readonly deployment: LockedDeployment; readonly verb: StopVerb | 'detach' },
): Promise<Ending | undefined> {
  const next = await nextLife(tx, deployment, verb === 'detach' ? decideSell : decideStop);
  if (!next) return undefined;
  const owner = ownerOf(deployment);
  const ending = { ...next, ...(await readUnderWay(tx, deployment)) };
  const isEnding = verb !== 'detach' && next.phase === 'exiting';
  // One that is being sold or handed over goes on with that: a stop now would let entries wait that are withdrawn.
  if (!isEnding) await leave(tx, deployment, { next, verb, at: wallTime(facts) });
  await logDeed(tx, facts, { owner, kind: 'trick', sentence: stopWords(deployment.name, verb, ending) });
  await tellOwner(tx, facts, owner);
  return ending;
}

/** `exits`: how many positions are to be sold; `waiting` is absent from what an earlier release has answered. */
export interface Sale extends Life {
  readonly exits: number;
  readonly waiting?: number;
}

export async function sellDeployment(facts: DeploymentsFacts, owner: Owner, idempotencyKey: string): Promise<Sale> {
  const request = { accountId: owner.accountId, call: 'sellTrick', key: idempotencyKey, body: owner };
  const answer = await facts.database.transaction((tx) =>
    answerOnce(tx, { ...request, now: wallTime(facts) }, async () => {
      const deployment = await lockOwn(tx, owner);
      await refuseOtherEnding(tx, deployment, 'sell');
      return orNotRunning(await sellLocked(tx, facts, deployment));
    }),
  );
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  wakeRunner(facts, owner);
  return answer.answer;
}

/**
 * Sells one of several inside a transaction of the caller, who wakes the runner after its commit. What one that hands
 * its positions over has not handed over yet is sold, too.
 *
 * @returns `undefined` where it has ended meanwhile
 */
export async function sellIfRunning(tx: Tx, facts: DeploymentsFacts, owner: Owner): Promise<Sale | undefined> {
  const deployment = await lockDeployment(tx, owner);
  return deployment && sellLocked(tx, facts, deployment);
}

async function sellLocked(tx: Tx, facts: DeploymentsFacts, deployment: LockedDeployment): Promise<Sale | undefined> {
  const next = await nextLife(tx, deployment, decideSell);
  if (!next) return undefined;
  const owner = ownerOf(deployment);
  const { held: exits, waiting } = await readUnderWay(tx, deployment);
  await leave(tx, deployment, { next, verb: 'sell', at: wallTime(facts) });
  await logDeed(tx, facts, { owner, kind: 'trick', sentence: sellWords(deployment.name, { exits, waiting }) });
  await tellOwner(tx, facts, owner);
  return { ...next, exits, waiting };
}

function ownerOf({ account_id: accountId, id: deploymentId }: LockedDeployment): Owner {
  return { accountId, deploymentId };
}

function orNotRunning<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Refusal('TRICK_NOT_RUNNING');
  return answer;
}

const UNDER_WAY = {
  sell: 'This trick is selling its positions. Nothing is handed over.',
  detach: 'This trick is handing its positions over to you, unsold. Nothing is sold.',
} as const;

/** What was asked for first holds: nobody is told of a sale while the runner hands over, nor the other way round. */
async function refuseOtherEnding(
  tx: Tx,
  { id, run_number: runNumber, phase }: LockedDeployment,
  verb: 'sell' | 'detach',
): Promise<void> {
  if (phase !== 'exiting') return;
  const first = await findEnding(tx, id, runNumber);
  if (first !== undefined && first !== verb) throw new Refusal('TRICK_EXITING', { message: UNDER_WAY[first] });
}

async function readUnderWay(tx: Tx, { id, run_number: run }: LockedDeployment): Promise<Omit<Ending, keyof Life>> {
  const { count: waiting } = await readWaitingEntries(tx, id, run);
  return { held: await countOpenPositions(tx, id, run), waiting };
}

function stopWords(name: string, verb: StopVerb | 'detach', { phase, waiting }: Ending): string {
  if (phase === 'idle') return `Stopped “${name}”.`;
  if (verb === 'detach') return `Asked “${name}” to hand its positions over, unsold.`;
  if (verb === 'stop_after_exit' && waiting > 0 && phase !== 'exiting') {
    return `Asked “${name}” to stop: entries that wait may still be filled (${waiting}), no others; its exits go on.`;
  }
  return `Asked “${name}” to stop: no new entries, its exits go on.`;
}

function sellWords(name: string, { exits, waiting }: Required<Omit<Sale, keyof Life>>): string {
  if (exits === 0 && waiting > 0) return `Asked “${name}” to end; entries that are withdrawn: ${waiting}.`;
  return exits === 0 ? `Sold “${name}”, which held nothing.` : `Asked “${name}” to sell; open positions: ${exits}.`;
}

async function nextLife(
  tx: Tx,
  deployment: LockedDeployment,
  decide: (facts: HoldingFacts) => { readonly allowed: boolean; readonly next: Life },
): Promise<Life | undefined> {
  const exposed = await hasExposure(tx, deployment.id, deployment.run_number);
  const { allowed, next } = decide({ ...deployment, hasExposure: exposed });
  return allowed ? next : undefined;
}

/** What holds nothing has ended with this; else its runner carries the verb out, at the next price. */
async function leave(
  tx: Tx,
  deployment: LockedDeployment,
  { next, verb, at }: { readonly next: Life; readonly verb: StopVerb | 'sell' | 'detach'; readonly at: Date },
): Promise<void> {
  const command = { deploymentId: deployment.id, runNumber: deployment.run_number, verb, at };
  if (next.phase === 'idle') {
    await voidCommands(tx, deployment.id, at);
    await setLife(tx, deployment.id, { life: next, stoppedAt: at });
    // Nobody has anything to carry out any more; but what the day is compared with must know when its owner ended it.
    await insertCommand(tx, { ...command, isCarriedOut: true });
    return;
  }
  await setLife(tx, deployment.id, { life: next });
  await insertCommand(tx, command);
}
