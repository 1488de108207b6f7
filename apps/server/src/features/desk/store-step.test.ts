import { expect, test } from 'vitest';
import { type DeskEffects, noEffects } from './effects.ts';
import { newOrder } from './make-order.ts';
import type { DeskOrder, OrderShape } from './model.ts';
import { stepOf } from './store-step.ts';
import { DeskWorld } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';

const now = new DeskWorld().moment();
const LIMIT: OrderShape = { kind: 'limit', quantity: 100, pricePaise: 600_00 };
const STOP: OrderShape = { kind: 'stop_limit', quantity: 60, pricePaise: 584_00, triggerPaise: 590_00 };
const PLACE = { brokerLinkId: 7, at: 1_000, wall: 2_000 };

function order(role: DeskOrder['role'], more: Partial<DeskOrder> = {}): DeskOrder {
  const made = newOrder(lineOf(), { role, side: role === 'entry' ? 'buy' : 'sell', shape: LIMIT, tag: role, now });
  const progress = { state: 'partially_filled', filledQuantity: 40, filledValuePaise: 40 * 600_00 } as const;
  return Object.assign(made, { progress, ...more });
}

const step = (more: Partial<DeskEffects>) => stepOf({ ...noEffects(), ...more }, PLACE);

test('a line of an order’s history says how it stood, in which terms, and when by both clocks', () => {
  const stop = order('protective');
  const { timeline } = step({
    timeline: [
      { order: stop, what: 'asked', shape: STOP },
      { order: stop, what: 'answered', note: 'No.' },
    ],
  });
  // What comes after the step is not in it.
  stop.progress = { state: 'filled', filledQuantity: 100, filledValuePaise: 100 * 600_00 };
  const stood = { state: 'partially_filled', filled_quantity: 40, exchange_at: new Date(1_000), at: new Date(2_000) };
  expect(timeline).toEqual([
    { order: stop, row: { what: 'asked', note: null, price_paise: 584_00, trigger_paise: 590_00, ...stood } },
    { order: stop, row: { what: 'answered', note: 'No.', price_paise: null, trigger_paise: null, ...stood } },
  ]);
});

test('an order is made or changed in a step, not both; one by hand is shown as it stands, once', () => {
  const [fresh, known] = [order('entry'), order('exit', { rowId: 5 })];
  const own = order('own', { line: undefined, rowId: 6 });
  const made = step({
    created: [fresh],
    changed: new Set([fresh, known, own]),
    timeline: [{ order: own, what: 'reported' }],
  });
  expect(made.created.map(({ order: one }) => one)).toEqual([fresh]);
  expect(made.changed.map(({ order: one }) => one)).toEqual([known, own]);
  expect(made.ownShown).toEqual([{ order: own, shown: { status: 'partially_filled', filledQuantity: 40 } }]);
});

test('news go to the run that they are of, and a run is told once however many there are', () => {
  const [first, other] = [lineOf(), Object.assign(lineOf(), { deploymentId: 8, runNumber: 3 })];
  const block = { kind: 'block', veto: undefined } as const;
  const { news, told } = step({ news: [first, first, other].map((line) => ({ line, news: block })) });
  const own = `${first.deploymentId} ${first.runNumber}`;
  expect(news.map(({ deploymentId, runNumber }) => `${deploymentId} ${runNumber}`)).toEqual([own, own, '8 3']);
  expect(news.map(({ body, at }) => [body, at])).toEqual(Array(3).fill([JSON.stringify(block), new Date(2_000)]));
  expect([...told]).toEqual([own, '8 3']);
});
