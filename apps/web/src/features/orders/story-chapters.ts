import type { TimelineEntry } from '@trickdesk/contract';

export interface StoryChapters {
  /** What became of the stop before this exit was decided. */
  readonly before: readonly TimelineEntry[];
  readonly story: readonly TimelineEntry[];
  /** What became of the stop once it guarded what this order had bought. */
  readonly after: readonly TimelineEntry[];
}

/** Asked, reported, answered and armed: how a stop got to the broker is part of the story of an entry. */
const PLACED = 4;
/** As few lines are quicker read than opened. */
const WORTH_FOLDING = 4;

/**
 * An order's story without the days of its stop: a trailing one is moved dozens of times, four lines each, and what the
 * order itself did stood at the end of them, or before.
 */
export function chaptersOf(timeline: readonly TimelineEntry[]): StoryChapters {
  const decided = timeline.findIndex(({ what }) => what === 'decided');
  const from = decided >= WORTH_FOLDING && timeline.slice(0, decided).every(isOfStop) ? decided : 0;
  const rest = timeline.slice(from);
  // An exit for which its stop was changed has no other lines at the broker than the stop's.
  const hasOwn = rest.some(({ role }) => role === 'entry' || role === 'exit');
  const lastOwn = rest.findLastIndex((entry) => !isOfStop(entry));
  const until = hasOwn && rest.length - lastOwn - 1 - PLACED >= WORTH_FOLDING ? lastOwn + 1 + PLACED : rest.length;
  return { before: timeline.slice(0, from), story: rest.slice(0, until), after: rest.slice(until) };
}

function isOfStop({ role }: TimelineEntry): boolean {
  return role === 'protective';
}
