import { Refusal } from '../../http/refusal.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import { holdVersion } from '../strategies/index.ts';
import { findClonable, insertDeployment, lockNames, namesOf } from './clone-store.ts';
import { type DeploymentsFacts, logDeed, tellOwner, wallTime } from './own-deployment.ts';
import { nameApart } from './rules.ts';
import { settingsOfClone } from './settings-rules.ts';
import { readDefaults } from './store.ts';

export interface CloneRequest {
  readonly accountId: number;
  readonly strategyId: number;
  /** The strategy's own where none is given; numbered where the account has it already. */
  readonly wantedName: string | undefined;
}

/** @throws Refusal `NOT_FOUND` for a strategy that is retired or somebody else's */
export async function cloneDeployment(
  facts: DeploymentsFacts,
  { accountId, strategyId, wantedName }: CloneRequest,
): Promise<{ readonly id: number; readonly name: string }> {
  const clone = await facts.database.transaction(async (tx) => {
    // Two copies made at once must not see the same free name.
    await lockNames(tx, accountId);
    const strategy = await findClonable(tx, strategyId, accountId);
    // Its owner may be deleting it at this moment.
    if (!strategy || !(await holdVersion(tx, strategy.version_id))) throw new Refusal('NOT_FOUND');
    const name = nameApart(wantedName || strategy.name, await namesOf(tx, accountId));
    const id = await insertDeployment(tx, {
      accountId,
      strategyId: strategy.id,
      versionId: strategy.version_id,
      name,
      settings: settingsOfClone(await readDefaults(tx, accountId), strategy.min_capital_paise),
      now: wallTime(facts),
    });
    const owner = { accountId, deploymentId: id };
    await logDeed(tx, facts, {
      owner,
      kind: 'trick',
      sentence: copyWords(strategy.name, name),
    });
    await tellOwner(tx, facts, owner);
    return { id, name };
  });
  wakeUserStreams(facts.bus, accountId);
  return clone;
}

function copyWords(strategy: string, name: string): string {
  return name === strategy ? `Copied “${name}”, in test mode.` : `Copied “${strategy}” as “${name}”, in test mode.`;
}
