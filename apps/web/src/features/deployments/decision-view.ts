import type { DecisionRow } from '@trickdesk/contract';

export const FILTERS = ['all', 'acted', 'refused', 'notices'] as const;
export type DecisionFilter = (typeof FILTERS)[number];

const ACTIONS: Readonly<Record<DecisionFilter, readonly DecisionRow['action'][]>> = {
  all: ['enter', 'exit', 'veto', 'notice'],
  acted: ['enter', 'exit'],
  refused: ['veto'],
  notices: ['notice'],
};

export function decisionFilterIn(text: string | undefined): DecisionFilter {
  return FILTERS.find((filter) => filter === text) ?? 'all';
}

/** The decisions of a kind, newest first. */
export function decisionsOf(decisions: readonly DecisionRow[], filter: DecisionFilter): DecisionRow[] {
  return decisions
    .filter((decision) => ACTIONS[filter].includes(decision.action))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.sequence - a.sequence);
}
