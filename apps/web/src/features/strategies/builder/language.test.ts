import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { language } from './check.worker.ts';
import { instrumentAt, intervalsAt, nameAt, placeTyped, suggestionsAt } from './language.ts';

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

test('behind an @ stand an interval, an instrument, or both', () => {
  expect(placeTyped('close @')).toEqual({ typed: '', hasInstrument: false });
  expect(placeTyped('close > ema(close, 20) @ nif')).toEqual({ typed: 'nif', hasInstrument: false });
  expect(placeTyped('close @ "INDIA V')).toEqual({ typed: '"INDIA V', hasInstrument: false });
  expect(placeTyped('close @ 1')).toEqual({ typed: '1', hasInstrument: false });
  expect(placeTyped('close @ "M&M" ')).toEqual({ typed: '', hasInstrument: true });
  expect(placeTyped('close @ NIFTY 1')).toEqual({ typed: '1', hasInstrument: true });
  for (const elsewhere of ['close', 'close @ NIFTY 1d ', 'close @ NIFTY > cl', '']) {
    expect(placeTyped(elsewhere)).toBeUndefined();
  }
  expect(intervalsAt('15m', false).map(({ name }) => name)).toEqual(['30m', '1h', '1d']);
  expect(intervalsAt('1d', true).map(({ name }) => name)).toEqual(['1d']);
  expect(['NIFTY', 'M&M', '360ONE'].map((symbol) => instrumentAt(symbol).text)).toEqual(['NIFTY', '"M&M"', '"360ONE"']);
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
