import { expect, test } from 'vitest';
import { DeskCore } from './desk-core.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import { restoreDesk, type StoredDesk } from './restore-desk.ts';
import { DeskRows } from './testing/desk-rows.ts';
import { SBIN } from './testing/desk-world.ts';

const AT = new Date('2025-07-07T06:30:00Z');
const RUN = { deployment_id: 1, run_number: 1, symbol: 'SBIN' } as const;
const INTENT = { ...RUN, id: 5, intent_id: 7, quantity: 10, filled_quantity: 0, at: AT, decision: null };

/** The line of a run whose entry the broker has filled with ten. */
function restored(wishes: Pick<StoredDesk, 'intents' | 'positions' | 'untaken'>) {
  const rows = new DeskRows();
  rows.insert({
    ...{ account_id: 1, broker_link_id: 1, deployment_id: 1, run_number: 1, base: 0, role: 'entry', tag: 't' },
    ...{ exchange: 'NSE', symbol: 'SBIN', token: '3045', trading_symbol: 'SBIN-EQ', side: 'buy', product: 'intraday' },
    ...{ kind: 'limit', placed_kind: 'limit', quantity: 10, price_paise: 600_00, state: 'filled', filled_quantity: 10 },
    ...{ broker_order_id: 'b', decided_at: AT, exchange_at: AT, day: '2025-07-07', updated_at: AT, trade_order_id: 5 },
  });
  const core = new DeskCore(DESK_DEFAULTS, () => {
    throw new Error('nothing is made here');
  });
  const stored = { instruments: new Map([['SBIN', SBIN]]), algos: new Map(), wall: 1_000 };
  restoreDesk(core, { ...stored, ...wishes, rows: rows.unsettled('2025-07-07') });
  return [...core.lines.values()][0];
}

test('a fill that was told and not taken in is the run’s; what nobody will tell it goes', () => {
  const entry = { ...INTENT, purpose: 'entry', withdrawn: false } as const;
  const told = { deployment_id: 1, run_number: 1, quantity: 10, intent_id: 7, base: null };
  const known = restored({ intents: [entry], positions: [], untaken: [told] });
  expect([known?.runHeld, known?.flatten]).toEqual([10, false]);
  const nobodys = restored({ intents: [], positions: [], untaken: [] });
  expect([nobodys?.runHeld, nobodys?.flatten]).toEqual([0, true]);
});

test('an exit counts what it was told, taken in or not', () => {
  const exit = { ...INTENT, id: 6, intent_id: 8, purpose: 'exit', withdrawn: false, filled_quantity: 2 } as const;
  const position = { ...RUN, direction: 'long', quantity: 8, stop_paise: 590_00 } as const;
  const told = { deployment_id: 1, run_number: 1, quantity: 3, intent_id: 8, base: null };
  const line = restored({ intents: [exit], positions: [position], untaken: [told] });
  expect([line?.runHeld, line?.stopPaise, line?.exit?.toldQuantity]).toEqual([5, 590_00, 5]);
});
