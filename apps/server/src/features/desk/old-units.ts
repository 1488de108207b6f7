import type { IndiaDate } from '@trickdesk/domain';
import { heldOf, type Line } from './model.ts';
import type { DeskParts } from './parts.ts';

/**
 * Marks lines whose position is older than an ex-date that has begun: what a broker holds of them leaves its run when that
 * goes over the day. Until then its stop is a price of units that are no more, which the market has passed the moment
 * that it opens, and its exit would sell as many of the others.
 *
 * @param lines of runs that nobody has taken up yet: one that was taken up stands in the units of its day
 */
export async function markOldUnits(
  marketData: DeskParts['marketData'],
  lines: Iterable<Line>,
  today: IndiaDate,
): Promise<void> {
  for (const line of lines) {
    const days = line.orders.filter(({ role }) => role === 'entry').map(({ day }) => day);
    const [first] = days.toSorted();
    if (first === undefined || first >= today || heldOf(line) === 0) continue;
    const actions = await marketData.corporateActions(line.instrument.id, marketData.dataset);
    line.inOldUnits = actions.some(({ exDate }) => exDate > first && exDate <= today);
  }
}
