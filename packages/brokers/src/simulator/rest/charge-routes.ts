import { indiaDateOf, paiseToRupees } from '@trickdesk/domain';
import { type ChargeBreakdown, chargesForOrder } from '@trickdesk/engine';
import { listField, numberField, paiseField, textField } from './body.ts';
import { failure, type Reply, success } from './reply.ts';
import { type Desk, type Route, type RouteCall, SECURE } from './routes.ts';

export const chargeRoutes: readonly Route[] = [
  { method: 'POST', path: `${SECURE}/brokerage/v1/estimateCharges`, limit: {}, auth: 'session', handle: estimate },
];

/** An order as charges see it, and what it would cost. */
interface Estimate {
  readonly valuePaise: number;
  readonly charges: ChargeBreakdown;
}

function estimate({ body, desk }: RouteCall): Reply {
  const orders = listField(body, 'orders');
  if (!orders || orders.length === 0) return failure('AB1018', 'Failed to get symbol details');
  const estimates: Estimate[] = [];
  for (const order of orders) {
    const result = estimateOf(order, desk);
    if ('kind' in result) return result;
    estimates.push(result);
  }
  const all = estimates.map(({ charges }) => charges);
  const valuePaise = estimates.reduce((sum, one) => sum + one.valuePaise, 0);
  return success({
    summary: estimateWire(valuePaise, all),
    charges: estimates.map((one) => estimateWire(one.valuePaise, [one.charges])),
  });
}

function estimateOf(order: unknown, desk: Desk): Estimate | Reply {
  const instrument = desk.exchange.instrumentOf(textField(order, 'token'));
  if (!instrument || instrument.exchange !== textField(order, 'exchange')) return failure('AB1009', 'Symbol Not Found');
  const product = productOf(textField(order, 'product_type'));
  if (!product) return failure('AB1012', 'Invalid Product Type');
  const side = sideOf(textField(order, 'transaction_type'));
  const quantity = numberField(order, 'quantity');
  const pricePaise = Math.round(paiseField(order, 'price'));
  const isPriced = Number.isInteger(quantity) && quantity > 0 && pricePaise > 0;
  if (!side || !isPriced || !Number.isSafeInteger(quantity * pricePaise)) {
    return failure('AB2000', 'Error not specified');
  }
  const charges = chargesForOrder({
    tariff: 'angelone',
    exchange: 'NSE',
    product,
    side,
    quantity,
    pricePaise,
    instrumentKind: instrument.kind === 'etf' ? 'etf' : 'equity',
    date: indiaDateOf(desk.exchange.now()),
    // The depository's debit is none of the lines of this estimate.
    firstSellOfScripToday: false,
  });
  return { valuePaise: quantity * pricePaise, charges };
}

function productOf(word: string): 'DELIVERY' | 'INTRADAY' | undefined {
  if (word === 'INTRADAY') return 'INTRADAY';
  return word === 'DELIVERY' || word === 'MARGIN' ? 'DELIVERY' : undefined;
}

function sideOf(word: string): 'buy' | 'sell' | undefined {
  if (word === 'BUY') return 'buy';
  return word === 'SELL' ? 'sell' : undefined;
}

/** The real total leaves the transaction tax out, though the breakup names it; so does this one. */
function estimateWire(valuePaise: number, charges: readonly ChargeBreakdown[]): object {
  const sum = (line: (one: ChargeBreakdown) => number): number => charges.reduce((all, one) => all + line(one), 0);
  const exchange = sum((one) => one.exchangePaise + one.ipftPaise);
  const [stamp, sebi] = [sum((one) => one.stampPaise), sum((one) => one.sebiPaise)];
  const [stt, gst] = [sum((one) => one.sttPaise), sum((one) => one.gstPaise)];
  return {
    total_charges: paiseToRupees(sum((one) => one.totalPaise) - stt),
    trade_value: paiseToRupees(valuePaise),
    breakup: [
      line(
        'Angel One Brokerage',
        sum((one) => one.brokeragePaise),
      ),
      line('External Charges', exchange + stamp + sebi, [
        line('Exchange Transaction Charges', exchange),
        line('Stamp Duty', stamp),
        line('SEBI Fees', sebi),
      ]),
      line('Taxes', stt + gst, [line('Security Transaction Tax', stt), line('GST', gst)]),
    ],
  };
}

function line(name: string, paise: number, breakup: readonly object[] = []): object {
  return { name, amount: paiseToRupees(paise), msg: '', breakup };
}
