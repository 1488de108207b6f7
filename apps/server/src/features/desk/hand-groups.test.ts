import type { BrokerHolding, BrokerPosition } from '@trickdesk/brokers';
import { closableByHand } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { toldOf } from './hand-exit-words.ts';
import { freeIn, type HandReading, handGroups } from './hand-groups.ts';
import { newOrder } from './make-order.ts';
import { type DeskOrder, type Line, lineKey } from './model.ts';
import { DeskWorld, SBIN } from './testing/desk-world.ts';
import { lineOf } from './testing/line-of.ts';

const now = new DeskWorld().moment();

let tags = 0;
function filled(
  role: DeskOrder['role'],
  side: 'buy' | 'sell',
  quantity: number,
  line: Line,
  day = now.today,
): DeskOrder {
  tags += 1;
  const shape = { kind: 'limit', quantity, pricePaise: 600_00 } as const;
  const order = newOrder(line, { role, side, shape, tag: `t${tags}`, now: { ...now, today: day } });
  order.progress = { state: 'filled', filledQuantity: quantity, filledValuePaise: quantity * 600_00 };
  if (role === 'own') order.line = undefined;
  else line.orders.push(order);
  return order;
}

function closable(orders: readonly DeskOrder[], line: Line, account: Partial<HandReading>): number | undefined {
  const known = { lines: new Map([[lineKey(line), line]]), orders: new Map(orders.map((order) => [order.tag, order])) };
  const groups = handGroups(known, now.today);
  const [group] = groups;
  if (!group) return undefined;
  const signatures = new Map(groups.map(({ key, signature }) => [key, signature]));
  const nothing = { positions: [], holdings: [], delivered: [] };
  const reading = { ...nothing, askedAtWall: 0, answeredAtWall: 0, signatures, ...account };
  const free = freeIn(group, reading);
  return free && closableByHand(group.units, free, group.product);
}

const { exchange, token, tradingSymbol } = SBIN;
function position(netQuantity: number, product: 'delivery' | 'intraday' = 'delivery'): BrokerPosition {
  const values = { buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0n, sellValuePaise: 0n };
  return { exchange, token, tradingSymbol, product, netQuantity, ...values };
}
const holding = (quantity: number): BrokerHolding => ({
  ...{ exchange, token, tradingSymbol, quantity },
  ...{ isin: 'INE062A01020', t1Quantity: 0, authorisedQuantity: 0, averagePaise: 500_00 },
});

test('of shares for delivery those bought today go, and those of earlier days stay', () => {
  const line = lineOf('delivery');
  const own = filled('own', 'buy', 10, line);
  expect(closable([own], line, { positions: [position(10)], holdings: [holding(100)] })).toBe(10);
  // They were sold in the broker's own app: what is left is older.
  expect(closable([own], line, { positions: [position(0)], holdings: [holding(100)] })).toBe(0);
});

test('what a basket bought today stays, and what it sold today is none of what was bought by hand', () => {
  const line = lineOf('delivery');
  const own = filled('own', 'buy', 10, line);
  const bought = { ...filled('own', 'buy', 30, line), isOfBasket: true };
  expect(closable([bought], line, { positions: [position(30)] })).toBeUndefined();
  expect(closable([own, bought], line, { positions: [position(40)] })).toBe(10);
  // Sold in the broker's own app: what the account has left may be the basket's.
  expect(closable([own, bought], line, { positions: [position(30)] })).toBe(0);
  const sold = { ...filled('own', 'sell', 30, line), isOfBasket: true };
  expect(closable([own, sold], line, { positions: [position(-20)], holdings: [holding(30)] })).toBe(10);
});

test('what a trick holds for delivery since yesterday, and sells today, is not taken for what was bought by hand', () => {
  const line = lineOf('delivery');
  const before = filled('entry', 'buy', 40, line, '2025-07-04');
  const own = filled('own', 'buy', 10, line);
  expect(closable([before, own], line, { positions: [position(10)], holdings: [holding(40)] })).toBe(10);
  const exit = filled('exit', 'sell', 40, line);
  expect(closable([before, own, exit], line, { positions: [position(-30)], holdings: [holding(40)] })).toBe(10);
});

test('what is bought by hand on the day of an overnight sale goes, though the holdings are without what was sold', () => {
  const line = lineOf('delivery');
  const before = filled('entry', 'buy', 40, line, '2025-07-04');
  const exit = filled('exit', 'sell', 40, line);
  const own = filled('own', 'buy', 10, line);
  const dealt = { tradingSymbol, state: 'filled' } as const;
  const sold = { ...dealt, side: 'sell', filledQuantity: 40, updatedAt: 1_000 } as const;
  const bought = { ...dealt, side: 'buy', filledQuantity: 10, updatedAt: 2_000 } as const;
  const account = { positions: [position(-30)], delivered: [sold, bought] };
  expect(closable([before, exit, own], line, account)).toBe(10);
  // Other shares' orders say nothing of this one, and of intraday positions the day's net tells all.
  const others = account.delivered.map((order) => ({ ...order, tradingSymbol: 'TCS-EQ' }));
  expect(closable([before, exit, own], line, { ...account, delivered: others })).toBe(0);
});

test('another product or another share of the account is another position', () => {
  const line = lineOf('intraday');
  const own = filled('own', 'buy', 10, line);
  const others = [position(50), { ...position(50, 'intraday'), tradingSymbol: 'TCS-EQ' }];
  expect(closable([own], line, { positions: others })).toBe(0);
  expect(closable([own], line, { positions: [...others, position(10, 'intraday')] })).toBe(10);
});

test('holdings of another share are none of this one’s, and what was sold is missing', () => {
  const line = lineOf('delivery');
  const [own, sale] = [filled('own', 'buy', 30, line), filled('own', 'sell', 10, line)];
  const others = [
    { ...holding(500), tradingSymbol: 'TCS-EQ' },
    { ...holding(500), exchange: 'BSE' as const },
  ];
  expect(closable([own, sale], line, { positions: [position(20)], holdings: others })).toBe(20);
  // Five of a trick’s shares are gone without a trade of today: so many fewer are free.
  const yesterday = filled('entry', 'buy', 40, lineOf('delivery'), '2025-07-04');
  const kept = Object.assign(lineOf('delivery'), { orders: [yesterday] });
  const ten = filled('own', 'buy', 10, kept);
  const fewer = { positions: [position(10)], holdings: [...others, holding(35)] };
  expect(closable([yesterday, ten], kept, fewer)).toBe(5);
  // A trick’s shares are sold elsewhere: of what is left, none is the owner’s.
  const before = filled('entry', 'buy', 40, line, '2025-07-04');
  const account = { positions: [position(-20)], holdings: [...others, holding(40)] };
  expect(closable([before, own, sale], line, account)).toBe(0);
});

test('what a trick has sold short intraday is its own', () => {
  const line = lineOf('intraday');
  line.entrySide = 'sell';
  const [short, own] = [filled('entry', 'sell', 40, line), filled('own', 'sell', 10, line)];
  expect(closable([short, own], line, { positions: [position(-50, 'intraday')] })).toBe(-10);
});

test('what was closed of a share is told as one figure, whatever the product', () => {
  const orders = (['intraday', 'delivery'] as const).flatMap((product) => {
    const closing = filled('own', 'sell', 10, lineOf(product));
    closing.handExitId = 7;
    return [filled('own', 'buy', 10, lineOf(product)), closing];
  });
  const known = { lines: new Map(), orders: new Map(orders.map((order) => [order.tag, order])) };
  const { told } = toldOf({ id: 7 }, { groups: handGroups(known, now.today), left: [], isLate: false });
  expect(told?.body).toContain('Kill switch: 20 SBIN sold. ');
});

test('orders of another day, and tricks alone, are nobody’s deed by hand of today', () => {
  const line = lineOf('intraday');
  expect(closable([filled('own', 'buy', 10, line, '2025-07-04')], line, {})).toBeUndefined();
  expect(closable([filled('entry', 'buy', 10, line)], line, {})).toBeUndefined();
});
