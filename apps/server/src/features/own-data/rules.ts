import { DAY_MS } from '@trickdesk/domain';

/**
 * Whether another copy may be asked for.
 *
 * @param asked when copies were asked for within the last day, the oldest first
 * @returns seconds to wait; `undefined` where it may
 */
export function waitForCopy(asked: readonly Date[], most: number, now: number): number | undefined {
  const pushesOut = asked.at(-most);
  if (pushesOut === undefined) return undefined;
  return Math.max(1, Math.ceil((pushesOut.getTime() + DAY_MS - now) / 1_000));
}
