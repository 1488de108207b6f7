import { createInstance, type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import en from '../../../../public/assets/locales/en.json' with { type: 'json' };
import { placeName } from './place-name.ts';

const english = createInstance();
await english.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
const t: TFunction = english.t;

test('numbers that stand beside each other are named apart', () => {
  const numbers = ['default', 'min', 'max', 'step'].map((number) => placeName(`parameters.fast.${number}`, t));
  expect(numbers).toEqual([
    ...['Parameter fast, Value', 'Parameter fast, Least'],
    ...['Parameter fast, Most', 'Parameter fast, Step'],
  ]);
  expect(
    ['kind', 'percent', 'points', 'multiple', 'length'].map((part) => placeName(`risk.stopLoss.${part}`, t)),
  ).toEqual([
    ...['Stop loss', 'Stop loss, Percent from the entry', 'Stop loss, Rupees from the entry'],
    ...['Stop loss, Times the range', 'Stop loss, Bars of the range'],
  ]);
  expect(['method', 'quantity', 'percent', 'length'].map((part) => placeName(`sizing.${part}`, t))).toEqual([
    ...['Size of a trade', 'Size of a trade, Shares'],
    ...['Size of a trade, Of the capital', 'Size of a trade, Bars it goes by'],
  ]);
});

test('what is one thing has one name', () => {
  expect(
    ['entry.long', 'instruments.0.symbol', 'session.squareOff', 'parameters.fast', ''].map((path) =>
      placeName(path, t),
    ),
  ).toEqual(['Buys when', 'Shares or funds', 'Out by', 'Parameter fast', '']);
});
