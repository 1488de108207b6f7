import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { language } from './check.worker.ts';
import { nameAt, suggestionsAt } from './language.ts';

const WORDS = language();
const PARAMETERS = [{ name: 'fast', label: 'Fast average' }];
const namesAt = (before: string) => suggestionsAt(before, WORDS, PARAMETERS)?.suggestions.map(({ name }) => name);

test('after a name and a dot only what can be read of it is offered', () => {
  expect(namesAt('close > macd(close, 12, 26, 9).si')).toEqual(['line', 'signal', 'histogram']);
  expect(suggestionsAt('macd(close, 12, 26, 9).si', WORDS, [])?.typed).toBe(2);
});

test('elsewhere every name is offered, one’s own parameters first', () => {
  const names = namesAt('ema(close, fa') ?? [];
  expect(names[0]).toBe('fast');
  expect(names).toEqual(expect.arrayContaining(['close', 'rsi', 'position.bars', 'crosses above', 'and']));
  expect(suggestionsAt('ema(close, fa', WORDS, PARAMETERS)?.typed).toBe(2);
});

test('inside a number nothing is offered', () => {
  expect(suggestionsAt('close > 12', WORDS, [])).toBeUndefined();
});

test('the name under the pointer is found whole', () => {
  expect(nameAt('close > position.bars', 12)).toEqual({ name: 'position.bars', from: 8 });
  expect(nameAt('close > 12', 9)).toBeUndefined();
});

test('every name of the language has its words', () => {
  const texts = JSON.parse(readFileSync(new URL('../../../../public/assets/locales/en.json', import.meta.url), 'utf8'));
  const missing = WORDS.map(({ name }) => name.replace('.', '_')).filter((name) => !texts.builder.words[name]);
  expect(missing).toEqual([]);
});
