import type { RaTrade, ResearchEvent } from '@trickdesk/contract';
import { RESEARCH_STATES } from '@trickdesk/domain';
import type { Query } from '../../lib/query-of.ts';
import type { StateTone } from '../../ui/state-dot.tsx';
import { timeListInput } from '../../ui/table/time-list.ts';

/** The first is the list’s own choice. */
export const FILTERS = ['all', ...RESEARCH_STATES, 'withdrawn'] as const;
export type Filter = (typeof FILTERS)[number];

/** What an address asks of the list; what it cannot mean is left out. */
export function callsInput(query: Query) {
  const state = FILTERS.find((each) => each === query['state']);
  return { ...timeListInput(query), ...(state === undefined || state === 'all' ? {} : { state }) };
}

/** A call as people see it, also before it is published. */
export type ShownCall = Omit<RaTrade, 'researchId' | 'outcome' | 'withdrawn'> & Partial<Pick<RaTrade, 'withdrawn'>>;
export type Outcome = RaTrade['outcome'];

export function toneOf({ state, ended }: Outcome): StateTone {
  if (state === 'target_hit') return 'good';
  if (state === 'stop_hit') return 'bad';
  return ended || state === 'not_entered' ? 'quiet' : 'busy';
}

/** The sentence for what happened, by its name in the texts. */
export function eventWord({ kind }: ResearchEvent, wasEntered: boolean) {
  if (kind === 'expiry') return wasEntered ? 'expiry' : 'never_entered';
  return kind;
}

export const wasEntered = ({ event_list: events }: Outcome): boolean => events.some(({ kind }) => kind === 'entered');

const EVENT_TONES = { entered: 'quiet', target: 'good', stop: 'bad', expiry: 'quiet' } as const;
export const eventTone = ({ kind }: ResearchEvent) => EVENT_TONES[kind];
