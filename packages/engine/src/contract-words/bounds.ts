import { formatTimeOfDay, INTERVAL_MINUTES, parseTimeOfDay } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/schema.ts';
import { INTRADAY_LEVERAGE } from '../run/account.ts';
import type { RunSettings } from '../run/types.ts';

/** A session's minutes, 09:15 to 15:30: no entry window holds more. */
const SESSION_MINUTES = 375;
/** Of one position at most: its entry, its protective stop, its exit. */
const ORDERS_OF_A_TRADE = 3;
/** Of a position held over night, on a later day: its stop set again, its exit. */
const ORDERS_OF_A_HELD_POSITION = 2;

type Rules = Pick<StrategyDefinition, 'instruments' | 'interval' | 'product' | 'session' | 'risk' | 'sizing'>;

/**
 * The largest value that is held at one time, whole paise: an entry counted at the price that it was decided on, all of
 * them together at what was paid. Holds for the capital in the settings; what a run earns or loses moves it in
 * proportion.
 */
export function mostHeldPaise(rules: Rules, settings: RunSettings): number {
  const { product, sizing } = rules;
  const { capitalPaise, quantityMultiplier } = settings;
  const cashReaches = product === 'DELIVERY' ? capitalPaise : capitalPaise * INTRADAY_LEVERAGE;
  if (sizing.method !== 'capital_share') return cashReaches;
  const share = Math.floor((capitalPaise * sizing.percent * quantityMultiplier) / 100);
  return Math.min(cashReaches, share * mostPositions(rules));
}

function mostPositions({ instruments, risk }: Rules): number {
  return Math.min(instruments.length, risk.maxOpenPositions ?? Number.POSITIVE_INFINITY);
}

/** The most positions that can be opened on one day. */
export function mostEntriesPerDay(rules: Rules, settings: RunSettings): number {
  const { instruments, interval, risk } = rules;
  const signals = interval === '1d' ? 1 : Math.ceil(barsOfWindow(rules) / (1 + (risk.cooldownBars ?? 0)));
  const limits = [risk.maxTradesPerDay, settings.maxTradesPerDay].filter((limit) => limit !== undefined);
  return Math.min(signals * instruments.length, ...limits);
}

/** Bars of the strategy's interval that can close inside its entry window. */
function barsOfWindow({ interval, session }: Rules): number {
  if (interval === '1d') return 1;
  const from = parseTimeOfDay(session.entryFrom) ?? 0;
  const to = parseTimeOfDay(session.entryTo) ?? 24 * 60;
  return Math.floor(Math.min(SESSION_MINUTES, Math.max(0, to - from)) / INTERVAL_MINUTES[interval]) + 1;
}

/** Orders that can be placed on one day, protective stops among them; a change of an order is none. */
export function mostOrdersPerDay(rules: Rules, settings: RunSettings): number {
  const held = rules.product === 'DELIVERY' ? mostPositions(rules) : 0;
  return mostEntriesPerDay(rules, settings) * ORDERS_OF_A_TRADE + held * ORDERS_OF_A_HELD_POSITION;
}

/** `HH:MM` in India from when everything is sold; `undefined` where positions are carried over night. */
export function outByTime({ product, session }: Rules, settings: RunSettings): string | undefined {
  if (product !== 'INTRADAY') return undefined;
  const own = session.squareOff === undefined ? undefined : parseTimeOfDay(session.squareOff);
  const minutes = [own, settings.squareOffMinute].filter((minute) => minute !== undefined);
  return minutes.length === 0 ? undefined : formatTimeOfDay(Math.min(...minutes));
}
