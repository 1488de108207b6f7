import { describe, expect, test } from 'vitest';
import type { DeskMoment, DeskOrder, ExitWish, Line } from './model.ts';
import { averageEntry } from './plan-line.ts';
import { bought, entry, lineWith, NOW, OUT, plan, sale, stop } from './testing/planned-line.ts';

const at = (paise: number | undefined): Partial<DeskMoment> => ({ lastPaise: () => paise });
const doubted = (): DeskOrder => sale(10, 'unknown', { doubtful: true });

describe('a new stop', () => {
  const bare = (more: Partial<Line> = {}): Line => lineWith([bought(10)], more);
  const resting = (triggerPaise: number): unknown[][] => [['create', 'protective', 'sell', 'stop', 10, triggerPaise]];

  test('waits a moment for the level of the strategy; where none comes it lies five percent from what was paid', () => {
    const unknown = { stopPaise: undefined };
    expect(plan(bare({ ...unknown, heldSinceWall: 99_601 }))).toEqual([]);
    expect(plan(bare({ ...unknown, heldSinceWall: 99_600 }))).toEqual(resting(570_00));
    expect(plan(bare({ ...unknown, heldSinceWall: 99_600 }), at(610_00))).toEqual(resting(570_00));
  });

  test('waits for a band that may be known in a moment', () => {
    expect(plan(bare(), { awaitsBand: () => true })).toEqual([]);
    expect(plan(bare(), { awaitsBand: () => false })).toEqual(resting(594_00));
  });

  test('whose level the market has reached is a sale: the broker would refuse it', () => {
    const sold = [['create', 'protective', 'sell', 'limit', 10, 591_00]];
    expect(plan(bare(), at(594_00))).toEqual(sold);
    expect(plan(bare(), at(594_05))).toEqual(resting(594_00));
    // The band does not matter to a sale.
    expect(plan(bare(), { ...at(594_00), awaitsBand: () => true })).toEqual(sold);
  });

  test('whose level the market has reached guards what lies beyond while an exit may be under way', () => {
    expect(plan(lineWith([bought(10), doubted()], { exit: OUT }), at(590_00))).toEqual(resting(584_10));
  });

  test('sells nothing before the first price, whatever was paid: the broker knows whether its level was passed', () => {
    expect(plan(bare(), at(undefined))).toEqual(resting(594_00));
    expect(plan(bare({ stopPaise: 650_00 }), at(undefined))).toEqual(resting(650_00));
    const short = { entrySide: 'sell', stopPaise: 550_00 } as const;
    const sold = Object.assign(entry(10, 'filled', { filled: 10 }), { side: 'sell' });
    expect(plan(lineWith([sold], short), at(undefined))).toEqual([['create', 'protective', 'buy', 'stop', 10, 550_00]]);
  });

  test('goes by what was paid where the broker has refused it twice and no price was heard of since', () => {
    const refused = { rejectedKind: 'stop_limit', coverRetryAtWall: NOW.wall } as const;
    const [once, twice] = [1, 2].map((coverRejections) => ({ ...refused, coverRejections, stopPaise: 601_00 }));
    expect(plan(bare(once), at(undefined))).toEqual(resting(601_00));
    expect(plan(bare(twice), at(undefined))).toEqual([['create', 'protective', 'sell', 'limit', 10, 597_00]]);
    // What was refused last was a sale.
    expect(plan(bare({ ...twice, rejectedKind: 'limit' }), at(undefined))).toEqual(resting(601_00));
    expect(plan(bare({ ...twice, stopPaise: 594_00 }), at(undefined))).toEqual(resting(594_00));
  });

  test('is not placed again right after a refusal, but a sale is where only a stop was refused', () => {
    const refused = { coverRetryAtWall: NOW.wall + 1, rejectedKind: 'stop_limit' } as const;
    expect(plan(bare(refused))).toEqual([]);
    expect(plan(bare({ ...refused, coverRetryAtWall: NOW.wall }))).toEqual(resting(594_00));
    expect(plan(bare(refused), at(590_00))).toHaveLength(1);
    expect(plan(bare({ ...refused, exit: OUT }))).toEqual([['create', 'exit', 'sell', 'limit', 10, 597_00]]);
    expect(plan(bare({ ...refused, rejectedKind: 'limit', exit: OUT }))).toEqual([]);
  });

  test('is not placed for a moment after the broker has taken one back by itself', () => {
    expect(plan(bare({ takenBackAtWall: NOW.wall }))).toEqual([]);
  });
});

describe('the band of the day', () => {
  const banded = (lowerPaise: number, lastPaise: number | undefined): Partial<DeskMoment> => ({
    ...at(lastPaise),
    bandOf: () => ({ lowerPaise, upperPaise: 700_00 }),
  });

  test('has a stop beyond it rest at its end', () => {
    expect(plan(lineWith([bought(10)]), banded(597_00, 600_00))).toEqual([
      ['create', 'protective', 'sell', 'stop', 10, 597_00],
    ]);
    expect(plan(lineWith([bought(10)]), banded(597_00, undefined))).toEqual([
      ['create', 'protective', 'sell', 'stop', 10, 597_00],
    ]);
  });

  test('lets no stop rest where the market stands at its very end', () => {
    expect(plan(lineWith([bought(10)]), banded(597_00, 597_00))).toEqual([]);
  });

  test('does not keep one away that only rounding brings to the price', () => {
    const line = lineWith([bought(10)], { stopPaise: 593_98 });
    expect(plan(line, banded(500_00, 594_00))).toEqual([['create', 'protective', 'sell', 'stop', 10, 594_00]]);
  });

  test('says nothing of a stop that rests as it was wished for, nor of one that rests at its end', () => {
    expect(plan(lineWith([bought(10), stop(10)]), banded(597_00, 600_00))).toEqual([]);
    // At the end itself none can rest: the one that does stays, and grows with its position.
    const atEnd = { kind: 'stop_limit', quantity: 10, pricePaise: 597_00, triggerPaise: 597_00 } as const;
    expect(plan(lineWith([bought(10), stop(10, { shape: atEnd })]), banded(597_00, 597_00))).toEqual([]);
    expect(plan(lineWith([bought(20), stop(10, { shape: atEnd })]), banded(597_00, 597_00))).toEqual([
      ['modify', 1, 'stop', 20, 597_00],
    ]);
  });

  test('is what a sale keeps to', () => {
    expect(plan(lineWith([bought(10)], { exit: OUT }), banded(599_00, 600_00))).toEqual([
      ['create', 'exit', 'sell', 'limit', 10, 599_00],
    ]);
  });
});

describe('a stop that rests', () => {
  const covered = (stopPaise: number | undefined, more: Partial<DeskOrder> = {}, line: Partial<Line> = {}): Line =>
    lineWith([bought(10), stop(10, more)], { stopPaise, ...line });

  test('follows the level of its strategy', () => {
    expect(plan(covered(595_00))).toEqual([['modify', 1, 'stop', 10, 595_00]]);
    expect(plan(covered(594_00))).toEqual([]);
    expect(plan(covered(undefined, {}, { heldSinceWall: NOW.wall }))).toEqual([]);
  });

  test('stays where the broker’s rate has no room for moves, and is moved when it may', () => {
    expect(plan(covered(595_00, { moveAtWall: NOW.wall + 1 }))).toEqual([]);
    expect(plan(covered(595_00, { moveAtWall: NOW.wall, rateRefusals: 2 }))).toEqual([
      ['modify', 1, 'stop', 10, 595_00],
    ]);
  });

  test('is turned into a sale when it is to move to a level that the market has passed', () => {
    expect(plan(covered(601_00))).toEqual([['modify', 1, 'limit', 10, 597_00]]);
    // Before the first price nobody knows: where it was passed the broker refuses it.
    expect(plan(covered(601_00), at(undefined))).toEqual([['modify', 1, 'stop', 10, 601_00]]);
    expect(plan(covered(601_00), at(602_00))).toEqual([['modify', 1, 'stop', 10, 601_00]]);
  });

  test('goes on guarding what lies beyond while a sale may be under way', () => {
    const line = lineWith([bought(10), doubted(), stop(10)], { exit: OUT, stopPaise: 601_00 });
    expect(plan(line)).toEqual([]);
  });

  test('that the market has reached and that stays where it is does its work by itself', () => {
    expect(plan(covered(594_00), at(593_00))).toEqual([]);
    const other = { kind: 'stop_limit', quantity: 10, pricePaise: 590_00, triggerPaise: 594_00 } as const;
    expect(plan(covered(594_00, { shape: other }), at(593_00))).toEqual([['modify', 1, 'stop', 10, 594_00]]);
  });

  test('becomes the sale when the run wants out', () => {
    expect(plan(covered(594_00, {}, { exit: OUT }))).toEqual([['modify', 1, 'limit', 10, 597_00]]);
    expect(plan(covered(594_00, {}, { exit: OUT }), at(undefined))).toEqual([['modify', 1, 'limit', 10, 597_00]]);
    expect(plan(covered(594_00, {}, { exit: OUT }), { awaitsPrice: () => true })).toEqual([]);
    expect(plan(covered(594_00, { rateRefusals: 2 }, { exit: OUT }))).toEqual([['cancel', 1]]);
  });

  test.each<[string, ExitWish['rule'], number, boolean]>([
    ['is given a moment where its level was reached and its strategy says so too', 'stop', 594_00, true],
    ['is so where it trails', 'trailing', 594_00, true],
    ['is not where its level was not reached', 'stop', 594_05, false],
    ['is not where the strategy leaves for another reason', 'exit', 594_00, false],
  ])('%s', (_, rule, last, waits) => {
    const leaving = (sinceWall: number): Line => covered(594_00, {}, { exit: { ...OUT, rule, sinceWall } });
    expect(plan(leaving(99_201), at(last))).toHaveLength(waits ? 0 : 1);
    expect(plan(leaving(99_200), at(last))).toHaveLength(1);
    // No price says that it was reached.
    expect(plan(leaving(99_201), at(undefined))).toHaveLength(1);
  });

  test('that is given a moment takes in what is missing', () => {
    const line = lineWith([bought(20), stop(10)], { exit: { ...OUT, rule: 'stop', sinceWall: 99_500 } });
    expect(plan(line, at(594_00))).toEqual([['modify', 1, 'stop', 20, 594_00]]);
  });
});

describe('a sale', () => {
  const selling = (order: DeskOrder, line: Partial<Line> = {}): Line =>
    lineWith([bought(10), order], { exit: OUT, ...line });

  test('waits at the opening for the first price', () => {
    expect(plan(lineWith([bought(10)], { exit: OUT }), { awaitsPrice: () => true })).toEqual([]);
    expect(plan(selling(sale(10)), { ...at(590_00), awaitsPrice: () => true })).toEqual([]);
  });

  test('before any price goes by what was paid', () => {
    expect(plan(lineWith([bought(10)], { exit: OUT }), at(undefined))).toEqual([
      ['create', 'exit', 'sell', 'limit', 10, 597_00],
    ]);
  });

  test('that the market has jumped over is followed, further each time, up to three percent', () => {
    expect(plan(selling(sale(10)), at(590_00))).toEqual([['chase', 1, 'limit', 10, 584_10]]);
    expect(plan(selling(sale(10, 'open', { chases: 1 })), at(590_00))).toEqual([['chase', 1, 'limit', 10, 581_15]]);
    expect(plan(selling(sale(10, 'open', { chases: 9 })), at(590_00))).toEqual([['chase', 1, 'limit', 10, 572_30]]);
  });

  test('is followed no more often than every one and a half seconds', () => {
    expect(plan(selling(sale(10, 'open', { shapeAtWall: 98_501 })), at(590_00))).toEqual([]);
    expect(plan(selling(sale(10, 'open', { shapeAtWall: 98_500 })), at(590_00))).toHaveLength(1);
    // So is one that the broker has not passed on yet.
    expect(plan(selling(sale(10, 'pending', { shapeAtWall: 98_501 })), at(590_00))).toEqual([]);
    // One that cannot be changed is replaced without a rest.
    const stuck = sale(10, 'open', { shapeAtWall: NOW.wall, rateRefusals: 2 });
    expect(plan(selling(stuck), at(590_00))).toEqual([['cancel', 1]]);
    expect(plan(selling(sale(10, 'open', { rateRefusals: 2 })))).toEqual([]);
  });

  test('that takes the place of another goes on where that one stood', () => {
    const gone = sale(10, 'cancelled', { rateRefusals: 2, chases: 2 });
    expect(plan(selling(gone))).toEqual([['create', 'exit', 'sell', 'limit', 10, 591_00]]);
    const reached = { exit: undefined };
    expect(plan(selling(gone, reached), at(594_00))).toEqual([['create', 'protective', 'sell', 'limit', 10, 585_05]]);
  });

  test('goes on though its run wants out no more', () => {
    expect(plan(selling(sale(10), { exit: undefined }))).toEqual([]);
    expect(plan(selling(sale(10), { exit: undefined }), at(590_00))).toEqual([['chase', 1, 'limit', 10, 584_10]]);
  });

  test.each(['open', 'partially_filled'] as const)(
    'by a stop that has triggered and is %s is followed too',
    (state) => {
      const triggered = stop(10, { state });
      expect(plan(selling(triggered, { exit: undefined }))).toHaveLength(0);
      const more = lineWith([bought(20), triggered]);
      expect(plan(more)).toEqual([['modify', 1, 'stop', 20, 594_00]]);
      expect(plan(selling(triggered, { exit: undefined }), at(580_00))).toEqual([['chase', 1, 'limit', 10, 574_20]]);
      expect(plan(selling(triggered, { exit: { ...OUT, rule: 'stop', sinceWall: NOW.wall } }), at(580_00))).toEqual([
        ['chase', 1, 'limit', 10, 574_20],
      ]);
    },
  );
});

describe('what was paid for a unit', () => {
  test('is the average of what was bought', () => {
    const dearer = entry(30, 'filled', {
      progress: { state: 'filled', filledQuantity: 30, filledValuePaise: 30 * 604_00 },
    });
    expect(averageEntry(lineWith([bought(10), dearer, sale(5, 'filled', { filled: 5 })]))).toBe(603_00);
    expect(averageEntry(lineWith([]))).toBe(0);
  });
});
