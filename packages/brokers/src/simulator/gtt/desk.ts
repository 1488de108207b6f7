import { type EpochMs, isTradable } from '@trickdesk/domain';
import type { Exchange } from '../market/exchange.ts';
import {
  expiryOf,
  faultOf,
  firesWhen,
  type GttInstrument,
  type GttRefusal,
  type GttRequest,
  type GttRule,
  gttRefusal,
  isWaiting,
  productOf,
  sideOf,
  zGttRule,
} from './rules.ts';
import { type RuleRecords, type WatchParts, watchPrices } from './watch.ts';

export type GttAnswer = { readonly kind: 'accepted'; readonly id: number } | GttRefusal;

/** What `modifyRule` may change; the rest of a rule stays. */
export type GttChange = Omit<GttRequest, 'tradingSymbol' | 'side' | 'product' | 'timePeriod'> & {
  readonly id: number;
  /** Days from the rule's making; `undefined`: as before. */
  readonly timePeriod: number | undefined;
};

/** Orders that wait at the broker until a price is met, for days. A write answers when it is stored. */
export interface GttDesk {
  readonly create: (clientCode: string, request: GttRequest) => Promise<GttAnswer>;
  readonly modify: (clientCode: string, change: GttChange) => Promise<GttAnswer>;
  readonly cancel: (
    clientCode: string,
    named: { readonly id: number; readonly token: string; readonly exchange: string },
  ) => Promise<GttAnswer>;
  readonly rule: (clientCode: string, id: number) => GttRule | undefined;
  /** Newest first. */
  readonly rules: (clientCode: string) => readonly GttRule[];
  /** When every rule that was met so far has been dealt with. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

export interface GttStore {
  readonly loadDocuments: (kind: string) => Promise<readonly string[]>;
  readonly saveDocument: (kind: string, key: string, json: string) => Promise<void>;
}

export interface GttParts extends WatchParts {
  readonly store: GttStore;
}

const FIRST_ID = 1_000_001;

export async function createGttDesk(parts: GttParts): Promise<GttDesk> {
  const { exchange, store } = parts;
  const rules = new Map<number, GttRule>();
  /** Those that wait for a price. */
  const live = new Map<number, GttRule>();
  const take = (rule: GttRule): void => {
    rules.set(rule.id, rule);
    if (isWaiting(rule)) live.set(rule.id, rule);
    else live.delete(rule.id);
  };
  for (const json of await store.loadDocuments(kindOf(exchange))) take(zGttRule.parse(JSON.parse(json)));
  let nextId = Math.max(FIRST_ID - 1, ...rules.keys()) + 1;

  const write = writeInTurn(store, kindOf(exchange));
  const keep = async (rule: GttRule): Promise<void> => {
    await write(rule);
    take(rule);
  };
  const waiting = (clientCode: string, id: number): GttRule | undefined => {
    const rule = rules.get(id);
    return rule?.clientCode === clientCode && isWaiting(rule) && exchange.now() < rule.expiresAt ? rule : undefined;
  };
  const watch = watchPrices(parts, live, { keep, write, take });

  return {
    create: async (clientCode, request) => {
      const fault = faultOf(request, instrumentOf(exchange, request.token));
      if (fault) return gttRefusal(fault);
      const rule = newRule({ request, clientCode, id: nextId }, exchange);
      if (!rule) return gttRefusal('AB9001');
      nextId += 1;
      await keep(rule);
      return { kind: 'accepted', id: rule.id };
    },
    modify: async (clientCode, change) => {
      const rule = waiting(clientCode, change.id);
      if (!rule || watch.isBusy(rule.id)) return gttRefusal('AB9013');
      const { tradingSymbol, side, product } = rule;
      const timePeriod = change.timePeriod ?? 1;
      const fault =
        mismatchOf(rule, change) ??
        faultOf({ ...change, tradingSymbol, side, product, timePeriod }, instrumentOf(exchange, rule.token));
      if (fault) return gttRefusal(fault);
      await watch.alone(rule.id, () => keep(changedRule(rule, change, exchange)));
      return { kind: 'accepted', id: rule.id };
    },
    cancel: async (clientCode, named) => {
      const rule = waiting(clientCode, named.id);
      if (!rule || watch.isBusy(rule.id)) return gttRefusal('AB9013');
      const fault = mismatchOf(rule, named);
      if (fault) return gttRefusal(fault);
      await watch.alone(rule.id, () => keep({ ...rule, status: 'CANCELLED', updatedAt: exchange.now() }));
      return { kind: 'accepted', id: rule.id };
    },
    rule: (clientCode, id) => {
      const rule = rules.get(id);
      return rule?.clientCode === clientCode ? asOf(rule, exchange.now()) : undefined;
    },
    rules: (clientCode) =>
      [...rules.values()]
        .filter((rule) => rule.clientCode === clientCode)
        .map((rule) => asOf(rule, exchange.now()))
        .sort((a, b) => b.id - a.id),
    settled: watch.settled,
    close: watch.close,
  };
}

/** A rule that no price has met since its last day is over even before the next price says so. */
function asOf(rule: GttRule, now: EpochMs): GttRule {
  return isWaiting(rule) && now >= rule.expiresAt ? { ...rule, status: 'EXPIRED' } : rule;
}

function mismatchOf(rule: GttRule, named: { readonly token: string; readonly exchange: string }) {
  if (named.token !== rule.token) return 'AB9011';
  return named.exchange === rule.exchange ? undefined : 'AB9010';
}

function instrumentOf(exchange: Exchange, token: string): GttInstrument | undefined {
  const instrument = exchange.instrumentOf(token);
  return instrument && { ...instrument, tradable: isTradable(instrument) };
}

interface Wanted {
  readonly request: GttRequest;
  readonly clientCode: string;
  readonly id: number;
}

function newRule({ request, clientCode, id }: Wanted, exchange: Exchange): GttRule | undefined {
  const { timePeriod, side: sideWord, product: productWord, ...rest } = request;
  const [side, product] = [sideOf(sideWord), productOf(productWord)];
  if (!side || !product) return undefined;
  const now = exchange.now();
  return {
    ...rest,
    id,
    clientCode,
    side,
    product,
    status: 'NEW',
    fires: firesWhen(request.triggerPaise, exchange.quoteOf(request.token)?.last ?? 0),
    createdAt: now,
    updatedAt: now,
    expiresAt: expiryOf(now, timePeriod),
  };
}

function changedRule(rule: GttRule, change: GttChange, exchange: Exchange): GttRule {
  return {
    ...rule,
    quantity: change.quantity,
    disclosedQuantity: change.disclosedQuantity,
    pricePaise: change.pricePaise,
    triggerPaise: change.triggerPaise,
    fires: firesWhen(change.triggerPaise, exchange.quoteOf(rule.token)?.last ?? 0),
    updatedAt: exchange.now(),
    expiresAt: change.timePeriod === undefined ? rule.expiresAt : expiryOf(rule.createdAt, change.timePeriod),
  };
}

/** Writes of one rule go to the store in the order in which they were asked for. */
function writeInTurn(store: GttStore, kind: string): RuleRecords['write'] {
  const last = new Map<number, Promise<void>>();
  return (rule) => {
    const save = (): Promise<void> => store.saveDocument(kind, String(rule.id), JSON.stringify(rule));
    const done = (last.get(rule.id) ?? Promise.resolve()).then(save, save);
    last.set(rule.id, done);
    return done;
  };
}

/** Prices and clock are the source's, so its rules are too. */
function kindOf(exchange: Exchange): string {
  return `gtt ${exchange.source.key}`;
}
