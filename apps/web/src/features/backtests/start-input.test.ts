import type { BacktestDetails } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { fieldOf, inputOf, problemsOf, type StartValues, symbolsOf, valuesOf } from './start-input.ts';

const right: StartValues = {
  instruments: 'sbin, INFY',
  interval: '5m',
  prices: 'imported',
  from_date: '2026-01-05',
  to_date: '2026-03-05',
  capital: 100_000.5,
  slippage: 0.02,
  costs: true,
  ...{ sweep1: undefined, sweep2: undefined },
};

test('symbols are read as people type them, each once', () => {
  expect(symbolsOf(' sbin,INFY;  m&m\nSBIN ')).toEqual(['SBIN', 'INFY', 'M&M']);
  expect(symbolsOf(' , ')).toEqual([]);
});

test('what is right is sent in paise and basis points', () => {
  expect(problemsOf(right)).toEqual({});
  expect(inputOf({ TricksId: 7 }, right)).toEqual({
    ...{ TricksId: 7, instruments: ['SBIN', 'INFY'], interval: '5m', prices: 'imported', costs: true },
    ...{ from_date: '2026-01-05', to_date: '2026-03-05', capitalPaise: 1_00_000_50, slippageBps: 2 },
  });
});

test('a back-test that is made again begins with all that was asked for', () => {
  const asked = inputOf(
    { definition: {}, name: 'Mine' },
    { ...right, sweep1: { name: 'fast', from: 3, to: 5, step: 0.5 } },
  );
  expect(asked).toMatchObject({ definition: {}, name: 'Mine' });
  const { slippageBps, capitalPaise, ...more } = asked;
  const made = { ...more, slippageBps, capitalPaise, sweep: asked.sweep } as BacktestDetails;
  expect(inputOf({ definition: {}, name: 'Mine' }, valuesOf(made))).toEqual(asked);
});

test('what is to be varied is sent by its name; a second parameter only beside a first', () => {
  const fast = { name: 'fast', from: 3, to: 5, step: 1 };
  const slow = { name: 'slow', from: 20, to: 30, step: 10 };
  expect(inputOf({ TricksId: 7 }, { ...right, sweep1: fast, sweep2: slow }).sweep).toEqual({
    fast: [3, 4, 5],
    slow: [20, 30],
  });
  expect(inputOf({ TricksId: 7 }, { ...right, sweep2: slow })).not.toHaveProperty('sweep');
  expect(problemsOf({ ...right, sweep1: { ...fast, step: 0 }, sweep2: fast })).toEqual({
    ...{ sweep1: 'badRange', sweep2: 'sameParameter' },
  });
  expect(fieldOf('sweep.fast')).toBe('sweep1');
});

test('every field that the call refuses is found at once', () => {
  const wrong = { ...right, instruments: '', from_date: '', to_date: '', capital: Number.NaN, slippage: 6 };
  expect(problemsOf(wrong)).toEqual({
    ...{ instruments: 'noSymbols', from_date: 'noDay', to_date: 'noDay' },
    ...{ capital: 'noCapital', slippage: 'badSlippage' },
  });
  expect(problemsOf({ ...right, to_date: '2026-01-04' })).toEqual({ to_date: 'wrongOrder' });
  expect(problemsOf({ ...right, instruments: 'SBIN.NS' })).toEqual({ instruments: 'badSymbol' });
  const many = Array.from({ length: 51 }, (_, i) => `S${i}`).join(',');
  expect(problemsOf({ ...right, instruments: many })).toEqual({ instruments: 'manySymbols' });
  expect(problemsOf({ ...right, slippage: undefined })).toEqual({ slippage: 'badSlippage' });
});

test('the server’s fields are found in the form', () => {
  expect(['capitalPaise', 'slippageBps', 'instruments.0', 'from_date'].map(fieldOf)).toEqual([
    ...['capital', 'slippage', 'instruments', 'from_date'],
  ]);
});
