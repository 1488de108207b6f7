import type { MyTrickDetails } from '@trickdesk/contract';

export type StopVerb = 'stop_entries' | 'stop_after_exit' | 'detach';

/** One sentence of the panel, named by its text; `quantity` in units. */
export interface StopNote {
  readonly text:
    | 'flat'
    | 'withdrawn'
    | 'mayFill'
    | 'detachFirst'
    | 'holding'
    | 'stopsStay'
    | 'detaching'
    | 'sellInstead';
  readonly count: number;
  readonly quantity: number;
}

type Underway = Pick<MyTrickDetails, 'mode' | 'openPositions'> & {
  readonly plan: Pick<MyTrickDetails['plan'], 'waitingEntries'>;
};

const NOTE_OF_ENTRIES = { stop_entries: 'withdrawn', stop_after_exit: 'mayFill', detach: 'detachFirst' } as const;

/** What a verb makes of the orders that are under way and of what is held now, in the order in which it happens. */
export function stopNotes(verb: StopVerb, { mode, openPositions: held, plan }: Underway): readonly StopNote[] {
  const { waitingEntries: waiting } = plan;
  const of = (text: StopNote['text'], count = held): StopNote => ({ text, count, quantity: waiting.quantity });
  if (held === 0 && waiting.count === 0) return [of('flat')];
  const entries = waiting.count === 0 ? [] : [of(NOTE_OF_ENTRIES[verb], waiting.count)];
  if (held === 0) return entries;
  if (verb === 'detach') return [...entries, of('detaching')];
  const stops = mode === 'Live' ? [of('stopsStay')] : [];
  return [...entries, of('holding'), ...stops, of('sellInstead')];
}
