import type { BrokerLinkParts } from './parts.ts';
import { waitForCode } from './rules.ts';

/**
 * The code of a stored or given secret, still good when it arrives at the broker: one that may be over on its way is not
 * sent, and the next is waited for, three seconds at most.
 *
 * @throws TypeError where the secret is none
 */
export async function lastingCode(
  { totpAt, clock, pause }: Pick<BrokerLinkParts, 'totpAt' | 'clock' | 'pause'>,
  secret: string,
): Promise<string> {
  const at = clock.now();
  const code = totpAt(secret, at);
  const waitMs = waitForCode(at);
  if (waitMs === 0) return code;
  await pause(waitMs);
  return totpAt(secret, clock.now());
}
