import { Refusal } from '../../http/refusal.ts';
import { setDisabledSymbols } from './levels-store.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wakeRunner, wallTime } from './own-deployment.ts';
import { readDefinition } from './read-details.ts';
import type { BaseBody } from './runner/commands.ts';
import { insertCommand, type Owner } from './store.ts';

/** A base by its place in the definition, from 1. */
export interface BaseRequest {
  readonly baseId: number;
  readonly enabled: boolean;
}

/** Whether an instrument of a deployment may be entered; what is held in it goes on with its exits. */
export async function switchBase(facts: DeploymentsFacts, owner: Owner, request: BaseRequest): Promise<void> {
  const { baseId, enabled } = request;
  await facts.database.transaction(async (tx) => {
    const deployment = await lockOwn(tx, owner);
    const symbol = readDefinition(deployment.definition).instruments[baseId - 1]?.symbol;
    if (symbol === undefined) throw new Refusal('NOT_FOUND');
    const others = deployment.disabled_symbols.filter((name) => name !== symbol);
    await setDisabledSymbols(tx, deployment.id, enabled ? others : [...others, symbol]);
    const { id: deploymentId, run_number: runNumber } = deployment;
    if (deployment.phase !== 'idle') {
      const body: BaseBody = { base: baseId - 1, enabled };
      await insertCommand(tx, { deploymentId, runNumber, verb: 'enable_base', body, at: wallTime(facts) });
    }
    const sentence = `Switched ${symbol} ${enabled ? 'on' : 'off'} in “${deployment.name}”.`;
    await logDeed(tx, facts, { owner, kind: 'settings', sentence });
    await tellOwner(tx, facts, owner);
  });
  wakeRunner(facts, owner);
}
