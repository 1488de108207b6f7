import { expect, test } from 'vitest';
import { ariaSort, nextSort, sortChoices, sortOf } from './sorting.ts';

const name = { name: 'name', kind: 'text' } as const;
const result = { name: 'result', kind: 'number' } as const;
const time = { name: 'time', kind: 'time' } as const;
const drawdown = { name: 'drawdown', kind: 'number', startsUp: true } as const;
const columns = [
  { header: 'Trick', sort: name },
  { header: 'Result', sort: result },
  { header: 'Reason' },
  { header: 'Exit', sort: time },
];

/** What the address says after each press, from a list that is in its own order. */
function pressed(sort: Parameters<typeof nextSort>[1], own: string): string[] {
  const said: string[] = [];
  for (let i = 0; i < 3; i += 1) said.push(nextSort(said.at(-1) || own, sort, own));
  return said;
}

test('a head pressed three times comes back to the order of the list: text from A, figures from the highest', () => {
  expect(pressed(name, '-time')).toEqual(['name', '-name', '']);
  expect(pressed(result, '-time')).toEqual(['-result', 'result', '']);
  expect(pressed(drawdown, '')).toEqual(['drawdown', '-drawdown', '']);
  expect(nextSort('-result', name, '')).toBe('name');
});

test('the head of the list’s own order turns it round and back, and the address does not name what is so anyway', () => {
  expect(pressed(time, '-time')).toEqual(['time', '', 'time']);
});

test('an order that no column has is the list’s own', () => {
  expect(['result', '-result', 'reason', '--time', ''].map((asked) => sortOf(asked, columns, '-time'))).toEqual([
    'result',
    '-result',
    '-time',
    '-time',
    '-time',
  ]);
});

test('a head says which way its column goes, and the others say nothing', () => {
  expect([ariaSort('time', time), ariaSort('-time', time), ariaSort('-time', name)]).toEqual([
    'ascending',
    'descending',
    undefined,
  ]);
  expect(ariaSort('', undefined)).toBeUndefined();
});

test('a phone is offered every order of every column that has one', () => {
  expect(sortChoices(columns).map(({ value }) => value)).toEqual([
    'name',
    '-name',
    '-result',
    'result',
    '-time',
    'time',
  ]);
  expect(sortChoices(columns)[2]).toEqual({ value: '-result', kind: 'number', way: 'down', column: 'Result' });
});
