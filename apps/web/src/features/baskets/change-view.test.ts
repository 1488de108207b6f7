import { expect, test } from 'vitest';
import { changeKind } from './change-view.ts';

test.each([
  [0, 12, 'in'],
  [12, 0, 'out'],
  [10, 12, 'up'],
  [12, 10, 'down'],
  [10, 10, 'same'],
] as const)('from %d %% to %d %% a name is %s', (beforePercent, afterPercent, kind) => {
  expect(changeKind({ beforePercent, afterPercent })).toBe(kind);
});
