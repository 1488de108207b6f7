/** A call of the research analyst, and what the market made of it. */

export const RESEARCH_SIDES = ['buy', 'sell'] as const;
export type ResearchSide = (typeof RESEARCH_SIDES)[number];

/**
 * `target_hit`: at least the first target was reached, whatever came then. `expired`: its time was over without a target
 * and without the stop, whether it was entered or not.
 */
export const RESEARCH_STATES = ['not_entered', 'open', 'target_hit', 'stop_hit', 'expired'] as const;
export type ResearchState = (typeof RESEARCH_STATES)[number];

/** What can happen to a call, in the order of the market. */
export const RESEARCH_EVENTS = ['entered', 'target', 'stop', 'expiry'] as const;
export type ResearchEventKind = (typeof RESEARCH_EVENTS)[number];

export const RESEARCH_TARGETS_MOST = 3;
/** Calendar days that a call may be good for. */
export const RESEARCH_DAYS_MOST = 30;
export const RESEARCH_RATIONALE_LONGEST = 2_000;
