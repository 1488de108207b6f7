import { type CorporateAction, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { putAction } from '../../market-data/actions-store.ts';
import { newsOf } from './news.ts';
import { randomMinutes, sessionsBefore } from './random-market.ts';
import { DATASET, storeBlocks, type World } from './world.ts';

/** Sessions whose last one is an ex-date: whoever plays them stores those before it. */
export const SESSIONS = sessionsBefore(indiaMoment('2026-10-01'), 62);
const [eve, exDate] = SESSIONS.slice(-2);
if (!eve || !exDate) throw new Error('the calendar has no such days');
export const EVE = eve;
export const EX_DATE = exDate;

/** One share becomes five. */
export const SPLIT: CorporateAction = { exDate: EX_DATE.date, kind: 'split', oldUnits: 1, newUnits: 5 };

/**
 * A trick on paper that is started right before the eve of the split, and the news of that day. It buys a hundred shares
 * at three.
 *
 * @param exit when it wants out
 */
export async function startOnEve(world: World, exit: string) {
  const definition: StrategyDefinitionInput = {
    ...{ format: 1, product: 'DELIVERY', direction: 'long', interval: '1m' },
    instruments: [{ exchange: 'NSE', symbol: 'SPLIT' }],
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'time == 15:00' },
    exit: { long: exit },
    sizing: { method: 'fixed_quantity', quantity: 100 },
  };
  const instrumentId = await world.instrument('SPLIT');
  const bars = randomMinutes(SESSIONS.slice(-20, -1), { seed: 5, missing: 0 });
  await storeBlocks(world, instrumentId, bars);
  await world.testDb.db.transaction((tx) => putAction(tx, { dataset: DATASET, instrumentId }, SPLIT));
  const startAt = EVE.openAt - MINUTE_MS;
  await world.setClock(startAt);
  const accountId = await world.account('asha');
  const strategyId = await world.strategy('split-share', definition);
  const { id: deploymentId } = await world.deployments.clone(accountId, strategyId, undefined);
  await world.deployments.start({ accountId, deploymentId }, 'start');
  const news = newsOf([{ instrumentId, bars: bars.filter(({ openAt }) => openAt >= startAt) }]);
  return { owner: { accountId, deploymentId }, instrumentId, news };
}
