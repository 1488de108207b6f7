import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { type DeploymentsFacts, lockOwn, tellOwner, wallTime } from './own-deployment.ts';
import { decideHalt, type Life } from './rules.ts';
import { recordHalt } from './run-activity.ts';
import { hasExposure, insertCommand, type Owner, setLife, voidCommands } from './store.ts';

/** What a halt met and made. */
export interface Halted {
  readonly before: Life;
  readonly after: Life;
}

/**
 * Halts a deployment from outside its run: no new entries, and those that wait are withdrawn; what it holds keeps its
 * exits, and the run stays with the runners until it is flat. Its owner is always told. The caller wakes the runner
 * after the commit.
 *
 * @throws Refusal `NOT_FOUND`, and `TRICK_NOT_RUNNING` for one that enters nothing any more
 */
export async function haltWithin(tx: Tx, facts: DeploymentsFacts, owner: Owner, reason: string): Promise<Halted> {
  const deployment = await lockOwn(tx, owner);
  const { id, run_number: runNumber, status, phase } = deployment;
  if (status !== 'running' || phase !== 'running') throw new Refusal('TRICK_NOT_RUNNING');
  const after = decideHalt({ status, phase, hasExposure: await hasExposure(tx, id, runNumber) });
  const at = wallTime(facts);
  if (after.phase === 'idle') {
    await voidCommands(tx, id, at);
    await setLife(tx, id, { life: after, stoppedAt: at, reason });
  } else {
    await setLife(tx, id, { life: after, reason });
    await insertCommand(tx, { deploymentId: id, runNumber, verb: 'stop_entries', at });
  }
  const halt = { deploymentId: id, runNumber, accountId: owner.accountId, sentence: reason, now: at };
  await recordHalt(tx, { ...halt, alert: 'always' });
  await tellOwner(tx, facts, owner);
  return { before: { status, phase }, after };
}
