import type { RunEvent, StrategyRun } from '@trickdesk/engine';
import type { OrderNews } from './live-desk.ts';

/** What a piece of news led to in a run. */
export interface AppliedNews {
  readonly events: readonly RunEvent[];
  /** What has been executed of an order in all, whole paise, by intent; an average is made of it and loses nothing. */
  readonly orderValues: ReadonlyMap<number, number>;
  /** The end of an order, where the news is that. */
  readonly ended?: Extract<OrderNews, { kind: 'ended' }>;
  readonly halt?: HaltWord;
}

/** Why a run takes no more risk, and whether its owner has been told of it. */
export interface HaltWord {
  readonly reason: string;
  readonly isTold?: true;
}

const NOTHING: AppliedNews = { events: [], orderValues: new Map() };

type FillNews = Extract<OrderNews, { kind: 'fill' }>;
type BrokerExitNews = Extract<OrderNews, { kind: 'broker_exit' }>;

/**
 * Tells the engine one piece of news. What the run cannot account for is no fault to try again: the broker's word is
 * final, so the run halts and its owner looks.
 *
 * @param isFinishing its owner lets it end: a word that lets entries in again changes nothing of that
 */
export function applyOrderNews(run: StrategyRun, news: OrderNews, isFinishing: boolean): AppliedNews {
  try {
    return isFinishing && news.kind === 'block' ? NOTHING : apply(run, news);
  } catch (error) {
    // The engine refuses before it changes anything.
    if (!(error instanceof RangeError)) throw error;
    const reason = `The broker's word about an order does not fit what this trick holds (${error.message}).`;
    const halt = { reason: `${reason} Compare its positions with your broker's.` };
    return { events: [], orderValues: new Map(), halt };
  }
}

function apply(run: StrategyRun, news: OrderNews): AppliedNews {
  switch (news.kind) {
    case 'fill':
      return fill(run, news);
    case 'broker_exit':
      return brokerExit(run, news);
    case 'ended':
      if (!isPending(run, news.intentId)) return NOTHING;
      return { events: run.onIntentEnd(endOf(news)).slice(), orderValues: new Map(), ended: news };
    case 'block':
      run.entriesBlocked(news.veto);
      return NOTHING;
    case 'halt':
      return { events: [], orderValues: new Map(), halt: haltIn(news) };
  }
}

function haltIn({ reason, isTold }: Extract<OrderNews, { kind: 'halt' }>): HaltWord {
  return isTold ? { reason, isTold } : { reason };
}

function endOf({ intentId, at, reason, veto, note }: Extract<OrderNews, { kind: 'ended' }>) {
  return { intentId, at, reason, ...(veto === undefined ? {} : { veto }), ...(note === undefined ? {} : { note }) };
}

function fill(run: StrategyRun, { intentId, at, quantity, valuePaise }: FillNews): AppliedNews {
  const orderValues = new Map([[intentId, executedOf(run, intentId).valuePaise + valuePaise]]);
  return { events: run.onFill({ intentId, at, quantity, valuePaise }).slice(), orderValues };
}

/**
 * The broker's exit becomes one of the run, which takes the executed units. An exit that was under way already takes
 * them first; for what is left of the position the run makes an exit of its own, which the desk then serves. Where the
 * units were closed elsewhere it makes none: only an exit that the run itself had decided goes on.
 */
function brokerExit(run: StrategyRun, news: BrokerExitNews): AppliedNews {
  const { base, at, rule, pricePaise, keepsRest } = news;
  const rest = keepsRest === true ? { keepsRest } : {};
  const held = run.state().bases[base]?.position?.quantity ?? 0;
  if (news.quantity > held) throw new RangeError(`it sold ${news.quantity}, of ${held} held`);
  const events: RunEvent[] = [];
  const orderValues = new Map<number, number>();
  let left = { quantity: news.quantity, valuePaise: news.valuePaise };
  while (left.quantity > 0) {
    if (!run.pendingExitOf(base)) {
      events.push(...run.onBrokerExit({ base, at, rule, pricePaise, intentQuantity: left.quantity, ...rest }));
    }
    const intent = run.pendingExitOf(base);
    if (!intent) throw new Error('the engine made no exit for what the broker sold');
    const executed = executedOf(run, intent.id);
    const quantity = Math.min(left.quantity, intent.quantity - executed.quantity);
    const valuePaise =
      quantity === left.quantity ? left.valuePaise : Math.round((left.valuePaise * quantity) / left.quantity);
    orderValues.set(intent.id, executed.valuePaise + valuePaise);
    events.push(...run.onFill({ intentId: intent.id, at, quantity, valuePaise }));
    left = { quantity: left.quantity - quantity, valuePaise: left.valuePaise - valuePaise };
  }
  return { events, orderValues };
}

function executedOf(run: StrategyRun, intentId: number): { readonly quantity: number; readonly valuePaise: number } {
  for (const { progress = [] } of run.state().bases) {
    const own = progress.find((entry) => entry.intentId === intentId);
    if (own) return { quantity: own.filledQuantity, valuePaise: own.valuePaise };
  }
  return { quantity: 0, valuePaise: 0 };
}

function isPending(run: StrategyRun, intentId: number): boolean {
  return run.state().bases.some((base) => base.pending.some((intent) => intent.id === intentId));
}
