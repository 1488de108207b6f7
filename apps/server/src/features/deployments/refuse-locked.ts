import type { Tx } from '@trickdesk/db';
import { shortDay, toIndiaIso } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { readAccountGates } from './live-gates-store.ts';
import { type DeploymentsFacts, wallTime } from './own-deployment.ts';
import type { LockedDeployment } from './store.ts';

/**
 * While its owner's lock holds a live trick may be given less, never more.
 *
 * @throws Refusal `RISK_LOCKED`, with the moment when the lock ends
 */
export async function refuseLocked(
  tx: Tx,
  facts: DeploymentsFacts,
  { mode, account_id: accountId }: Pick<LockedDeployment, 'mode' | 'account_id'>,
): Promise<void> {
  if (mode !== 'live') return;
  const { locked_until: until } = await readAccountGates(tx, accountId);
  if (until === null || until <= wallTime(facts)) return;
  const [date = '', time = ''] = toIndiaIso(until.getTime()).split('T');
  const moment = `${shortDay(date)} ${date.slice(0, 4)}, ${time.slice(0, 5)}`;
  throw new Refusal('RISK_LOCKED', {
    message: `Your risk lock holds until ${moment}. Until then nothing can be loosened or lifted.`,
  });
}
