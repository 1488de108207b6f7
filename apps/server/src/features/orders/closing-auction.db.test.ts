import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownOrderPartsOf } from '../../compose/own-orders.ts';
import { createOwnOrdersService } from './own-orders-service.ts';
import { type HandWorld, openHandWorld, playDesk, type Trader } from './testing/hand-world.ts';

let world: HandWorld;
let trader: Trader;
beforeAll(async () => {
  world = await openHandWorld();
  trader = await world.trader('at_the_close');
});
afterAll(() => world.api.close());

const DAY = '2026-01-05';
const LIMIT = { symbol: 'SBIN', side: 'sell', product: 'DELIVERY', quantity: 10, price: 599.95 } as const;
const STOP = { ...LIMIT, price: 598, triggerPrice: 599 } as const;
let keys = 0;

/** On a market where SBIN ends continuous trading a quarter of an hour before the session, at a moment of the day. */
function at(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const { marketData, bus } = world.api.services;
  const calendar = {
    ...marketData.calendar,
    hoursOf: (_symbol: string, session: { date: string; openAt: number; closeAt: number }) => ({
      ...session,
      closeAt: indiaMoment(session.date, 15 * 60 + 15),
    }),
  };
  const marketState = async () => ({
    ...(await marketData.marketState()),
    now: indiaMoment(DAY, hours * 60 + minutes),
  });
  const parts = ownOrderPartsOf(world.api.foundation, { bus, marketData: { ...marketData, calendar, marketState } });
  const service = createOwnOrdersService(parts);
  const { userId: accountId } = trader.person;
  const origin = { requestId: 'close', device: 'a test', address: '127.0.0.1' };
  const caller = { accountId, sessionId: 'none', ability: [], origin };
  return {
    preview: async (wish: typeof LIMIT | typeof STOP) => {
      const { problems, notes } = await service.preview(accountId, wish);
      return [problems, notes];
    },
    /** The preview's problems, and the words of the refusal. */
    change: async (orderId: number) => {
      const wanted = { ...LIMIT, price: 599.9 };
      const { problems } = await service.preview(accountId, { ...wanted, replaces: orderId });
      keys += 1;
      const changing = service.modify(caller, { orderId, price: 599.9, idempotencyKey: `close-${keys}` });
      return [
        problems,
        await changing.then(
          () => undefined,
          ({ message }: Error) => message,
        ),
      ];
    },
    place: async (wish: typeof LIMIT | typeof STOP) => {
      keys += 1;
      return service.place(caller, { ...wish, idempotencyKey: `close-${keys}` });
    },
  };
}

const AHEAD =
  'Continuous trading in SBIN is over for today. Orders for its closing auction are taken from 15:20; a stop is not.';
const NO_STOPS = 'SBIN is in its closing auction, which takes no stops. Leave the trigger out for a limit order.';
const ONE_PRICE =
  'SBIN is in its closing auction: the order trades at the one price of the auction after 15:30, or the exchange cancels it. It takes prices within 3 % of its reference.';

test('before a share goes into its closing auction an order by hand is one of continuous trading', async () => {
  expect(await at('15:14').preview(LIMIT)).toEqual([[], []]);
  expect(await at('15:14').preview(STOP)).toEqual([[], []]);
});

test('while the exchange takes none for the share it is refused, and the form says from when on it is taken', async () => {
  expect(await at('15:16').preview(LIMIT)).toEqual([[{ sentence: AHEAD }], []]);
  await expect(at('15:16').place(LIMIT)).rejects.toMatchObject({ code: 'MARKET_CLOSED', message: AHEAD });
});

test('in the auction a limit order is taken, and the form says what becomes of it; a stop is refused', async () => {
  const now = at('15:21');
  expect(await now.preview(LIMIT)).toEqual([[], [ONE_PRICE]]);
  expect(await now.preview(STOP)).toEqual([[{ field: 'triggerPrice', sentence: NO_STOPS }], []]);
  await expect(now.place(STOP)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const placing = now.place(LIMIT);
  await playDesk(world.api, trader.person.userId, { state: 'open', brokerOrderId: 'A-1' });
  const { orderId } = (await placing).order;
  const BACK =
    'Continuous trading in SBIN is over for today. Orders are changed again in its closing auction, from 15:20.';
  expect(await at('15:16').change(orderId)).toEqual([[{ sentence: BACK }], BACK]);
  expect(await at('15:22').change(orderId)).toEqual([[], undefined]);
});

test('after the session the market is closed', async () => {
  const [problems] = await at('15:31').preview(LIMIT);
  expect(problems).toMatchObject([{ sentence: expect.stringContaining('The market is closed.') }]);
});
