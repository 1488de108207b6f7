import type { BrokerOrder, BrokerOrders, BrokerPosition } from '@trickdesk/brokers';
import { describe, expect, test } from 'vitest';
import type { AccountDesk } from './account-desk.ts';
import { AccountLook } from './account-look.ts';
import type { DeskCore } from './desk-core.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import type { DeskMoment } from './model.ts';
import { coreWith } from './testing/core-with.ts';
import { SBIN } from './testing/desk-world.ts';
import { bought, lineWith, NOW } from './testing/planned-line.ts';

const { bookEveryMs, missingAfterMs } = DESK_DEFAULTS;
const IDLE_MS = 60_000;

/** An account that holds ten SBIN of a trick, and what its desk asks the broker about it. */
function looking(quantity = 10) {
  const line = lineWith(quantity > 0 ? [bought(quantity)] : []);
  const core: DeskCore = coreWith([line]);
  const moment: { -readonly [Name in keyof DeskMoment]: DeskMoment[Name] } = { ...NOW, wall: 10_000_000 };
  const failures: unknown[] = [];
  const desk = {
    ...{ core, linkId: 1, moment: () => moment },
    parts: { settings: DESK_DEFAULTS, log: { error: (facts: unknown) => void failures.push(facts) } },
  } as unknown as AccountDesk;
  const broker = {
    asked: 0,
    units: quantity,
    /** Resolves with each question for positions. */
    during: async (): Promise<unknown> => undefined,
    positions: async () => {
      broker.asked += 1;
      const reply = await broker.during();
      const { exchange, token, tradingSymbol } = SBIN;
      const position = { exchange, token, tradingSymbol, product: 'intraday', netQuantity: broker.units };
      return reply ?? { kind: 'ok', value: [position as BrokerPosition] };
    },
    holdings: async (): Promise<unknown> => ({ kind: 'ok', value: [] }),
  };
  const account = new AccountLook(DESK_DEFAULTS);
  /** @returns whether it asked, and whether a book should follow */
  const look = async (afterMs: number): Promise<readonly [boolean, boolean]> => {
    moment.wall += afterMs;
    const before = broker.asked;
    const isBookWanted = await account.look(desk, broker as unknown as BrokerOrders);
    return [broker.asked > before, isBookWanted];
  };
  return { account, broker, core, line, moment, failures, look };
}

const sold = (filledQuantity: number, more: Partial<BrokerOrder> = {}): BrokerOrder =>
  ({ product: 'delivery', brokerOrderId: 'd1', filledQuantity, tradingSymbol: 'TCS-EQ', ...more }) as BrokerOrder;

describe('positions are read', () => {
  test('first when something is held, and then once a minute', async () => {
    const { look } = looking();
    expect(await look(0)).toEqual([true, false]);
    expect(await look(IDLE_MS - 1)).toEqual([false, false]);
    expect(await look(1)).toEqual([true, false]);
  });

  test('not while nothing is held, what is held is younger than two seconds, or the market is closed', async () => {
    expect(await looking(0).look(0)).toEqual([false, false]);
    const { look, line, moment } = looking();
    line.heldSinceWall = moment.wall - 1_999;
    expect(await look(0)).toEqual([false, false]);
    moment.isOpen = false;
    expect(await look(1)).toEqual([false, false]);
    moment.isOpen = true;
    expect(await look(0)).toEqual([true, false]);
  });

  test('where one line of several holds something', async () => {
    const { look, core } = looking();
    core.lines.set('flat', { ...lineWith([]), base: 1 });
    expect(await look(0)).toEqual([true, false]);
  });

  test('again after each silence of the socket, no sooner than books are read', async () => {
    const { look, account } = looking();
    await look(0);
    account.afterSilence();
    expect(await look(bookEveryMs - 1)).toEqual([false, false]);
    expect(await look(1)).toEqual([true, false]);
    expect(await look(bookEveryMs)).toEqual([false, false]);
  });

  test('again where a silence fell into the reading: it may not show what was missed', async () => {
    const { look, account, broker } = looking();
    broker.during = async () => account.afterSilence();
    await look(0);
    broker.during = async () => undefined;
    expect(await look(bookEveryMs)).toEqual([true, false]);
    expect(await look(bookEveryMs)).toEqual([false, false]);
  });

  test('again where a book shows other trades for delivery than the one before', async () => {
    const { look, account } = looking();
    const after = async (...reports: readonly BrokerOrder[]): Promise<boolean> => {
      account.afterBook(reports, 0);
      return (await look(bookEveryMs))[0];
    };
    await look(0);
    expect(await after(sold(0), sold(4, { product: 'intraday' }))).toBe(false);
    expect([await after(sold(4)), await after(sold(4)), await after(sold(5))]).toEqual([true, false, true]);
    expect(await after(sold(5, { brokerOrderId: 'd2' }))).toBe(true);
  });

  test('again where they could not be read, or something went wrong, which is noted', async () => {
    const { look, broker, failures } = looking();
    broker.during = async () => ({ kind: 'unavailable', cause: 'timeout' });
    expect(await look(0)).toEqual([true, false]);
    broker.during = () => Promise.reject(new Error('nobody foresaw this'));
    expect(await look(bookEveryMs)).toEqual([true, false]);
    expect(failures).toHaveLength(1);
    broker.during = async () => undefined;
    expect(await look(bookEveryMs)).toEqual([true, false]);
    expect(await look(bookEveryMs)).toEqual([false, false]);
  });

  test('again where one that came after an answer had none, of positions or of holdings', async () => {
    const { look, broker, account, failures } = looking();
    await look(0);
    const { holdings } = broker;
    broker.holdings = async () => ({ kind: 'unavailable', cause: 'timeout' });
    account.afterSilence();
    expect(await look(bookEveryMs)).toEqual([true, false]);
    broker.holdings = holdings;
    expect(await look(bookEveryMs)).toEqual([true, false]);
    expect(await look(bookEveryMs)).toEqual([false, false]);
    expect(failures).toEqual([]);
  });

  test('one at a time', async () => {
    const { look, broker, account } = looking();
    let release = (): void => undefined;
    broker.during = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const first = look(0);
    account.afterSilence();
    expect(await look(IDLE_MS)).toEqual([false, false]);
    release();
    await first;
    broker.during = async () => undefined;
    expect((await look(bookEveryMs))[0]).toBe(true);
  });

  test('where what was opened by hand is to be closed, whatever tricks hold', async () => {
    const { look, core, account } = looking(0);
    const readings: unknown[] = [];
    const hand = {
      wantsReading: true,
      wantsBook: true,
      signatures: () => 'as known',
      takeReading: readings.push.bind(readings),
    };
    Object.assign(core, { hand });
    // What the last book showed of deliveries is read beside them.
    account.afterBook([sold(0), sold(4)], 0);
    expect(await look(0)).toEqual([true, true]);
    expect(readings).toMatchObject([
      { signatures: 'as known', positions: [{ tradingSymbol: 'SBIN-EQ' }], holdings: [], delivered: [sold(4)] },
    ]);
  });
});

test('what two readings miss some seconds apart, with a book between them, is counted as taken', async () => {
  const { look, account, broker, core, moment } = looking();
  broker.units = 6;
  expect(await look(0)).toEqual([true, true]);
  expect(await look(bookEveryMs)).toEqual([true, true]);
  expect(core.takeEffects().alarms).toEqual([]);
  account.afterBook([], moment.wall);
  expect(await look(missingAfterMs)).toEqual([true, false]);
  expect(core.takeEffects().alarms).toMatchObject([{ title: '4 SBIN of a trick were closed at your broker' }]);
});
