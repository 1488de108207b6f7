import type { BrokerOrder } from '@trickdesk/brokers';
import { expect, test } from 'vitest';
import type { DeskCore } from './desk-core.ts';
import type { DeskMoment, DeskOrder, EntryWish } from './model.ts';
import { coreWith, reportOf, sent } from './testing/core-with.ts';
import { bought, entry, lineWith, NOW, OUT, sale } from './testing/planned-line.ts';

const WISH: EntryWish = { intentId: 1, quantity: 10, sinceWall: 92_001, sinceAt: 0, withdrawn: false };
const FILLED = { state: 'filled', filledQuantity: 10 } as const;
const UNPRICED = { ...FILLED, averagePaise: 0 } as const;

/** An entry of ten at 601.80 that a trick waits for. */
function entering(): { readonly order: DeskOrder; readonly core: DeskCore } {
  const order = entry(10, 'open');
  return { order, core: coreWith([lineWith([order], { entry: WISH, heldSinceWall: 0 })]) };
}

const fillsIn = (core: DeskCore): unknown[] =>
  core.takeEffects().news.map(({ news }) => (news.kind === 'fill' ? [news.quantity, news.valuePaise] : news.kind));
const read = (core: DeskCore, report: BrokerOrder, moment: Partial<DeskMoment> = {}): unknown[] => {
  core.onBook([report], NOW.wall + 1, { ...NOW, ...moment });
  return fillsIn(core);
};

test('a fill that the socket tells without its price waits for the book, which is wanted at once', () => {
  const { order, core } = entering();
  core.onReport(reportOf(order, UNPRICED), NOW);
  expect([order.progress.filledQuantity, core.needsBook(NOW), fillsIn(core)]).toEqual([0, true, []]);
  expect(read(core, reportOf(order, { ...FILLED, averagePaise: 600_12 }))).toEqual([[10, 6_001_20]]);
});

test('one that the book shows without its price is covered at once: it went for the last price', () => {
  const { order, core } = entering();
  expect(read(core, reportOf(order, UNPRICED))).toEqual([[10, 6_000_00]]);
  expect(sent(core, 'touched')).toEqual([['place', 'protective', 'sell']]);
});

test('it went for no worse than the limit of its order, and for that where no price is known', () => {
  const told = (lastPaise: number | undefined): unknown[] => {
    const { order, core } = entering();
    return read(core, reportOf(order, UNPRICED), { lastPaise: () => lastPaise });
  };
  expect([told(650_00), told(undefined)]).toEqual([[[10, 6_018_00]], [[10, 6_018_00]]]);
  const sold = (lastPaise: number): number => {
    const order = sale(10);
    const core = coreWith([lineWith([bought(10), order], { exit: OUT, runHeld: 10 })]);
    core.onBook([reportOf(order, UNPRICED)], NOW.wall + 1, { ...NOW, lastPaise: () => lastPaise });
    return order.progress.filledValuePaise;
  };
  expect([sold(599_00), sold(580_00)]).toEqual([5_990_00, 5_970_00]);
});

test('of a part that has no price, what was told before keeps its own', () => {
  const { order, core } = entering();
  const part = { state: 'partially_filled', filledQuantity: 4, averagePaise: 601_00 } as const;
  expect(read(core, reportOf(order, part))).toEqual([[4, 2_404_00]]);
  expect(read(core, reportOf(order, { ...part, averagePaise: 0 }))).toEqual([]);
  expect(read(core, reportOf(order, UNPRICED))).toEqual([[6, 3_600_00]]);
  expect(order.progress).toMatchObject({ state: 'filled', filledValuePaise: 6_004_00 });
});
