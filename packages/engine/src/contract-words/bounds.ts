import { formatTimeOfDay, INTERVAL_MINUTES, parseTimeOfDay } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/schema.ts';
import { INTRADAY_LEVERAGE } from '../run/account.ts';
import type { RunSettings } from '../run/types.ts';

/** NSE's hours, 09:15 to 15:30, in minutes since midnight: sessions of other hours lie within them. */
const OPENS = 555;
const CLOSES = 930;
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

/** The most positions that can be opened on one day: filled, whenever that was decided. */
export function mostEntriesPerDay(rules: Rules, settings: RunSettings): number {
  const { instruments, interval, risk } = rules;
  const each = interval === '1d' ? 1 : mostFillsOfADay(rules, INTERVAL_MINUTES[interval]);
  const limits = [risk.maxTradesPerDay, settings.maxTradesPerDay].filter((limit) => limit !== undefined);
  return Math.min(each * instruments.length, ...limits);
}

/**
 * Of one instrument. What is decided when a session ends (its last bar may be short) finds no price on its day: for
 * delivery it is filled at the next opening, before whatever that day decides; intraday it is not for that day.
 */
function mostFillsOfADay({ product, risk, session }: Rules, barMinutes: number): number {
  const signals = Math.ceil(barsOfWindow(session, barMinutes) / (1 + (risk.cooldownBars ?? 0)));
  return product === 'DELIVERY' ? 1 + signals : signals;
}

/** Bars that can close inside the entry window and before the session does, wherever their grid begins. */
function barsOfWindow({ entryFrom, entryTo }: Rules['session'], barMinutes: number): number {
  const from = Math.max(parseTimeOfDay(entryFrom) ?? 0, OPENS + barMinutes);
  const to = Math.min(parseTimeOfDay(entryTo) ?? CLOSES, CLOSES - 1);
  return Math.max(0, Math.floor((to - from) / barMinutes) + 1);
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
