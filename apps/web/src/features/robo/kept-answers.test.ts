import { expect, test, vi } from 'vitest';
import { forgetAnswers, keepAnswers, keyOfAnswers, readAnswers } from './kept-answers.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const KEY = keyOfAnswers(7);

test('answers come back as they were chosen, at the question where one was, until they are sent', () => {
  const store = storage();
  const given = { place: 4, chosen: { age: '31_45', fall: 'wait' } };
  keepAnswers(store, KEY, given);
  expect(readAnswers(store, KEY)).toEqual(given);
  expect(readAnswers(store, keyOfAnswers(8))).toBeUndefined();
  forgetAnswers(store, KEY);
  expect(readAnswers(store, KEY)).toBeUndefined();
});

test('what is no answers is left out', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const store = storage();
  for (const text of ['{', '7', '{"place":-1,"chosen":{}}', '{"place":0}', '{"place":0.5,"chosen":{}}']) {
    store.setItem(KEY, text);
    expect(readAnswers(store, KEY), text).toBeUndefined();
  }
  store.setItem(KEY, '{"place":0,"chosen":{"age":7,"fall":"wait"}}');
  expect(readAnswers(store, KEY)).toEqual({ place: 0, chosen: { fall: 'wait' } });
});
