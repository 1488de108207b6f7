import { z } from 'zod';
import type { BrokerReply } from '../../port.ts';
import type { GttRule, KnownGttRule } from '../../port-orders.ts';
import { zText } from '../reading.ts';
import { rupeesText, type WireBody } from './order-requests.ts';
import { zCount, zId, zPriceOrNone, zSide } from './row-fields.ts';

export const zRuleId = z.object({ id: zId }).transform(({ id }) => ({ ruleId: id }));

export function createGttBody(rule: GttRule): WireBody {
  return {
    tradingsymbol: rule.instrument.tradingSymbol,
    transactiontype: rule.side === 'buy' ? 'BUY' : 'SELL',
    producttype: 'DELIVERY',
    ...termsBody(rule),
  };
}

export function modifyGttBody(ruleId: string, rule: GttRule): WireBody {
  return { id: ruleId, ...termsBody(rule) };
}

export function cancelGttBody(ruleId: string, { instrument }: GttRule): WireBody {
  return { id: ruleId, symboltoken: instrument.token, exchange: instrument.exchange };
}

function termsBody({ instrument, quantity, triggerPaise, pricePaise }: GttRule): WireBody {
  return {
    symboltoken: instrument.token,
    exchange: instrument.exchange,
    qty: String(quantity),
    price: rupeesText(pricePaise),
    triggerprice: rupeesText(triggerPaise),
    disclosedqty: '0',
  };
}

const zRule = z
  .object({
    id: zId,
    status: zText,
    tradingsymbol: zText,
    transactiontype: zSide,
    qty: zCount,
    triggerprice: zPriceOrNone,
    price: zPriceOrNone,
  })
  .transform(
    (wire): KnownGttRule => ({
      ruleId: wire.id,
      status: statusOf(wire.status),
      statusText: wire.status.toLowerCase(),
      tradingSymbol: wire.tradingsymbol,
      side: wire.transactiontype,
      quantity: wire.qty,
      triggerPaise: wire.triggerprice,
      pricePaise: wire.price,
    }),
  );

/** One sample of the documentation has a single rule instead of a list. */
export const zRulePage = z.union([
  z
    .array(zRule)
    .nullable()
    .transform((rules) => rules ?? []),
  zRule.transform((rule) => [rule]),
]);

function statusOf(status: string): KnownGttRule['status'] {
  switch (status.toUpperCase()) {
    case 'NEW':
    case 'ACTIVE':
      return 'waiting';
    case 'SENTTOEXCHANGE':
      return 'triggered';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return 'other';
  }
}

const PAGE_SIZE = 10;
/** Far more rules than an account may have; a server that never ends its list must not keep us. */
const MAX_PAGES = 100;

type ReadPage = (body: WireBody) => Promise<BrokerReply<readonly KnownGttRule[]>>;

/** All rules, page by page, each once. */
export async function readGttRules(readPage: ReadPage): Promise<BrokerReply<readonly KnownGttRule[]>> {
  const rules = new Map<string, KnownGttRule>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reply = await readPage({ status: ['FORALL'], page, count: PAGE_SIZE });
    if (reply.kind !== 'ok') return reply;
    const known = rules.size;
    for (const rule of reply.value) rules.set(rule.ruleId, rule);
    // A page that is not full is the last; so is one with nothing new, from a server that does not count pages.
    if (reply.value.length < PAGE_SIZE || rules.size === known) return { kind: 'ok', value: [...rules.values()] };
  }
  return { kind: 'unavailable', cause: 'unreadable_reply' };
}
