import type { Tx } from '@trickdesk/db';
import { recordUserEvent } from '../../../platform/user-events/index.ts';
import type { MarketDataService } from '../../market-data/index.ts';
import { ordersById, orderToWire, positionsById, positionToWire } from '../../orders/index.ts';
import { readMyTrick } from '../read-my-tricks.ts';
import type { Written } from './run-writer.ts';

/** More rows than this are no news: whoever watches reads the lists again when the trick's own row comes. */
const MOST_ROWS = 50;

/** Tells the browser what a write changed, in the same transaction: orders and positions as rows, then the trick. */
export async function recordNews(
  tx: Tx,
  market: Pick<MarketDataService, 'dataset' | 'simulated' | 'calendar'>,
  news: { readonly accountId: number; readonly deploymentId: number; readonly written: Written },
): Promise<void> {
  const { accountId, deploymentId, written } = news;
  const few = written.orderIds.size + written.positionIds.size <= MOST_ROWS;
  for (const record of few ? await ordersById(tx, [...written.orderIds]) : []) {
    await recordUserEvent(tx, accountId, { name: 'order', payload: { order: orderToWire(record, market) } });
  }
  for (const record of few ? await positionsById(tx, market.dataset, [...written.positionIds]) : []) {
    const position = positionToWire(record, market.simulated);
    await recordUserEvent(tx, accountId, { name: 'position', payload: { position } });
  }
  if (written.sentences.length === 0 && written.life.phase !== 'idle') return;
  const trick = await readMyTrick(tx, market, accountId, deploymentId);
  if (!trick) return;
  const sentence = written.sentences.at(-1);
  await recordUserEvent(tx, accountId, { name: 'trick', payload: { trick, ...(sentence ? { sentence } : {}) } });
}
