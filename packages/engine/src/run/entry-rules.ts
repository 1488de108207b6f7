import type { EpochMs } from '@trickdesk/domain';
import type { BaseRun } from './base-run.ts';
import { isReadyToEnter, levelsEmbrace } from './levels.ts';
import type { RunParts } from './position-keeper.ts';
import type { BarMode, Direction, VetoRule } from './types.ts';

/** What the rules of risk look at when an entry condition has fired. */
export interface EntryMoment {
  readonly parts: RunParts;
  readonly base: BaseRun;
  readonly direction: Direction;
  readonly mode: BarMode;
  readonly pricePaise: number;
  readonly barOpenAt: EpochMs;
  readonly closeAt: EpochMs;
}

/** Filled anew for each signal. */
export type MutableMoment = { -readonly [Key in keyof EntryMoment]: EntryMoment[Key] };

/** The first rule that keeps a signal from becoming an order; sizing and cash are asked afterwards. */
export function vetoOf(moment: EntryMoment): VetoRule | undefined {
  const { base, direction, parts } = moment;
  const { rules } = parts;
  if (parts.entries.areStopped) return 'stopped';
  if (!base.enabled) return 'base_disabled';
  if (parts.entries.blockedBy !== undefined) return parts.entries.blockedBy;
  if (moment.mode === 'missed') return 'missed_bar';
  if (direction === 'short' && rules.isDelivery) return 'short_delivery';
  if (!isReadyToEnter(base.program)) return 'level_unknown';
  if (isOccupied(base, direction)) return 'already_in_position';
  if (!parts.clock.allowsEntry(moment.barOpenAt, moment.closeAt, base.facts.symbol)) return 'outside_session';
  // Also of what is filled at the next opening: a limit of the day of the fill, which has lost nothing then, would hold nothing back.
  if (parts.day.realisedPaise <= -rules.maxLossPerDayPaise) return 'max_loss_per_day';
  if (isTradeLimitReached(moment)) return 'max_trades_per_day';
  if (isPositionLimitReached(moment)) return 'max_open_positions';
  if (isCoolingDown(moment)) return 'cooldown';
  if (!levelsEmbrace(base.program, direction, moment.pricePaise)) return 'level_beyond_price';
  return undefined;
}

/** A position that leaves on the next price makes room for the other direction only: stop and reverse. */
function isOccupied(base: BaseRun, direction: Direction): boolean {
  if (base.pendingEntry()) return true;
  const { position } = base;
  if (!position) return false;
  return !(base.pendingExit() && position.direction !== direction);
}

/** An exit that waits for the next price has not been counted from yet: what reverses it would not wait at all. */
function isCoolingDown({ base, parts: { rules } }: EntryMoment): boolean {
  if (base.barsSinceExit <= rules.cooldownBars) return true;
  return rules.cooldownBars > 0 && base.position !== undefined;
}

/**
 * Counted on the day on which the entry will be filled. What is decided when the session ends is filled on the next day, of
 * which nothing is known yet: every entry on daily bars, and that of a day's last bar over the night. Waiting entries
 * count: they will be trades; one that has begun to fill is one already.
 */
function isTradeLimitReached({ parts: { bases, clock, day, rules }, closeAt }: EntryMoment): boolean {
  const limit = rules.maxTradesPerDay;
  if (limit === Number.POSITIVE_INFINITY) return false;
  let entries = closeAt < clock.sessionEndOf(closeAt) ? day.trades : 0;
  for (const base of bases) {
    if (base.pending.some((intent) => intent.purpose === 'entry' && base.filledOf(intent) === 0)) entries += 1;
  }
  return entries >= limit;
}

/** What leaves on the next price still counts: its exit may come later than this entry. A reversal takes its own place. */
function isPositionLimitReached({ base, parts: { bases, rules } }: EntryMoment): boolean {
  const limit = rules.maxOpenPositions;
  if (limit === Number.POSITIVE_INFINITY) return false;
  let open = 0;
  for (const other of bases) {
    if (other === base) continue;
    if (other.position || other.pendingEntry()) open += 1;
  }
  return open >= limit;
}

/** Long is asked first: a definition whose both entries fire on one bar goes long. */
export function firedDirection({ program }: BaseRun): Direction | undefined {
  if (program.entryLong?.fires() === true) return 'long';
  return program.entryShort?.fires() === true ? 'short' : undefined;
}
