import { type CorporateAction, indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createRun } from './run.ts';
import type { StrategyRun } from './strategy-run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import { tradesIn } from './testing/lockstep.ts';

type Row = readonly [number, number, number, number];
const SIGNAL: Row = [100, 101, 100, 101];
const FALL: Row = [101, 101, 100, 100];
const NEXT_DAY = '2026-06-02';

const split = (oldUnits: number, newUnits: number): CorporateAction => ({
  ...{ exDate: NEXT_DAY, kind: 'split', oldUnits, newUnits },
});
/** Of each rupee of the price, 20 paise go with another company's share. */
const DEMERGER: CorporateAction = { exDate: NEXT_DAY, kind: 'demerger', oldUnits: 4, newUnits: 5 };

/** A run for delivery that has read these minutes, the first from 15:20 on. */
function after(...rows: readonly Row[]): StrategyRun {
  const run = createRun(
    configOf(
      definitionOf({
        product: 'DELIVERY',
        session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
        exit: { long: 'close < open' },
      }),
    ),
  );
  feedAsTicks(run, candles(rows, 920));
  return run;
}

const [opening] = candles([SIGNAL], 555, NEXT_DAY);
const at = opening?.openAt ?? 0;
const cross = (run: StrategyRun, action: CorporateAction) => run.onExDate(0, { action, at, history: [] });
const pendingOf = (run: StrategyRun) => run.state().bases[0]?.pending;

test.each([
  ['a split', split(1, 5), 50, 20_20],
  ['a consolidation', split(2, 1), 5, 202_00],
  ['a demerger', DEMERGER, 10, 80_80],
] as const)(
  'an entry that waits over %s is for as much as it was, in its units',
  (_, action, quantity, referencePaise) => {
    const run = after(SIGNAL);
    expect(pendingOf(run)).toMatchObject([{ purpose: 'entry', quantity: 10, referencePaise: 101_00 }]);
    cross(run, action);
    expect(pendingOf(run)).toMatchObject([{ purpose: 'entry', quantity, referencePaise }]);
  },
);

test('an entry that waits for less than one whole unit is refused: one would cost more than was decided', () => {
  const run = after(SIGNAL);
  const events = cross(run, split(30, 1));
  expect(pendingOf(run)).toEqual([]);
  const refused = {
    action: 'veto',
    veto: 'quantity_zero',
    quantity: 10,
    pricePaise: 101_00,
    at: indiaMoment(NEXT_DAY),
  };
  expect(events).toMatchObject([{ kind: 'decision', decision: refused }]);
});

test('an exit that waits is for what is held then', () => {
  const run = after(SIGNAL, [101, 101, 101, 101], FALL);
  cross(run, split(3, 1));
  expect(pendingOf(run)).toMatchObject([{ purpose: 'exit', quantity: 3 }]);
  expect(run.state().bases[0]?.position?.quantity).toBe(3);
});

test('a position of which no whole unit is left ends at the last close before the ex-date', () => {
  const run = after(SIGNAL, [101, 101, 101, 101]);
  const events = cross(run, split(30, 1));
  const [trade] = tradesIn(events);
  expect(trade).toMatchObject({ quantity: 10, exitPaise: 101_00, exitAt: indiaMoment(NEXT_DAY), grossPaise: 0 });
  expect(events.flatMap((event) => (event.kind === 'decision' ? [event.decision.rule] : []))).toEqual(['ex_date']);
  expect(run.state().bases[0]).not.toHaveProperty('position');
});

test('an exit that waits takes it, where no whole unit is left of what it is for', () => {
  const run = after(SIGNAL, [101, 101, 101, 101], FALL);
  const [waiting] = pendingOf(run) ?? [];
  const events = cross(run, split(30, 1));
  expect(tradesIn(events)).toMatchObject([{ quantity: 10, exitPaise: 100_00, exitRule: 'exit' }]);
  expect(events.flatMap((event) => (event.kind === 'fill' ? [event.fill.intentId] : []))).toEqual([waiting?.id]);
  expect(pendingOf(run)).toEqual([]);
});

test('of two on one day, the second finds the price that the first has left', () => {
  const run = after(SIGNAL, [101, 101, 101, 101]);
  cross(run, split(1, 5));
  const [told] = cross(run, split(3, 1));
  // Of fifty, sixteen times three; the other two at 20.20.
  expect(told).toMatchObject({ adjusted: { quantityBefore: 50, quantityAfter: 16, receivedPaise: 40_40 } });
});

test('how far prices went for and against a trade is told in the units that it ends in', () => {
  const run = after(SIGNAL, [101, 106, 96, 101]);
  cross(run, split(1, 5));
  const events = feedAsTicks(run, candles([[20.2, 20.2, 20, 20] as Row, [20, 20, 20, 20] as Row], 555, NEXT_DAY));
  const [trade] = tradesIn(events);
  expect(trade).toMatchObject({ quantity: 50, favourablePaise: 1_00, adversePaise: -1_00 });
});
