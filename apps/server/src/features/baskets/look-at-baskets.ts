import { advanceBaskets } from './advance-run.ts';
import type { AdvanceParts } from './parts.ts';
import { investSips } from './sip.ts';

/** One look at the baskets of a mode: instalments that are due begin, and what is under way goes on. */
export async function lookAtBaskets(parts: AdvanceParts): Promise<void> {
  await investSips(parts);
  await advanceBaskets(parts);
}
