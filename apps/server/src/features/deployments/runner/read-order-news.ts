import type { OrderNews } from './live-desk.ts';

/** What a run was told of its orders and has not taken yet. */
export interface OpenNews {
  readonly id: bigint;
  readonly news: OrderNews;
}

const KINDS: ReadonlySet<unknown> = new Set<OrderNews['kind']>(['fill', 'ended', 'broker_exit', 'block', 'halt']);

/** @param body as it was stored by the desk, which wrote it as this type @throws Error when it is something else */
export function readOrderNews(body: unknown): OrderNews {
  if (!isNews(body)) throw new Error(`this is no news of an order: ${JSON.stringify(body)}`);
  return body;
}

function isNews(body: unknown): body is OrderNews {
  return typeof body === 'object' && body !== null && 'kind' in body && KINDS.has(body.kind);
}
