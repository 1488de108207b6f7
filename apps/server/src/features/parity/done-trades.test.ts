import type { Decision, OpenPosition } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { doneTrades, refusalsOf } from './done-trades.ts';
import type { BrokerFill, DonePosition } from './store.ts';

const BAR = Date.UTC(2026, 8, 15, 4);
const entered = { sequence: 4, symbol: 'SBIN', action: 'enter', barOpenAt: BAR, at: BAR + 60_000 } as Decision;
/** As the engine tells that an entry was refused after it was decided: no bar is behind it. */
const refused = { sequence: 5, symbol: 'SBIN', action: 'veto', at: BAR + 60_000 } as Decision;
const causeOf = (decisions: readonly Decision[], state = 'rejected') =>
  refusalsOf({ decisions, unfilled: [{ intent_id: 4, state }] }).get(`SBIN@${BAR}`);

test('an entry that was held back after it was decided was stopped by a rule, not rejected by a broker', () => {
  expect(causeOf([entered, { ...refused, veto: 'price_jump' }])).toBe('veto');
  expect(causeOf([entered, { ...refused, veto: 'broker_refused' }])).toBe('rejection');
  expect(causeOf([entered])).toBe('rejection');
});

test('what is said of another share or of a later bar says nothing of this entry', () => {
  expect(causeOf([entered, { ...refused, symbol: 'INFY', veto: 'price_jump' }])).toBe('rejection');
  expect(causeOf([entered, { ...refused, barOpenAt: BAR + 60_000, veto: 'cooldown' }])).toBe('rejection');
});

test('an entry of which nothing was filled is no partial fill: it was not sent, or was taken back', () => {
  expect(causeOf([entered], 'cancelled')).toBe('not_filled');
  expect(causeOf([entered], 'expired')).toBe('not_filled');
  expect(causeOf([entered, { ...refused, veto: 'price_jump' }], 'cancelled')).toBe('veto');
  expect(causeOf([entered], 'unknown')).toBe('order_unclear');
});

/** A long that left at a bar's end, 15 minutes later than it was decided. */
const position: DonePosition = {
  ...{ symbol: 'SBIN', direction: 'long', quantity: 10, wanted_quantity: 10, charges_paise: 0n, gross_paise: 0n },
  entry_charges_paise: 0n,
  ...{
    entry_at: new Date(BAR + 60_000),
    entry_paise: 600_00,
    entry_intent: 4,
    entry_order_id: 7,
    entry_state: 'filled',
  },
  ...{ exit_at: new Date(BAR + 960_000), exit_paise: 600_00, exit_intent: 6, exit_order_id: 8, exit_state: 'filled' },
  ...{ entry_spread_paise: null, entry_unshown: null, exit_spread_paise: null, exit_unshown: null },
};
const sold: BrokerFill = {
  ...{ trade_order_id: 8, symbol: 'SBIN', role: 'exit', side: 'sell', placed_kind: 'limit' },
  ...{ filled_quantity: 10, price_paise: 600_00, exchange_at: new Date(BAR + 960_000) },
  ...{ quote_bid_paise: null, quote_ask_paise: null, quote_last_paise: null },
};
const leftBy = (fills: readonly BrokerFill[]) =>
  doneTrades({
    ...{ openAt: BAR, closeAt: BAR + 3_600_000, decisions: [entered], positions: [position], fills, unfilled: [] },
    minuteOf: () => undefined,
  })[0]?.exit?.closedAtBroker;

test('units that were closed at the broker without an order of the trick are told apart from its own exit', () => {
  expect(leftBy([sold])).toBe(false);
  expect(leftBy([{ ...sold, placed_kind: 'elsewhere' }])).toBe(true);
  expect(leftBy([sold, { ...sold, trade_order_id: null, placed_kind: 'elsewhere' }])).toBe(true);
  expect(leftBy([sold, { ...sold, trade_order_id: 9, placed_kind: 'elsewhere' }])).toBe(false);
});

test('an entry in a share that its owner had switched off is his doing', () => {
  expect(causeOf([entered, { ...refused, veto: 'base_disabled' }])).toBe('owner');
});

/** Ten at 600.00 with 20.00 of charges, of which four went at 601.00 with 8.00 of charges. */
const reduced: OpenPosition = {
  ...{ base: 0, symbol: 'SBIN', direction: 'long', quantity: 6, entryAt: BAR + 60_000, entryPaise: 600_00 },
  ...{ entryChargesPaise: 20_00, entrySequence: 4, extremePaise: 600_00 },
  amounts: {
    ...{ enteredQuantity: 10, enteredPaise: 10 * 600_00, releasedPaise: 4 * 600_00 },
    ...{ exitedPaise: 4 * 601_00, exitChargesPaise: 8_00 },
  },
};
/** As its row tells of it while the rest is held. */
const open: DonePosition = {
  ...{ ...position, quantity: 6, exit_at: null, exit_paise: null, exit_intent: null, exit_order_id: null },
  ...{ exit_state: null, gross_paise: null, entry_charges_paise: 20_00n, charges_paise: 28_00n },
};
const DAY_MS = 86_400_000;
const tradeOf = (row: DonePosition, day: number, held: { morning?: OpenPosition; evening?: OpenPosition }) => {
  const openAt = BAR + day * DAY_MS;
  const bySymbol = (one: OpenPosition | undefined) => new Map(one ? [['SBIN', one]] : []);
  return doneTrades({
    ...{ openAt, closeAt: openAt + 3_600_000, decisions: [entered], positions: [row], fills: [], unfilled: [] },
    ...{ minuteOf: () => undefined, morning: bySymbol(held.morning), evening: bySymbol(held.evening) },
  })[0];
};

test('a position of which a part has left is told whole: what that part brought, and what is held', () => {
  expect(tradeOf(open, 0, { evening: reduced })).toMatchObject({
    ...{ quantity: 10, chargesPaise: 28_00, exit: undefined },
    left: { quantity: 4, valuePaise: 4 * 601_00, closedAtBroker: false },
  });
});

test('on later days the part that had left is nothing of theirs, neither what it brought nor what it cost', () => {
  const held = { morning: reduced, evening: reduced };
  expect(tradeOf(open, 1, held)).toMatchObject({
    ...{ quantity: 6, wantedQuantity: 6, chargesPaise: 20_00, left: undefined },
  });
  // All of it is closed: ten at 600.00, four at 601.00 on the first day and six at 605.00 today.
  const closed: DonePosition = {
    ...{ ...position, exit_at: new Date(BAR + DAY_MS + 60_000), exit_paise: 603_40 },
    ...{ charges_paise: 40_00n, gross_paise: 34_00n },
  };
  const trade = tradeOf(closed, 1, { morning: reduced });
  expect(trade).toMatchObject({ quantity: 6, wantedQuantity: 6, chargesPaise: 32_00, grossPaise: 30_00 });
  expect(trade?.exit?.pricePaise).toBe(605_00);
});

test('what is closed by the time that its day is told of was open at its end, with the charges of its entry alone', () => {
  const later: DonePosition = {
    ...{ ...position, exit_at: new Date(BAR + DAY_MS), entry_charges_paise: 20_00n, charges_paise: 45_00n },
  };
  expect(tradeOf(later, 0, {})).toMatchObject({ quantity: 10, chargesPaise: 20_00, exit: undefined });
});

test('a position that its owner took over unsold is his doing, and one that goes on is nobody’s', () => {
  const handed: DonePosition = { ...open, exit_at: new Date(BAR + 600_000) };
  expect(tradeOf(handed, 0, {})).toMatchObject({ exit: undefined, disturbance: 'owner' });
  expect(tradeOf(open, 0, { evening: reduced })?.disturbance).toBeUndefined();
});
