import type { golivecheck, OutputOf } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { badgeOf, exitPlanToWire, listPositions } from '../orders/index.ts';
import { contractHashOf, readDossier } from './live-contract.ts';
import { chosenLink, readGates } from './live-gates.ts';
import { listLinksOf } from './live-gates-store.ts';
import { SIMULATED_LIVE } from './live-parts.ts';
import { readMarketFacts } from './market-facts.ts';
import type { DeploymentsFacts } from './own-deployment.ts';
import { type SettingsRequest, settingsChange } from './settings-rules.ts';
import { type LockedDeployment, type Owner, readSettingsOf } from './store.ts';

export interface GoLiveQuestion {
  /** The only linked account where absent. */
  readonly brokerId?: number | undefined;
  /** As if these were set already: for a live one, what its owner would agree to by setting them. */
  readonly settings?: SettingsRequest | undefined;
}

/** What going live would mean right now; nothing is changed. */
export async function checkGoingLive(
  facts: DeploymentsFacts,
  owner: Owner,
  { brokerId, settings }: GoLiveQuestion,
): Promise<OutputOf<typeof golivecheck>> {
  const { database, marketData } = facts;
  const { policy } = facts.live ?? SIMULATED_LIVE;
  const db = database.kysely;
  const market = await readMarketFacts(facts, { owner });
  const stored = await readSettingsOf(db, owner);
  if (!stored) throw new Refusal('NOT_FOUND');
  if (stored.mode === 'live' && settings === undefined) throw new Refusal('TRICK_IS_LIVE');
  const deployment = settings === undefined ? stored : asIfSet(stored, settings);
  const links = await listLinksOf(db, owner.accountId, policy.environment);
  const chosen = chosenLink(links, brokerId);
  if (brokerId !== undefined && !chosen) throw new Refusal('NOT_FOUND');
  const gates = await readGates(db, facts, { deployment, market, brokerLinkId: (chosen ?? links[0])?.id });
  const dossier = await readDossier(db, facts, deployment);
  const held = await listPositions(db, marketData.dataset, { ...owner, mode: 'paper', status: 'open' });
  return {
    TricksId: deployment.id,
    name: deployment.name,
    liveBadge: badgeOf('live', marketData.simulated),
    ...(chosen ? { brokerId: chosen.id } : {}),
    brokers: links.map((link) => ({
      brokerId: link.id,
      clientCode: link.client_code,
      tokenExpiresAt: toIndiaIso(link.token_expires_at.getTime()),
    })),
    ...dossier,
    contractHash: contractHashOf(deployment, dossier),
    readiness: gates.map(({ gate, passed, sentence }) => ({ gate, passed, sentence })),
    ready: gates.every(({ passed }) => passed) && chosen !== undefined,
    paperPositions: held.map(exitPlanToWire),
  };
}

function asIfSet(deployment: LockedDeployment, settings: SettingsRequest): LockedDeployment {
  // Who is told of what is no part of a contract.
  const { notify: _notify, ...change } = settingsChange(settings);
  return { ...deployment, ...change };
}
