import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { contractHashOf, type LiveDossier, readDossier, versionHashOf } from './live-contract.ts';
import { insertAcknowledgement } from './live-gates-store.ts';
import { type DeploymentsFacts, wallTime } from './own-deployment.ts';
import type { LockedDeployment } from './store.ts';

/** Below the exchange's threshold of orders a second a strategy of one's own needs no id of its own. */
const GENERIC_ALGO = 'generic';

export interface Agreed {
  readonly deployment: LockedDeployment;
  readonly brokerId: number;
  readonly contract: LiveDossier['contract'];
}

/** Keeps what an owner has agreed to, word for word, with the version that it is about. */
export async function keepAcknowledgement(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, brokerId, contract }: Agreed,
): Promise<{ readonly algoId: string; readonly versionHash: string }> {
  const signed = { algoId: deployment.algo_id ?? GENERIC_ALGO, versionHash: versionHashOf(deployment) };
  await insertAcknowledgement(tx, {
    accountId: deployment.account_id,
    deploymentId: deployment.id,
    brokerLinkId: brokerId,
    strategyVersionId: deployment.strategy_version_id,
    ...signed,
    contract,
    at: wallTime(facts),
  });
  return signed;
}

/**
 * For a live deployment that has just been allowed more: what its owner once agreed to no longer says what it may do.
 *
 * @param deployment as it is after the change
 * @param read       hash of the contract that its owner has read and agreed to
 * @throws Refusal `ACKNOWLEDGEMENT_NEEDED` where none was read, `CONTRACT_CHANGED` where it was another one
 */
export async function acknowledgeMore(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, read }: { readonly deployment: LockedDeployment; readonly read: string | undefined },
): Promise<void> {
  if (read === undefined) throw new Refusal('ACKNOWLEDGEMENT_NEEDED');
  const dossier = await readDossier(tx, facts, deployment);
  if (read !== contractHashOf(deployment, dossier)) throw new Refusal('CONTRACT_CHANGED');
  const { broker_link_id: brokerId } = deployment;
  if (brokerId === null) throw new Error(`deployment ${deployment.id} is live without a broker account`);
  await keepAcknowledgement(tx, facts, { deployment, brokerId, contract: dossier.contract });
}
