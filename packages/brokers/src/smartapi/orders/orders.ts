import { indiaDateOf } from '@trickdesk/domain';
import { z } from 'zod';
import type { BrokerAccess, BrokerReply } from '../../port.ts';
import type { AcceptedOrder, BrokerOrder, BrokerOrders, GttRule, WriteOutcome } from '../../port-orders.ts';
import type { WireCall } from '../http-exchange.ts';
import { zText } from '../reading.ts';
import { withoutSecrets } from '../redact.ts';
import { accessCall } from '../sessions.ts';
import type { Timing } from '../timing.ts';
import type { Transport } from '../transport.ts';
import { cancelGttBody, createGttBody, modifyGttBody, readGttRules, zRuleId, zRulePage } from './gtt.ts';
import {
  cancelBody,
  marginBody,
  modifyBody,
  placeBody,
  type RequestRefusal,
  refusalOfLegs,
  refusalOfPlace,
  refusalOfTerms,
  type WireBody,
} from './order-requests.ts';
import { zOrder, zOrderBook } from './order-rows.ts';
import { zHoldings, zMargin, zPositions } from './portfolio-rows.ts';
import { zId } from './row-fields.ts';
import { tradeBookOf } from './trade-rows.ts';
import type { WriteCall, Writer } from './writer.ts';

export interface OrderParts {
  readonly transport: Transport;
  readonly writer: Writer;
  readonly timing: Timing;
}

type ReadEndpoint = 'orderBook' | 'order' | 'tradeBook' | 'positions' | 'holdings' | 'margin' | 'gttRules';

const zAccepted = z
  .object({ orderid: zId, uniqueorderid: zText })
  .transform(
    (wire): AcceptedOrder => ({ brokerOrderId: wire.orderid, uniqueOrderId: wire.uniqueorderid || undefined }),
  );

/** Orders in the name of one signed-in client. */
export function createOrders(parts: OrderParts, access: BrokerAccess): BrokerOrders {
  const read: Read = (call, schema) => parts.transport(accessCall(access, { ...call, repeatable: true }), schema);
  const write: Write = (call, schema) =>
    parts.writer({ ...accessCall(access, { ...call, repeatable: false }), ...leaving(call) }, schema);
  return { ...orderWrites(write), ...gttRules(read, write), ...books(read, access, parts.timing) };
}

type Read = <T>(
  call: { readonly endpoint: ReadEndpoint; readonly body: WireBody | undefined } & Pick<
    WireCall,
    'pathEnd' | 'onLeave'
  >,
  schema: z.ZodType<T>,
) => Promise<BrokerReply<T>>;

type Leaving = Pick<WriteCall, 'urgency' | 'mayLeave'>;

const leaving = ({ urgency, mayLeave }: Leaving): Leaving => ({ urgency, mayLeave });

type Write = <T>(
  call: Leaving & Pick<WriteCall, 'endpoint'> & { readonly body: WireBody },
  schema: z.ZodType<T>,
) => Promise<WriteOutcome<T>>;

function orderWrites(write: Write): Pick<BrokerOrders, 'place' | 'modify' | 'cancel'> {
  return {
    place: async (order, urgency, mayLeave) =>
      refusalOfPlace(order) ?? write({ endpoint: 'place', body: placeBody(order), urgency, mayLeave }, zAccepted),
    modify: async (change, urgency, mayLeave) =>
      refusalOfTerms(change) ?? write({ endpoint: 'modify', body: modifyBody(change), urgency, mayLeave }, zAccepted),
    cancel: async (order, urgency, mayLeave) =>
      write({ endpoint: 'cancel', body: cancelBody(order), urgency, mayLeave }, zAccepted),
  };
}

function gttRules(read: Read, write: Write): Pick<BrokerOrders, 'createGtt' | 'modifyGtt' | 'cancelGtt' | 'gttRules'> {
  // Rules have a rate of their own, which nothing of more haste competes for.
  const urgency = 'entry';
  return {
    createGtt: async (rule) =>
      refusalOfRule(rule) ?? write({ endpoint: 'createGtt', body: createGttBody(rule), urgency }, zRuleId),
    modifyGtt: async (ruleId, rule) =>
      refusalOfRule(rule) ?? write({ endpoint: 'modifyGtt', body: modifyGttBody(ruleId, rule), urgency }, zRuleId),
    cancelGtt: async (ruleId, rule) =>
      write({ endpoint: 'cancelGtt', body: cancelGttBody(ruleId, rule), urgency }, zRuleId),
    gttRules: async () => readGttRules((body) => read({ endpoint: 'gttRules', body }, zRulePage)),
  };
}

function refusalOfRule(rule: GttRule): RequestRefusal | undefined {
  return refusalOfTerms({ ...rule, kind: 'stop_limit' });
}

function books(
  read: Read,
  access: BrokerAccess,
  timing: Timing,
): Pick<BrokerOrders, 'orderBook' | 'order' | 'tradeBook' | 'positions' | 'holdings' | 'margin'> {
  const body = undefined;
  const clean = cleaner(access);
  const zCleanOrder = zOrder.transform(clean);
  const zCleanBook = zOrderBook.transform((orders) => orders.map(clean));
  return {
    orderBook: async (onLeave) => read({ endpoint: 'orderBook', body, onLeave }, zCleanBook),
    order: async (uniqueOrderId) => read({ endpoint: 'order', body, pathEnd: uniqueOrderId }, zCleanOrder),
    tradeBook: async () => read({ endpoint: 'tradeBook', body }, tradeBookOf(indiaDateOf(timing.now()))),
    positions: async () => read({ endpoint: 'positions', body }, zPositions),
    holdings: async () => read({ endpoint: 'holdings', body }, zHoldings),
    margin: async (legs) => {
      if (legs.length === 0) return { kind: 'ok', value: 0n };
      return refusalOfLegs(legs) ?? read({ endpoint: 'margin', body: marginBody(legs) }, zMargin);
    },
  };
}

/** The broker's words for a rejection come from outside, as those of a refusal do. */
export function cleaner({ apiKey, tokens }: BrokerAccess): (order: BrokerOrder) => BrokerOrder {
  const secrets = [apiKey, tokens.accessToken, tokens.refreshToken, tokens.feedToken];
  return (order) => ({ ...order, text: withoutSecrets(order.text, secrets) });
}
