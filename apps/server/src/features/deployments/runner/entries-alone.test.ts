import type { Decision, OrderIntent, RunEvent } from '@trickdesk/engine';
import { describe, expect, test } from 'vitest';
import { entriesAlone, type RunWrite } from './entries-alone.ts';
import type { RunBatch, WriteFacts } from './run-batch.ts';

const decided = (sequence: number): RunEvent => ({ kind: 'decision', decision: { sequence } as Decision }) as RunEvent;
const wanted = (id: number, decisionSequence: number, purpose: OrderIntent['purpose'] = 'entry'): RunEvent =>
  ({ kind: 'intent', intent: { id, decisionSequence, purpose } as OrderIntent }) as RunEvent;

const BATCH: RunBatch = {
  ...{ events: [], state: '{}', lastBarAt: undefined, pendingIntents: [], positions: [], hasExposure: true, at: 0 },
  commands: [],
};
const batch = (
  events: readonly RunEvent[],
  pendingIntents: readonly number[],
  more: Partial<RunBatch> = {},
): RunBatch => ({
  ...BATCH,
  ...{ events, pendingIntents },
  ...more,
});

function written(batches: readonly RunBatch[], facts: object = {}): readonly unknown[] | undefined {
  const all = { untold: {}, pending: new Set([1]), ...facts } as unknown as WriteFacts;
  const write: RunWrite = { facts: all, batches };
  const alone = entriesAlone(write);
  return (
    alone && [alone.decisions.map(({ sequence }) => sequence), alone.intents.map(({ id }) => id), alone.decidedAtWall]
  );
}

/** One decision and its entry beside one that waits. */
const ENTRY = batch([decided(5), wanted(2, 5)], [1, 2], { decidedAtWall: 70 });

describe('a write is one of entries alone', () => {
  test('where it holds decisions and the entries that follow from them, with the moment of the first', () => {
    expect(written([ENTRY])).toEqual([[5], [2], 70]);
    const second = batch([decided(6), wanted(3, 6), decided(7)], [1, 2, 3], { decidedAtWall: 90 });
    expect(written([ENTRY, second])).toEqual([[5, 6, 7], [2, 3], 70]);
    // A decision that came to nothing stood before it.
    const vetoed = batch([decided(4)], [1], { decidedAtWall: 60 });
    expect(written([vetoed, ENTRY])).toEqual([[4, 5], [2], 70]);
  });

  test('also where time has gone on between', () => {
    expect(written([BATCH, ENTRY, BATCH])).toEqual([[5], [2], 70]);
  });

  test.each<[string, readonly RunBatch[]]>([
    ['no entry', [batch([decided(5)], [1])]],
    ['nothing', []],
    ['an exit', [batch([decided(5), wanted(2, 5, 'exit')], [1, 2])]],
    ['a fill', [batch([decided(5), wanted(2, 5), { kind: 'fill' } as RunEvent], [1, 2])]],
    ['an entry that was decided in an earlier write', [batch([wanted(2, 4)], [1, 2])]],
    ['one of two that was', [batch([decided(5), wanted(2, 5), wanted(3, 4)], [1, 2, 3])]],
    ['a command of its owner', [{ ...ENTRY, commands: [1n] }]],
    ['news of an order', [{ ...ENTRY, news: { id: 1n } as NonNullable<RunBatch['news']> }]],
    [
      'an entry that doubtful prices held back',
      [{ ...ENTRY, refused: [{} as NonNullable<RunBatch['refused']>[number]] }],
    ],
    ['an order over an ex-date', [{ ...ENTRY, resized: [{ intentId: 1, quantity: 2 }] }]],
    ['the end of one that waited', [{ ...ENTRY, pendingIntents: [2] }]],
    ['the end of one that came', [{ ...ENTRY, pendingIntents: [1] }]],
    ['the end of one that came with the batch before', [ENTRY, batch([decided(6), wanted(3, 6)], [1, 3])]],
  ])('not where it holds %s', (_, batches) => {
    expect(written(batches)).toBeUndefined();
  });

  test('not where what is told later, or what waits by the store, is not known', () => {
    expect(written([ENTRY], { untold: undefined })).toBeUndefined();
    expect(written([ENTRY], { pending: undefined })).toBeUndefined();
    expect(written([ENTRY], { pending: new Set() })).toEqual([[5], [2], 70]);
  });
});
