import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { contractHashOf, type LiveDossier, readDossier, versionHashOf } from './live-contract.ts';
import { findKeptWord, insertAcknowledgement } from './live-gates-store.ts';
import { type DeploymentsFacts, wallTime } from './own-deployment.ts';
import { type WordState, wordOf } from './owners-word.ts';
import { settingsOf } from './runner/run-config.ts';
import type { LockedDeployment } from './store.ts';

/** Below the exchange's threshold of orders a second a strategy of one's own needs no id of its own. */
const GENERIC_ALGO = 'generic';

/** What an owner says to a contract: which one was read, and what else shows whose word it is. */
export interface OwnersWord {
  /** Hash of the contract that was read and agreed to; absent where none was. */
  readonly read?: string | undefined;
  /** Asked for where the word is needed, in the transaction of what it allows. */
  readonly prove?: ((tx: Tx) => Promise<void>) | undefined;
}

export interface Agreed {
  readonly deployment: LockedDeployment;
  readonly brokerId: number;
  readonly contract: LiveDossier['contract'];
}

/** Keeps what an owner has agreed to, word for word, with the version and the settings that it is about. */
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
    contract: { ...contract, settings: settingsOf(deployment) },
    at: wallTime(facts),
  });
  return signed;
}

const NOT_STARTED: Readonly<Record<Exclude<WordState, 'within'>, string>> = {
  beyond:
    'This trick is live, and its settings allow it more than you have agreed to. Read its contract and agree to it. Nothing was started.',
  unknown:
    'This trick is live, and nothing is kept that shows with which settings you agreed to it. Read its contract and agree to it. Nothing was started.',
};

/**
 * Before each start of a live deployment: however its settings came about, they lie within what its owner agreed to, or
 * he agrees now.
 *
 * @returns whether his word was needed, and was given
 * @throws Refusal as `acknowledgeMore`
 */
export async function requireWord(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, ...word }: OwnersWord & { readonly deployment: LockedDeployment },
): Promise<boolean> {
  const state = wordOf(deployment, await findKeptWord(tx, deployment.id));
  if (state === 'within') return false;
  if (word.read === undefined) throw new Refusal('ACKNOWLEDGEMENT_NEEDED', { message: NOT_STARTED[state] });
  await acknowledgeMore(tx, facts, { deployment, ...word });
  return true;
}

/**
 * For a live deployment that has just been allowed more: what its owner once agreed to no longer says what it may do.
 *
 * @param deployment as it is after the change
 * @throws Refusal `ACKNOWLEDGEMENT_NEEDED` where none was read, `CONTRACT_CHANGED` where it was another one, and what the
 *   proof is refused with
 */
export async function acknowledgeMore(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, read, prove }: OwnersWord & { readonly deployment: LockedDeployment },
): Promise<void> {
  if (read === undefined) throw new Refusal('ACKNOWLEDGEMENT_NEEDED');
  const dossier = await readDossier(tx, facts, deployment);
  if (read !== contractHashOf(deployment, dossier)) throw new Refusal('CONTRACT_CHANGED');
  await prove?.(tx);
  const { broker_link_id: brokerId } = deployment;
  if (brokerId === null) throw new Error(`deployment ${deployment.id} is live without a broker account`);
  await keepAcknowledgement(tx, facts, { deployment, brokerId, contract: dossier.contract });
}
