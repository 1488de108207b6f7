import type { AcceptedOrder, WriteOutcome } from '@trickdesk/brokers';
import { mergeProgress, type OrderState } from '@trickdesk/domain';
import { noteBack, unclearOf } from './alarms.ts';
import { afterProgress } from './apply-report.ts';
import type { DeskSettings } from './desk-settings.ts';
import type { DeskEffects } from './effects.ts';
import { type Asking, type DeskMoment, type DeskOrder, isCover, isGivenUp, isOver, isUnclear } from './model.ts';
import { endOvertaken, noteRefusedSize } from './overtaken.ts';
import { awaitProof, noteGivenUp } from './own-orders.ts';
import { noteRateRefusal } from './rate-refusals.ts';
import { noteRefused } from './refused-shapes.ts';

/** The broker's answer to one request. */
export interface Answer {
  readonly order: DeskOrder;
  readonly asking: Asking;
  readonly outcome: WriteOutcome<AcceptedOrder>;
}

interface Taking {
  readonly now: DeskMoment;
  readonly settings: DeskSettings;
  readonly effects: DeskEffects;
}

/** Takes in what the broker answered. The socket or the book may have said more by then. */
export function applyAnswer(answer: Answer, taking: Taking): void {
  const { order, asking, outcome } = answer;
  const isAwaited = order.asking === asking;
  if (isAwaited) order.asking = undefined;
  taking.effects.changed.add(order);
  if (asking.verb === 'place') answerOfPlace(answer, taking);
  else if (isAwaited) answerOfChange(answer, taking);
  else if (!isOver(order) && outcome.kind !== 'unknown') {
    // It was not waited for any more: which of several changes came last, only the book tells. That no answer comes is
    // no news: one that was given up is looked for anyway.
    order.shapeUnclear = true;
    order.shapeAtWall = taking.now.wall;
  }
}

function answerOfPlace({ order, outcome }: Answer, taking: Taking): void {
  const { now, effects } = taking;
  switch (outcome.kind) {
    case 'accepted':
      accepted(order, outcome.value, taking);
      return;
    case 'refused':
      order.doubtful = false;
      effects.timeline.push({ order, what: 'answered', note: outcome.message });
      if (isOver(order)) return;
      order.rejectText = outcome.message;
      merge(order, 'rejected');
      afterProgress(order, now, effects);
      return;
    case 'not_sent':
      // It never left: it waits for its turn again, as if it had not been tried.
      order.doubtful = false;
      order.leftAtWall = undefined;
      if (isUnclear(order)) order.progress = { ...order.progress, state: 'intended' };
      later(order, taking);
      return;
    case 'unknown':
      if (!isUnclear(order)) return;
      merge(order, 'unknown');
      effects.timeline.push({ order, what: 'unclear', note: outcome.cause });
      effects.alarms.push(unclearOf(order));
  }
}

function accepted(order: DeskOrder, { brokerOrderId, uniqueOrderId }: AcceptedOrder, { now, effects }: Taking): void {
  const isBack = isGivenUp(order);
  order.brokerOrderId = brokerOrderId;
  order.uniqueOrderId ??= uniqueOrderId;
  order.acknowledgedAtWall ??= now.wall;
  order.refusals = 0;
  order.doubtful = false;
  if (isBack) {
    order.progress = { ...order.progress, state: 'pending' };
    noteBack(order, effects);
  } else if (isUnclear(order)) merge(order, 'pending');
  effects.timeline.push({ order, what: 'answered' });
}

function answerOfChange({ order, asking, outcome }: Answer, taking: Taking): void {
  const { now, settings, effects } = taking;
  order.shapeAtWall = now.wall;
  switch (outcome.kind) {
    case 'accepted':
      order.refusals = 0;
      if (asking.wants) {
        awaitProof(order, asking);
        order.shape = asking.wants;
        order.rateRefusals = 0;
        endOvertaken(order, asking.wants);
      }
      if (asking.verb === 'cancel') {
        merge(order, 'cancel_pending');
        order.retryAtWall = now.wall + settings.bookEveryMs;
      }
      effects.timeline.push({ order, what: 'answered', ...(asking.wants ? { shape: asking.wants } : {}) });
      return;
    case 'refused':
      // Most likely it has ended meanwhile: the book says.
      order.shapeUnclear = true;
      order.lastWish = undefined;
      if (asking.wants) {
        noteRefused(order, asking.wants, now, effects);
        noteRefusedSize(order, asking.wants);
        endOvertaken(order, asking.wants);
      }
      later(order, taking);
      effects.timeline.push({
        ...{ order, what: 'answered', note: outcome.message },
        ...(asking.wants ? { unmade: asking.wants } : {}),
      });
      return;
    case 'not_sent':
      if (outcome.cause === 'rate_limited') noRoom(order, asking, taking);
      else later(order, taking);
      return;
    case 'unknown':
      order.shapeUnclear = true;
      noteGivenUp(order, asking.wants, now.wall);
      effects.timeline.push({ order, what: 'unclear', note: outcome.cause });
  }
}

/** The broker's rate had no room for a change. */
function noRoom(order: DeskOrder, { wants, isStopMove }: Asking, taking: Taking): void {
  // A move that waits for its rate must not hold up the exit of its position.
  if (isStopMove) order.moveAtWall = taking.now.wall + taking.settings.moveAgainMs;
  else if (!noteRateRefusal(order, wants)) later(order, taking);
}

function merge(order: DeskOrder, state: OrderState): void {
  order.progress = mergeProgress(order.progress, { ...order.progress, state }, order.shape.quantity);
}

function later(order: DeskOrder, { now, settings }: Taking): void {
  const { retryFirstMs } = settings;
  // What protects or closes a position does not wait long for its turn.
  const closes = isCover(order) || order.handExitId !== undefined;
  const retryMostMs = closes ? settings.retryCoverMostMs : settings.retryMostMs;
  order.retryAtWall = now.wall + Math.min(retryFirstMs * 2 ** order.refusals, retryMostMs);
  order.refusals += 1;
}
