import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 480;
const PAUSE_MS = 250;

/**
 * What is there as soon as it is there: right after the product's first start much is not.
 *
 * @throws Error once it has looked so many times, every quarter of a second
 */
export async function soon<Found>(what: string, look: () => Promise<Found | undefined>, most = TRIES): Promise<Found> {
  for (let tries = 0; tries < most; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(PAUSE_MS);
  }
  throw new Error(`there was not ${what} in time`);
}
