import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { type OwnersWord, requireWord } from './keep-acknowledgement.ts';
import { refuseShut } from './live-gates.ts';
import { type MarketFacts, readMarketFacts } from './market-facts.ts';
import { openRun } from './open-run.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wakeRunner, wallTime } from './own-deployment.ts';
import { decideStart, type Life } from './rules.ts';
import { type LockedDeployment, type Owner, setLife } from './store.ts';

/** With its owner's word to the contract, which a live one needs that may do more than was agreed to. */
export interface StartRequest extends OwnersWord {
  readonly owner: Owner;
  readonly idempotencyKey: string;
  /** For a start in the past, which the demo's history begins with; else the exchange's present. */
  readonly startAt?: EpochMs | undefined;
}

/** @returns the life it has now, and the mode in which it runs */
export async function startDeployment(
  facts: DeploymentsFacts,
  request: StartRequest,
): Promise<Life & { readonly mode: 'paper' | 'live' }> {
  const { owner, read, prove, idempotencyKey: key } = request;
  const body = { ...owner, ...(read === undefined ? {} : { read }) };
  const market = await readMarketFacts(facts, request);
  const answer = await facts.database.transaction((tx) =>
    answerOnce(tx, { accountId: owner.accountId, call: 'starttrick', key, body, now: wallTime(facts) }, async () => {
      const deployment = await lockOwn(tx, owner);
      const { isAgreed, ...life } = await startLocked(tx, facts, { deployment, market, read, prove });
      const sentence = isAgreed
        ? `Started “${deployment.name}” live, after reading what it may do.`
        : `Started “${deployment.name}”.`;
      await logDeed(tx, facts, { owner, kind: 'trick', sentence });
      await tellOwner(tx, facts, owner);
      return { ...life, mode: deployment.mode };
    }),
  );
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  wakeRunner(facts, owner);
  return answer.answer;
}

async function startLocked(
  tx: Tx,
  facts: DeploymentsFacts,
  { deployment, market, ...word }: OwnersWord & { readonly deployment: LockedDeployment; readonly market: MarketFacts },
): Promise<Life & { readonly isAgreed: boolean }> {
  const { exchangeNow, gone } = market;
  const { mode } = deployment;
  const decision = decideStart({
    status: deployment.status,
    phase: deployment.phase,
    capitalPaise: deployment.capital_paise,
    minCapitalPaise: deployment.min_capital_paise,
    goneSymbols: gone,
  });
  if (!decision.allowed) throw new Refusal(decision.code, startWords(decision.code, gone));
  let isAgreed = false;
  if (mode === 'live') {
    await refuseShut(tx, facts, { deployment, market, brokerLinkId: deployment.broker_link_id ?? undefined });
    isAgreed = await requireWord(tx, facts, { deployment, ...word });
  }
  if (exchangeNow === undefined) throw new Refusal('MARKET_DATA_UNAVAILABLE');
  const life: Life = { status: 'running', phase: 'running' };
  const runNumber = await openRun(tx, facts, { deployment, mode, exchangeNow });
  await setLife(tx, deployment.id, { life, runNumber, startedAt: exchangeNow, reason: null });
  return { ...life, isAgreed };
}

function startWords(code: string, gone: readonly string[]): { message?: string } {
  if (code !== 'TRICK_INSTRUMENT_GONE') return {};
  return { message: `${gone.join(', ')} cannot be traded any more. Choose another trick.` };
}
