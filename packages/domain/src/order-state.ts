/**
 * The life of one order. `unknown`: it was sent and no clear answer came; it may be at the exchange, so it is asked
 * about and never sent again. `queued`: the broker keeps it for the next session. `pending`: on its way through the
 * broker's and the exchange's checks. `trigger_pending`: a stop that rests until its trigger is reached.
 */
export const ORDER_STATES = [
  'intended',
  'sent',
  'unknown',
  'queued',
  'pending',
  'trigger_pending',
  'open',
  'partially_filled',
  'modify_pending',
  'cancel_pending',
  'filled',
  'cancelled',
  'rejected',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** `planned`: ours alone. `sending`: it may be at the broker. `live`: the broker has it. `ended`: nothing more comes. */
export type OrderStage = 'planned' | 'sending' | 'live' | 'ended';

const STAGES: Readonly<Record<OrderState, OrderStage>> = {
  intended: 'planned',
  sent: 'sending',
  unknown: 'sending',
  queued: 'live',
  pending: 'live',
  trigger_pending: 'live',
  open: 'live',
  partially_filled: 'live',
  modify_pending: 'live',
  cancel_pending: 'live',
  filled: 'ended',
  cancelled: 'ended',
  rejected: 'ended',
  expired: 'ended',
};

const STAGE_ORDER: readonly OrderStage[] = ['planned', 'sending', 'live', 'ended'];

export function stageOf(state: OrderState): OrderStage {
  return STAGES[state];
}

export function isTerminal(state: OrderState): boolean {
  return STAGES[state] === 'ended';
}

/** Whether the order rests or trades at the broker, as far as is known. */
export function isLive(state: OrderState): boolean {
  return STAGES[state] === 'live';
}

export function mayFollow(from: OrderState, to: OrderState): boolean {
  const [before, after] = [STAGES[from], STAGES[to]];
  if (before === 'ended' || to === 'intended') return false;
  if (to === 'unknown') return from === 'sent';
  // A stop that was triggered is never armed again, and a fill is not taken back.
  if (to === 'trigger_pending') return from !== 'open' && from !== 'partially_filled';
  if (from === 'partially_filled' && (to === 'rejected' || to === 'open' || to === 'pending' || to === 'queued'))
    return false;
  if (before === after) return before === 'live' && (from !== to || from === 'partially_filled');
  return STAGE_ORDER.indexOf(after) > STAGE_ORDER.indexOf(before);
}

/** How far an order has come: its state and what of it was executed. */
export interface OrderProgress {
  readonly state: OrderState;
  /** Units. */
  readonly filledQuantity: number;
  /** What the filled units cost together, whole paise. */
  readonly filledValuePaise: number;
}

/**
 * What is known of an order after one more report of it. Reports repeat, come late and out of order: fills only grow,
 * an end stays the end unless a report shows more fills than it had (the fill was first, and is real), and a report
 * from an earlier stage changes nothing.
 *
 * @param quantity of the order, to tell a part from all of it
 * @returns the very object `known` when the report says nothing new
 */
export function mergeProgress(known: OrderProgress, report: OrderProgress, quantity: number): OrderProgress {
  const grows = report.filledQuantity > known.filledQuantity;
  const filled = grows ? report : known;
  const state = stateAfter(known, report, { filledQuantity: filled.filledQuantity, quantity });
  if (state === known.state && !grows) return known;
  return { state, filledQuantity: filled.filledQuantity, filledValuePaise: filled.filledValuePaise };
}

function stateAfter(
  known: OrderProgress,
  report: OrderProgress,
  now: { readonly filledQuantity: number; readonly quantity: number },
): OrderState {
  if (now.filledQuantity >= now.quantity) return 'filled';
  if (isTerminal(known.state)) return known.state;
  // A report that knows of fewer fills is from before: only an end in it is news.
  const isOld = report.filledQuantity < known.filledQuantity;
  if (isOld && !isTerminal(report.state)) return known.state;
  // "Complete" for a part of what we asked for: the rest will not come.
  const told = report.state === 'filled' ? 'cancelled' : report.state;
  const shown = told === 'open' && now.filledQuantity > 0 ? 'partially_filled' : told;
  if (shown === 'rejected' && now.filledQuantity > 0) return 'cancelled';
  return mayFollow(known.state, shown) ? shown : known.state;
}
