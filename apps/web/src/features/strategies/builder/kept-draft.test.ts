import { expect, test } from 'vitest';
import { type Draft, FIRST_DRAFT } from './draft.ts';
import { forgetDraft, keepDraft, keyOfDraft, readDraft } from './kept-draft.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const KEY = keyOfDraft(7, 1001);

test('a draft comes back as it was typed, empty and half-typed fields too', () => {
  const store = storage();
  const draft: Draft = {
    ...FIRST_DRAFT,
    capital: undefined,
    maxTradesPerDay: Number.NaN,
    conditions: { ...FIRST_DRAFT.conditions, entryLong: 'ema(close, ' },
  };
  keepDraft(store, KEY, { draft, version: 3 });
  expect(readDraft(store, KEY)).toEqual({ draft: { ...draft, maxTradesPerDay: undefined }, version: 3 });
  forgetDraft(store, KEY);
  expect(readDraft(store, KEY)).toBeUndefined();
});

test('two people, and two tricks, have drafts of their own', () => {
  const store = storage();
  keepDraft(store, KEY, { draft: FIRST_DRAFT, version: 1 });
  for (const key of [keyOfDraft(8, 1001), keyOfDraft(7, 1002), keyOfDraft(7, undefined)]) {
    expect(readDraft(store, key)).toBeUndefined();
  }
});

test('what cannot be read any more is left out', () => {
  const store = storage();
  for (const text of ['{', '[]', '{"version":1,"draft":{}}', '{"version":1,"draft":{"conditions":[]}}']) {
    store.setItem(KEY, text);
    expect(readDraft(store, KEY)).toBeUndefined();
  }
});
