import type { DeskAccount, DeskState, DeskTrick } from '@trickdesk/contract';
import { maskedEnd, toSafePaise } from '@trickdesk/domain';
import type { DeskAccountReading, DeskReading, DeskTrickReading } from './desk.ts';

/** Records in the words of the wire. */

const STATUS_NUMBERS = { running: 1, stopped: 2, halted: 3, exited: 4 } as const;
const RUPEE = 100;

const badgeOf = (mode: 'live' | 'paper', simulated: boolean) =>
  mode === 'paper' ? 'test' : simulated ? 'live_simulated' : 'live';

/** @param operatorId who looks at it */
export function trickToWire(trick: DeskTrickReading, simulated: boolean, operatorId: number): DeskTrick {
  const { status, phase, hasRunner } = trick;
  return {
    ...{ TricksId: trick.id, name: trick.name, badge: badgeOf(trick.mode, simulated), phase },
    trickStatus: STATUS_NUMBERS[status],
    ...(trick.status_reason === null ? {} : { statusReason: trick.status_reason }),
    person: { userId: trick.account_id, fullName: trick.full_name },
    ...{
      capitalPaise: toSafePaise(trick.capital_paise),
      openPositions: trick.positions,
      waitingEntries: trick.waiting,
    },
    ...(hasRunner === undefined ? {} : { hasRunner }),
    ...(trick.started_at === null ? {} : { startedAt: trick.started_at.toISOString() }),
    ...(trick.last_decision_at === null ? {} : { lastDecisionAt: trick.last_decision_at.toISOString() }),
    mayHalt: status === 'running' && phase === 'running' && trick.account_id !== operatorId,
  };
}

export function deskToWire(reading: DeskReading): DeskState {
  const { figures, runners, resting, ofProduct, market } = reading;
  return {
    at: reading.now.toISOString(),
    liveBadge: badgeOf('live', reading.simulated),
    feed: {
      ...{ health: market?.feed ?? 'unknown', dataset: reading.dataset },
      ...(market ? { seenAt: market.seen_at.toISOString() } : {}),
    },
    runners: {
      ...{ awake: figures.awake, ...runners },
      ...(figures.last_beat_at === null ? {} : { lastBeatAt: figures.last_beat_at.toISOString() }),
    },
    brokers: { linked: figures.linked, expired: figures.expired, error: figures.error, missed: figures.missed },
    orders: { underWay: figures.under_way, unclear: figures.unclear },
    tricks: {
      ...{ live: figures.live, test: figures.test },
      ...{ liveHalted: figures.live_halted, testHalted: figures.test_halted },
    },
    resting: { accounts: resting.accounts, entries: resting.entries, byHand: resting.by_hand },
    ...(reading.calendarEnd ? { calendarEnd: reading.calendarEnd } : {}),
    ...(ofProduct ? { productSwitch: switchToWire(ofProduct) } : {}),
    switches: reading.switches.map(({ account_id: userId, full_name: fullName, by, ...set }) => ({
      ...switchToWire(set),
      ...{ person: { userId, fullName }, by },
    })),
  };
}

function switchToWire({ reason, set_at: setAt }: { readonly reason: string; readonly set_at: Date }) {
  return { reason, setAt: setAt.toISOString() };
}

/** @param operatorId who looks at it */
export function accountToWire(reading: DeskAccountReading, operatorId: number): DeskAccount {
  const { account, deskSwitch, killSwitch, simulated } = reading;
  const isOther = account.id !== operatorId;
  return {
    ...{ userId: account.id, fullName: account.full_name, isBlocked: account.blocked_at !== null },
    ...{ emailMasked: maskedEmail(account.email), mobileMasked: maskedEnd(account.mobile) },
    ...(deskSwitch ? { deskSwitch: switchToWire(deskSwitch) } : {}),
    ...(killSwitch ? { ownSwitch: switchToWire(killSwitch) } : {}),
    brokers: reading.brokers.map((link) => ({
      ...{ brokerId: link.id, clientCodeMasked: maskedEnd(link.client_code), environment: link.environment },
      ...{ status: link.status, tokenExpiresAt: link.token_expires_at.toISOString() },
    })),
    tricks: reading.tricks.map((trick) => trickToWire(trick, simulated, operatorId)),
    orders: reading.orders.map((order) => ({
      ...{ orderId: order.id, badge: badgeOf(order.mode, simulated), role: order.role, symbol: order.symbol },
      ...(order.trick_name === null ? {} : { trickName: order.trick_name }),
      ...{ side: order.side, quantity: order.quantity, filledQuantity: order.filled_quantity },
      ...{ state: order.state, at: order.at.toISOString() },
    })),
    positions: reading.positions.map((held) => ({
      ...{ positionId: held.id, badge: badgeOf(held.mode, simulated), trickName: held.trick_name },
      ...{ symbol: held.symbol, direction: held.direction, quantity: held.quantity },
      averagePrice: held.entry_paise / RUPEE,
      ...(held.stop_paise === null ? {} : { stopLoss: held.stop_paise / RUPEE }),
      ...(held.mode === 'live' ? { stopAtBroker: stopAtBroker(held) } : {}),
      at: held.entry_at.toISOString(),
    })),
    resting: reading.resting,
    maySwitch: isOther,
  };
}

type HeldPosition = DeskAccountReading['positions'][number];
type HeldStop = NonNullable<DeskAccount['positions'][number]['stopAtBroker']>;

/** Whether a stop rests at the broker, and where. */
function stopAtBroker({ stop_rests: rests, stop_trigger_paise: trigger }: HeldPosition): HeldStop {
  if (rests === null) return { state: 'none' };
  return { state: rests ? 'rests' : 'on_its_way', ...(trigger === null ? {} : { level: trigger / RUPEE }) };
}

/** The first letter and where it is: enough to tell two people apart. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(Math.max(at, 0))}`;
}
