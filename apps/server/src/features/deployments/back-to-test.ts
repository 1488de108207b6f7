import { Refusal } from '../../http/refusal.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { hasOpenBrokerOrder, setMode } from './live-gates-store.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wakeRunner, wallTime } from './own-deployment.ts';
import type { Life } from './rules.ts';
import { hasExposure, type Owner, setLife, voidCommands } from './store.ts';

/** Takes a live deployment that holds nothing back to test mode, stopped: mode never changes under a position. */
export async function backToTest(facts: DeploymentsFacts, owner: Owner, idempotencyKey: string): Promise<Life> {
  const request = { accountId: owner.accountId, call: 'livetotesttrick', key: idempotencyKey, body: owner };
  const answer = await facts.database.transaction((tx) =>
    answerOnce(tx, { ...request, now: wallTime(facts) }, async () => {
      const deployment = await lockOwn(tx, owner);
      if (deployment.mode === 'paper') throw new Refusal('TRICK_IS_TEST');
      const isHeld = await hasExposure(tx, deployment.id, deployment.run_number);
      if (isHeld || (await hasOpenBrokerOrder(tx, deployment.id))) throw new Refusal('TRICK_HOLDS_POSITION');
      const life: Life = { status: 'stopped', phase: 'idle' };
      await voidCommands(tx, deployment.id, wallTime(facts));
      await setMode(tx, deployment.id, { mode: 'paper', brokerLinkId: undefined });
      await setLife(tx, deployment.id, { life, stoppedAt: wallTime(facts), reason: null });
      await logDeed(tx, facts, { owner, kind: 'trick', sentence: `Took “${deployment.name}” back to test mode.` });
      await tellOwner(tx, facts, owner);
      return life;
    }),
  );
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  wakeRunner(facts, owner);
  return answer.answer;
}
