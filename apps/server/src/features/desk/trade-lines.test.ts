import { expect, test } from 'vitest';
import { DeskWorld } from './testing/desk-world.ts';

const sentences = (world: DeskWorld): string[] => world.lines.map(({ sentence }) => sentence);

test('an entry that the broker refuses stands in the trade log with its words, once', () => {
  const world = new DeskWorld();
  world.faults = ['refused'];
  world.enter(10);
  world.run(3_000);
  expect(world.lines).toEqual([
    {
      kind: 'rejection',
      accountId: 1,
      deploymentId: 1,
      symbol: 'SBIN',
      sentence: 'The broker rejected the order to buy 10 SBIN that opens a position. Its words: Refused for a test.',
    },
  ]);
});

test('a stop that the broker refuses stands there too, and so does an order that it never received', () => {
  const world = new DeskWorld();
  world.faults = ['none', 'refused'];
  world.enter(10);
  world.run(3_000);
  expect(sentences(world)).toEqual([
    'The broker rejected the stop to sell 10 SBIN that protects a position. Its words: Refused for a test.',
  ]);
  const lost = new DeskWorld();
  lost.faults = ['lost_before'];
  lost.enter(10);
  lost.run(20_000);
  expect(sentences(lost)).toEqual([
    'The broker never received the order to buy 10 SBIN that opens a position. Nothing was filled.',
  ]);
});

test('an entry that is withdrawn says how much of it was filled; a stop that is taken back says nothing', () => {
  const world = new DeskWorld();
  world.depth = 0;
  world.enter(10);
  world.run(500);
  world.depth = 4;
  world.run(10);
  world.depth = 0;
  const [run] = world.runs;
  if (run) world.withdraw(run);
  world.run(3_000);
  world.depth = 100;
  world.leave();
  world.run(3_000);
  expect(sentences(world)).toEqual([
    'The order to buy 10 SBIN that opens a position is over: it was taken back before it was filled. 4 of 10 were filled.',
  ]);
});
