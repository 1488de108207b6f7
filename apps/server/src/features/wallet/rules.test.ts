import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeOf, statementAccounts, walletsOf } from './rules.ts';

test('a person has two wallets, each with what is free and what is held; what is not there is nothing', () => {
  expect(walletsOf(new Map())).toEqual([
    { id: 1, name: 'Main', freePaise: 0n, heldPaise: 0n },
    { id: 2, name: 'Rewards', freePaise: 0n, heldPaise: 0n },
  ]);
  const wallets = walletsOf(new Map(Object.entries({ main: 5n, main_held: 7n, rewards_held: 9n })));
  expect(wallets).toEqual([
    { id: 1, name: 'Main', freePaise: 5n, heldPaise: 7n },
    { id: 2, name: 'Rewards', freePaise: 0n, heldPaise: 9n },
  ]);
});

test('what is free leaves out what is held', () => {
  const anyPaise = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(anyPaise, anyPaise, anyPaise, anyPaise, (main, mainHeld, rewards, rewardsHeld) => {
      const balances = { main, main_held: mainHeld, rewards, rewards_held: rewardsHeld };
      expect(freeOf(walletsOf(new Map(Object.entries(balances))))).toBe(main + rewards);
    }),
  );
});

test('a statement is of one wallet, or of both', () => {
  expect([statementAccounts(1), statementAccounts(2), statementAccounts(undefined)]).toEqual([
    ['main'],
    ['rewards'],
    ['main', 'rewards'],
  ]);
});
