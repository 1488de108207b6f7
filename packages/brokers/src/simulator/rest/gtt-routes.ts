import type { GttAnswer } from '../gtt/desk.ts';
import { GTT_STATUSES, type GttRule, gttRefusal, LONGEST_DAYS } from '../gtt/rules.ts';
import { listField, numberField, paiseField, textField } from './body.ts';
import { rupeeText } from './order-wire.ts';
import { failure, type Reply, success } from './reply.ts';
import { clientOf, type Route, type RouteCall, SECURE } from './routes.ts';

const WRITES = { second: 9, minute: 500, hour: 5000 } as const;
const READS = { second: 10, minute: 500, hour: 5000 } as const;
const MOST_ROWS = 100;

const route = (name: string, handle: Route['handle'], isWrite: boolean): Route => ({
  method: 'POST',
  path: `${SECURE}/gtt/v1/${name}`,
  limit: isWrite ? WRITES : READS,
  auth: 'session',
  needsRegisteredIp: isWrite,
  handle,
});

export const gttRoutes: readonly Route[] = [
  route('createRule', create, true),
  route('modifyRule', modify, true),
  route('cancelRule', cancel, true),
  route('ruleDetails', details, false),
  route('ruleList', list, false),
];

async function create(call: RouteCall): Promise<Reply> {
  const { body } = call;
  return answerReply(
    await call.desk.rules.create(clientOf(call), {
      ...numbersOf(body),
      tradingSymbol: textField(body, 'tradingsymbol'),
      side: textField(body, 'transactiontype'),
      product: textField(body, 'producttype'),
      timePeriod: numberField(body, 'timeperiod', LONGEST_DAYS),
    }),
  );
}

async function modify(call: RouteCall): Promise<Reply> {
  const { body } = call;
  const timePeriod = textField(body, 'timeperiod') === '' ? undefined : numberField(body, 'timeperiod');
  const change = { ...numbersOf(body), id: numberField(body, 'id'), timePeriod };
  return answerReply(await call.desk.rules.modify(clientOf(call), change));
}

function numbersOf(body: unknown) {
  return {
    exchange: textField(body, 'exchange'),
    token: textField(body, 'symboltoken'),
    quantity: numberField(body, 'qty'),
    disclosedQuantity: numberField(body, 'disclosedqty', 0),
    pricePaise: paiseField(body, 'price'),
    triggerPaise: paiseField(body, 'triggerprice'),
  };
}

async function cancel(call: RouteCall): Promise<Reply> {
  const { body } = call;
  const named = {
    id: numberField(body, 'id'),
    token: textField(body, 'symboltoken'),
    exchange: textField(body, 'exchange'),
  };
  return answerReply(await call.desk.rules.cancel(clientOf(call), named));
}

function answerReply(answer: GttAnswer): Reply {
  return answer.kind === 'accepted' ? success({ id: answer.id }) : failure(answer.code, answer.message);
}

function details(call: RouteCall): Reply {
  const rule = call.desk.rules.rule(clientOf(call), numberField(call.body, 'id'));
  return rule ? success(ruleRow(rule)) : answerReply(gttRefusal('AB9013'));
}

/** Every status that a filter may name; `FORALL` is no filter. The last two of ours are found by it alone. */
const FILTERS: readonly string[] = ['NEW', 'CANCELLED', 'ACTIVE', 'SENTTOEXCHANGE', 'FORALL'];

function list(call: RouteCall): Reply {
  const wanted = listField(call.body, 'status');
  if (!wanted || wanted.length === 0 || wanted.length > FILTERS.length) return answerReply(gttRefusal('AB9004'));
  if (!wanted.every((status) => typeof status === 'string' && FILTERS.includes(status))) {
    return answerReply(gttRefusal('AB9001'));
  }
  const [page, count] = [numberField(call.body, 'page'), numberField(call.body, 'count')];
  if (!isWithin(page, 1_000_000)) return answerReply(gttRefusal('AB9017'));
  if (!isWithin(count, MOST_ROWS)) return answerReply(gttRefusal('AB9018'));
  const shown = wanted.includes('FORALL') ? GTT_STATUSES : wanted;
  const found = call.desk.rules.rules(clientOf(call)).filter((rule) => shown.includes(rule.status));
  return success(found.slice((page - 1) * count, page * count).map(ruleRow));
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** A rule in the wire's words: its id a number, its prices and counts text, its dates the exchange clock's. */
function ruleRow(rule: GttRule): object {
  const date = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
  return {
    id: rule.id,
    status: rule.status,
    createddate: date(rule.createdAt),
    updateddate: date(rule.updatedAt),
    expirydate: date(rule.expiresAt),
    clientid: rule.clientCode,
    tradingsymbol: rule.tradingSymbol,
    symboltoken: rule.token,
    exchange: rule.exchange,
    transactiontype: rule.side,
    producttype: rule.product,
    price: rupeeText(rule.pricePaise),
    qty: String(rule.quantity),
    triggerprice: rupeeText(rule.triggerPaise),
    disclosedqty: String(rule.disclosedQuantity),
  };
}
