import { expect, test } from 'vitest';
import { type StopVerb, stopNotes } from './stop-notes.ts';

const VERBS = ['stop_entries', 'stop_after_exit', 'detach'] as const;

function textsOf(
  verb: StopVerb,
  { held, waiting, mode = 'Live' }: { held: number; waiting: number; mode?: 'Live' | 'Test' },
) {
  const trick = { mode, openPositions: held, plan: { waitingEntries: { count: waiting, quantity: waiting * 25 } } };
  return stopNotes(verb, trick).map(({ text, count, quantity }) => [text, count, quantity]);
}

test('only what holds nothing and has no order under way is said to be stopped at once', () => {
  for (const verb of VERBS) {
    expect(textsOf(verb, { held: 0, waiting: 0 })).toEqual([['flat', 0, 0]]);
    expect(textsOf(verb, { held: 0, waiting: 1 }).flat()).not.toContain('flat');
  }
});

test('each verb says of an entry that is under way what becomes of it', () => {
  expect(textsOf('stop_entries', { held: 0, waiting: 2 })).toEqual([['withdrawn', 2, 50]]);
  expect(textsOf('stop_after_exit', { held: 0, waiting: 2 })).toEqual([['mayFill', 2, 50]]);
  expect(textsOf('detach', { held: 0, waiting: 2 })).toEqual([['detachFirst', 2, 50]]);
});

test('what is held is said after what is under way; stops stay at the broker only live', () => {
  const names = (verb: StopVerb, held: number, waiting: number, mode: 'Live' | 'Test' = 'Live') =>
    textsOf(verb, { held, waiting, mode }).map(([text]) => text);
  expect(names('stop_after_exit', 1, 1)).toEqual(['mayFill', 'holding', 'stopsStay', 'sellInstead']);
  expect(names('stop_entries', 1, 0, 'Test')).toEqual(['holding', 'sellInstead']);
  expect(names('detach', 3, 1)).toEqual(['detachFirst', 'detaching']);
});
