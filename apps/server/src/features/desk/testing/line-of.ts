import type { Line } from '../model.ts';
import { newLine } from '../restore-desk.ts';
import { SBIN } from './desk-world.ts';

/** The line of a trick in SBIN on which nothing has happened yet. */
export function lineOf(product: Line['product'] = 'intraday'): Line {
  const place = { deploymentId: 1, runNumber: 1, base: 0, accountId: 1 };
  return newLine({ ...place, instrument: SBIN, product, algo: undefined });
}
