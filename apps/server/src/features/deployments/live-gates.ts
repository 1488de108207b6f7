import type { Queryable, Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { holdLink } from '../broker-links/index.ts';
import { type GateState, liveGates, liveRefusal } from './live-gates-rules.ts';
import { type LiveLink, listLinksOf, readAccountGates } from './live-gates-store.ts';
import { SIMULATED_LIVE } from './live-parts.ts';
import type { MarketFacts } from './market-facts.ts';
import type { DeploymentsFacts } from './own-deployment.ts';
import type { LockedDeployment } from './store.ts';

export interface GatesRequest {
  readonly deployment: LockedDeployment;
  readonly market: MarketFacts;
  /** The broker account that its orders would go to; none linked where absent. */
  readonly brokerLinkId: number | undefined;
}

/** What lets a deployment trade live, and what does not, as the rows say now. */
export async function readGates(
  db: Queryable,
  facts: DeploymentsFacts,
  { deployment, market, brokerLinkId }: GatesRequest,
): Promise<readonly GateState[]> {
  const { policy } = facts.live ?? SIMULATED_LIVE;
  const account = await readAccountGates(db, deployment.account_id);
  const links = await listLinksOf(db, deployment.account_id, policy.environment);
  const link = links.find(({ id }) => id === brokerLinkId);
  return liveGates(
    {
      isKycVerified: account.kyc_verified_at !== null,
      isTradeActivated: account.trade_activated_at !== null,
      isGrantedForDemo: account.granted_for_demo,
      link: link && { status: link.status, tokenExpiresAt: link.token_expires_at.getTime() },
      algo: { id: deployment.algo_id ?? undefined, approvedOn: deployment.algo_approved_at ?? undefined },
      capitalPaise: deployment.capital_paise,
      minCapitalPaise: deployment.min_capital_paise,
      goneSymbols: market.gone,
      killReason: account.kill_reason ?? undefined,
      lockedUntil: account.locked_until?.getTime(),
      hasPrices: market.exchangeNow !== undefined,
      now: facts.clock.now(),
    },
    policy,
  );
}

/** The link cannot be taken away any more before the transaction ends. @throws Refusal for what is shut */
export async function refuseShut(tx: Tx, facts: DeploymentsFacts, request: GatesRequest): Promise<void> {
  const { brokerLinkId } = request;
  const isHeld = brokerLinkId !== undefined && (await holdLink(tx, brokerLinkId));
  const gates = await readGates(tx, facts, { ...request, brokerLinkId: isHeld ? brokerLinkId : undefined });
  const refusal = liveRefusal(gates);
  if (refusal) throw new Refusal(refusal.code, { message: refusal.message });
}

/** The broker account that is meant: the one named, or the only one that is linked. */
export function chosenLink(links: readonly LiveLink[], brokerId: number | undefined): LiveLink | undefined {
  if (brokerId !== undefined) return links.find(({ id }) => id === brokerId);
  return links.length === 1 ? links[0] : undefined;
}
