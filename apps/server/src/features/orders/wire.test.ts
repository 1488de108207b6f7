import { createCalendar, indiaMoment, NSE_CALENDAR, type OrderState } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import type { OrderRecord } from './store.ts';
import { orderToWire } from './wire.ts';

const MARKET = { simulated: true, calendar: createCalendar(NSE_CALENDAR) };

function decidedAt(moment: number, state: OrderState = 'intended'): OrderRecord {
  return {
    ...{ id: 1, account_id: 1, deployment_id: 1, deployment_name: 'Nightly', broker_link_id: null, mode: 'live' },
    ...{ symbol: 'SBIN', exchange: 'NSE', side: 'buy', purpose: 'entry', quantity: 5, filled_quantity: 0 },
    ...{ average_paise: null, state, charges_paise: 0n, reason: 'Its rule', at: new Date(moment), states: [] },
  };
}

test('what is decided after the close of a Friday goes out on Monday at 09:15, unless it has left or ended', () => {
  const friday = indiaMoment('2026-11-20', 15 * 60 + 30);
  expect(orderToWire(decidedAt(friday), MARKET).goesOutAt).toBe('2026-11-23T09:15:00+05:30');
  for (const state of ['sent', 'cancelled', 'filled'] as const) {
    expect(orderToWire(decidedAt(friday, state), MARKET)).not.toHaveProperty('goesOutAt');
  }
});

test('an opening that has passed is none to wait for: it has had no price yet, or nobody was there to send it', () => {
  const friday = indiaMoment('2026-11-20', 15 * 60 + 30);
  const at = (now: number) => orderToWire(decidedAt(friday), { ...MARKET, now });
  expect(at(indiaMoment('2026-11-23', 9 * 60 + 14))).toHaveProperty('goesOutAt');
  expect(at(indiaMoment('2026-11-23', 9 * 60 + 15))).not.toHaveProperty('goesOutAt');
});

test('what is decided within a session goes out at once', () => {
  const open = indiaMoment('2026-11-20', 15 * 60 + 29);
  expect(orderToWire(decidedAt(open), MARKET)).not.toHaveProperty('goesOutAt');
});
