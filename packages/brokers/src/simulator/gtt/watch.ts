import type { Exchange } from '../market/exchange.ts';
import type { OrderBroker, PlaceRequest } from '../orders/types.ts';
import { type GttRule, onPrice } from './rules.ts';

export interface WatchParts {
  readonly exchange: Exchange;
  readonly orders: Pick<OrderBroker, 'place' | 'orders'>;
  readonly onError: (what: string, error: unknown) => void;
}

export interface PriceWatch {
  /** Whether the rule is being sent or changed. */
  readonly isBusy: (id: number) => boolean;
  /** Changes the rule while no price can fire it. */
  readonly alone: (id: number, work: () => Promise<void>) => Promise<void>;
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

/** Records of rules: `keep` is `write` and then `take`. */
export interface RuleRecords {
  readonly keep: (rule: GttRule) => Promise<void>;
  readonly write: (rule: GttRule) => Promise<void>;
  readonly take: (rule: GttRule) => void;
}

/** Fires the rules whose price is met. A rule that was sent before a crash is known again by its order's tag. */
export function watchPrices(
  { exchange, orders, onError }: WatchParts,
  live: ReadonlyMap<number, GttRule>,
  { keep, write, take }: RuleRecords,
): PriceWatch {
  const busy = new Map<number, Promise<void>>();
  /** Met, but not sent yet: the rate of orders is the client's own, so a rule may have to wait for its turn. */
  const met = new Set<number>();

  const alone = (id: number, work: () => Promise<void>): Promise<void> => {
    const done = work().finally(() => busy.delete(id));
    busy.set(id, done);
    return done;
  };
  const fire = async (rule: GttRule): Promise<void> => {
    met.add(rule.id);
    const wasSent = orders.orders(rule.clientCode).some((order) => order.tag === tagOf(rule));
    const answer = wasSent ? undefined : await orders.place(rule.clientCode, childOf(rule));
    if (answer?.kind === 'too_many') return;
    const status = answer?.kind === 'refused' ? 'REJECTED' : 'SENTTOEXCHANGE';
    await keep({ ...rule, status, updatedAt: exchange.now() });
    met.delete(rule.id);
  };
  const meet = (rule: GttRule, lastPaise: number): Promise<void> | undefined => {
    const now = exchange.now();
    const outcome = met.has(rule.id) ? 'fires' : onPrice(rule, lastPaise, now);
    if (outcome === 'fires') return alone(rule.id, () => fire(rule));
    if (outcome === 'expires') return alone(rule.id, () => keep({ ...rule, status: 'EXPIRED', updatedAt: now }));
    if (rule.status === 'ACTIVE') return undefined;
    // Known at once, so that no price goes by while it is written.
    const active: GttRule = { ...rule, status: 'ACTIVE' };
    take(active);
    return write(active);
  };

  const stop = exchange.onTick(({ instrument, last }, tick) => {
    if (!tick.traded || !exchange.isOpen()) return;
    for (const rule of [...live.values()]) {
      if (rule.token !== instrument.token || busy.has(rule.id)) continue;
      meet(rule, last)?.catch((error: unknown) => onError(`rule ${rule.id}`, error));
    }
  });

  return {
    isBusy: (id) => busy.has(id),
    alone: (id, work) => {
      // Whatever met it before, it is another rule now.
      met.delete(id);
      return alone(id, work);
    },
    settled: async () => {
      await Promise.allSettled(busy.values());
    },
    close: stop,
  };
}

function tagOf(rule: GttRule): string {
  return `GTT${rule.id}`;
}

/** The one order of a rule: always a limit for the day. */
function childOf(rule: GttRule): PlaceRequest {
  return {
    variety: 'NORMAL',
    tradingSymbol: rule.tradingSymbol,
    token: rule.token,
    side: rule.side,
    exchange: rule.exchange,
    orderType: 'LIMIT',
    product: rule.product,
    duration: 'DAY',
    quantity: rule.quantity,
    pricePaise: rule.pricePaise,
    triggerPaise: 0,
    disclosedQuantity: rule.disclosedQuantity,
    tag: tagOf(rule),
  };
}
