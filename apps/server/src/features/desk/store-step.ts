import type { Tx } from '@trickdesk/db';
import type { OrderState } from '@trickdesk/domain';
import { recordUserEvent } from '../../platform/user-events/index.ts';
import { recordActivity, recordTradeActivity } from '../activity/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { Alarm, DeskEffects, HandExitEnd, TimelineEntry } from './effects.ts';
import { endHandExit, holdHandExit } from './hand-exit-store.ts';
import type { DeskOrder } from './model.ts';
import { changingColumns, newRow } from './order-row.ts';
import { type OwnNews, ownNews } from './own-news.ts';
import {
  type BrokerOrderChange,
  type BrokerOrderValues,
  checkDesk,
  insertNews,
  insertOrderRow,
  insertTimeline,
  markRequests,
  type NewsRow,
  type OrderEventValues,
  updateOrderRow,
} from './store.ts';
import { type TradeLine, tradeLines } from './trade-lines.ts';

/** One step of a desk as rows, made when it was taken: what comes later must not be in it. */
export interface DeskStep {
  readonly created: readonly { readonly order: DeskOrder; readonly row: BrokerOrderValues }[];
  readonly changed: readonly { readonly order: DeskOrder; readonly row: BrokerOrderChange }[];
  readonly timeline: readonly {
    readonly order: DeskOrder;
    readonly row: Omit<OrderEventValues, 'broker_order_id'>;
  }[];
  readonly news: readonly NewsRow[];
  readonly alarms: readonly Alarm[];
  readonly requestsDone: readonly bigint[];
  readonly requestsReopened: readonly bigint[];
  readonly handEnds: readonly HandExitEnd[];
  /** Of the trade log. */
  readonly lines: readonly TradeLine[];
  readonly ownAlerts: readonly Pick<OwnNews, 'order' | 'alert'>[];
  /** Orders by hand as they stand, for whoever has them on screen. */
  readonly ownShown: readonly {
    readonly order: DeskOrder;
    readonly shown: { readonly status: OrderState; readonly filledQuantity: number };
  }[];
  readonly at: number;
  readonly wall: number;
  /** Runs that have news, as `<deployment> <run>`. */
  readonly told: ReadonlySet<string>;
}

export interface StepPlace {
  readonly brokerLinkId: number;
  readonly at: number;
  readonly wall: number;
}

export function stepOf(effects: DeskEffects, place: StepPlace): DeskStep {
  const created = new Set(effects.created);
  const at = new Date(place.wall);
  // Before the rows: they keep how much of an order by hand was told.
  const own = ownNews(effects.timeline, place.wall);
  return {
    created: effects.created.map((order) => ({ order, row: newRow(order, place) })),
    changed: [...effects.changed]
      .filter((order) => !created.has(order))
      .map((order) => ({ order, row: changingColumns(order, place.wall) })),
    timeline: effects.timeline.map((entry) => ({ order: entry.order, row: timelineRow(entry, place) })),
    news: effects.news.map(({ line, news }) => ({
      deploymentId: line.deploymentId,
      runNumber: line.runNumber,
      body: JSON.stringify(news),
      at,
    })),
    alarms: effects.alarms,
    requestsDone: effects.requestsDone,
    requestsReopened: effects.requestsReopened,
    handEnds: effects.handEnds,
    lines: [...tradeLines(effects.timeline), ...own.map(({ line }) => line)],
    ownAlerts: own,
    ownShown: ownShown(effects),
    at: place.at,
    wall: place.wall,
    told: new Set(effects.news.map(({ line }) => `${line.deploymentId} ${line.runNumber}`)),
  };
}

function ownShown({ created, changed, timeline }: DeskEffects): DeskStep['ownShown'] {
  const touched = new Set([...created, ...changed, ...timeline.map(({ order }) => order)]);
  return [...touched]
    .filter(({ role }) => role === 'own')
    .map((order) => ({
      order,
      shown: { status: order.progress.state, filledQuantity: order.progress.filledQuantity },
    }));
}

function timelineRow(
  { order, what, note, shape }: TimelineEntry,
  place: StepPlace,
): DeskStep['timeline'][number]['row'] {
  return {
    what,
    state: order.progress.state,
    note: note ?? null,
    filled_quantity: order.progress.filledQuantity,
    price_paise: shape?.pricePaise ?? null,
    trigger_paise: shape?.triggerPaise ?? null,
    exchange_at: new Date(place.at),
    at: new Date(place.wall),
  };
}

/**
 * All of a step or none of it.
 *
 * @param fence the desk's when the step was planned: one that it has since read anew by must not store what it knew before
 * @throws DeskLost when another desk has the account, or this one has read anew
 */
export async function storeStep(desk: AccountDesk, step: DeskStep, fence: bigint): Promise<void> {
  const { database, tellAlarm } = desk.parts;
  const ids = await database.transaction(async (tx) => {
    await checkDesk(tx, desk.linkId, fence);
    await checkHandExits(tx, step);
    const made = new Map<DeskOrder, number>();
    for (const { order, row } of step.created) made.set(order, await insertOrderRow(tx, row));
    const idOf = (order: DeskOrder): number => made.get(order) ?? order.rowId;
    for (const { order, row } of step.changed) await updateOrderRow(tx, idOf(order), row);
    await insertTimeline(
      tx,
      step.timeline.map(({ order, row }) => ({ ...row, broker_order_id: idOf(order) })),
    );
    await insertNews(tx, step.news);
    await markRequests(tx, step.requestsReopened, null);
    await markRequests(tx, step.requestsDone, new Date(step.wall));
    const { at: exchangeAt, wall } = step;
    const told = step.lines.map((line) => ({ ...line, mode: 'live' as const, exchangeAt, at: new Date(wall) }));
    if (told.length > 0) await recordTradeActivity(tx, told);
    for (const alarm of step.alarms) await tellAlarm(tx, desk.accountId, alarm);
    await tellOwn(tx, desk, step, idOf);
    for (const end of step.handEnds) await storeHandEnd(tx, desk, { end, at: new Date(wall) });
    return made;
  });
  for (const [order, id] of ids) order.rowId = id;
}

/** @throws Error where a wish that orders were made for has ended meanwhile: none of them may leave */
async function checkHandExits(tx: Tx, { created }: DeskStep): Promise<void> {
  const ids = new Set(created.map(({ row }) => row.hand_exit_id ?? undefined));
  for (const id of ids) {
    const isOpen = id === undefined || (await holdHandExit(tx, id));
    if (!isOpen) throw new Error(`the wish ${id} to close what was opened by hand has ended`);
  }
}

/** Tells the owner what has become of orders by hand: an alert of fills and ends, and the screen of every change. */
async function tellOwn(
  tx: Tx,
  { accountId, parts }: AccountDesk,
  { ownAlerts, ownShown: shown }: DeskStep,
  idOf: (order: DeskOrder) => number,
): Promise<void> {
  for (const { order, alert } of ownAlerts) {
    if (!alert) continue;
    const { what, ...words } = alert;
    const id = idOf(order);
    const key = `own:${id}:${what}`;
    await parts.tellAlarm(tx, accountId, { ...words, key, deploymentId: undefined, link: `/orders/own/${id}` });
  }
  for (const { order, shown: row } of shown) {
    await recordUserEvent(tx, accountId, { name: 'ownorder', payload: { orderId: idOf(order), ...row } });
  }
}

async function storeHandEnd(
  tx: Tx,
  { accountId, parts }: AccountDesk,
  { end, at }: { readonly end: HandExitEnd; readonly at: Date },
): Promise<void> {
  const { id, told, outcome } = end;
  if (!(await endHandExit(tx, end, at))) return;
  // Also where there was nothing to close: whoever waits for it has a page that says it is under way.
  await recordUserEvent(tx, accountId, { name: 'handexit', payload: { outcome } });
  if (!told) return;
  await recordActivity(tx, { accountId, kind: 'broker', sentence: told.body, facts: { handExitId: id }, at });
  await parts.tellAlarm(tx, accountId, { ...told, key: `hand exit ${id}`, deploymentId: undefined });
}
