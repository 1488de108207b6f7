import type { BrokerOrders, OrderUrgency } from '@trickdesk/brokers';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { askBroker } from './ask-broker.ts';
import { newOrder } from './make-order.ts';
import type { DeskOrder, OrderShape } from './model.ts';
import { newLine } from './restore-desk.ts';
import { askingOf } from './stop-moves.ts';
import { DeskWorld, SBIN } from './testing/desk-world.ts';

const STOP: OrderShape = { kind: 'stop_limit', quantity: 10, triggerPaise: 590_00, pricePaise: 584_10 };
const LIMIT: OrderShape = { kind: 'limit', quantity: 10, pricePaise: 597_00 };

function orderOf(role: DeskOrder['role'], shape: OrderShape): DeskOrder {
  const place = { deploymentId: 1, runNumber: 1, base: 0, accountId: 1, product: 'intraday', algo: undefined } as const;
  const line = newLine({ ...place, instrument: SBIN });
  const now = new DeskWorld().moment();
  return newOrder(line, { role, shape, now, side: role === 'entry' ? 'buy' : 'sell', tag: 't1' });
}

/** With which urgency a change leaves. */
async function urgencyOf(order: DeskOrder, wants: OrderShape): Promise<OrderUrgency> {
  const urgencies: OrderUrgency[] = [];
  const orders: Pick<BrokerOrders, 'place' | 'modify' | 'cancel'> = {
    place: () => Promise.reject(new Error('nothing is placed')),
    cancel: () => Promise.reject(new Error('nothing is cancelled')),
    modify: async (_change, urgency) => {
      urgencies.push(urgency);
      return { kind: 'not_sent', cause: 'rate_limited' };
    },
  };
  await askBroker(
    orders,
    { order, asking: askingOf(order, { verb: 'modify', wants, sinceWall: 0 }) },
    { clock: { now: () => 0 }, log: createLog('silent'), mayAct: () => true },
  );
  const [urgency] = urgencies;
  if (!urgency) throw new Error('nothing was changed');
  return urgency;
}

test('a stop that only moves has no claim to what is kept for exits', async () => {
  const moved = { ...STOP, triggerPaise: 591_00, pricePaise: 585_05 };
  expect(await urgencyOf(orderOf('protective', STOP), moved)).toBe('stop_move');
  // The run wants out, and its level moves once more before it does.
  expect(await urgencyOf(orderOf('exit', STOP), moved)).toBe('stop_move');
});

test.each<[string, DeskOrder, OrderShape]>([
  ['a stop that becomes the exit', orderOf('protective', STOP), LIMIT],
  ['an exit that follows the price', orderOf('exit', LIMIT), { ...LIMIT, pricePaise: 595_00 }],
  ['a stop that is to guard more', orderOf('protective', STOP), { ...STOP, quantity: 20 }],
  ['a stop that is to sell less', orderOf('protective', STOP), { ...STOP, quantity: 4, triggerPaise: 591_00 }],
])('%s leaves with the share of exits', async (_what, order, wants) => {
  expect(await urgencyOf(order, wants)).toBe('exit');
});

test('an order of its owner’s own that rests as a stop is moved as an entry is', async () => {
  expect(await urgencyOf(orderOf('own', STOP), { ...STOP, triggerPaise: 591_00 })).toBe('entry');
});
