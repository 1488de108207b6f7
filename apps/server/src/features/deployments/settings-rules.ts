import { formatPaise, parseTimeOfDay } from '@trickdesk/domain';
import type { StrategyDefinition } from '@trickdesk/engine';

/** Settings as they come from the wire, in our words; `null` takes a limit away, `undefined` leaves it. */
export interface SettingsRequest {
  readonly capitalPaise?: number | undefined;
  readonly quantityMultiplier?: number | undefined;
  readonly maxLossPerDayPaise?: number | null | undefined;
  readonly maxTradesPerDay?: number | null | undefined;
  readonly squareOff?: string | null | undefined;
  readonly notify?: { trades: boolean; halts: boolean } | undefined;
}

/** A person's defaults: a limit that was taken away is simply not there. */
export interface DefaultSettings {
  readonly capitalPaise?: number | undefined;
  readonly quantityMultiplier?: number | undefined;
  readonly maxLossPerDayPaise?: number | undefined;
  readonly maxTradesPerDay?: number | undefined;
  readonly squareOff?: string | undefined;
  readonly notify?: { trades: boolean; halts: boolean } | undefined;
}

/** Columns of a deployment that settings change. */
export interface SettingsChange {
  capital_paise?: bigint;
  quantity_multiplier?: number;
  max_loss_per_day_paise?: bigint | null;
  max_trades_per_day?: number | null;
  square_off_minute?: number | null;
  notify?: string;
}

/** Limits of a trick as they hold; `null`: none. */
export interface HeldLimits {
  readonly capital_paise: bigint;
  readonly quantity_multiplier: number;
  readonly max_loss_per_day_paise: bigint | null;
  readonly max_trades_per_day: number | null;
}

/** Whether a trick could put more at stake after the change than before. */
export function loosens(request: SettingsRequest, held: HeldLimits): boolean {
  const isMore = (wanted: number | null | undefined, before: number | bigint | null): boolean => {
    if (wanted === undefined || before === null) return false;
    return wanted === null || wanted > before;
  };
  return (
    isMore(request.capitalPaise, held.capital_paise) ||
    isMore(request.quantityMultiplier, held.quantity_multiplier) ||
    isMore(request.maxLossPerDayPaise, held.max_loss_per_day_paise) ||
    isMore(request.maxTradesPerDay, held.max_trades_per_day)
  );
}

/** Whether what a trick holds would be sold later after the change than before, by its rules and its owner's time together. */
export function isOutLater(
  { squareOff }: SettingsRequest,
  { square_off_minute: before }: { readonly square_off_minute: number | null },
  { product, session }: Pick<StrategyDefinition, 'product' | 'session'>,
): boolean {
  if (squareOff === undefined || product !== 'INTRADAY') return false;
  const minuteOf = (time: string | null | undefined) => parseTimeOfDay(time ?? '') ?? Number.POSITIVE_INFINITY;
  const byRules = minuteOf(session.squareOff);
  return Math.min(minuteOf(squareOff), byRules) > Math.min(before ?? Number.POSITIVE_INFINITY, byRules);
}

/** What a request changes, in words for the account's log. */
export function settingWords(request: SettingsRequest): string {
  const { capitalPaise, quantityMultiplier, maxLossPerDayPaise, maxTradesPerDay, squareOff, notify } = request;
  const limit = <Value>(name: string, value: Value | null | undefined, words: (value: Value) => string): string[] => {
    if (value === undefined) return [];
    return [`${name} ${value === null ? 'taken away' : words(value)}`];
  };
  const told = [...(notify?.trades ? ['trades'] : []), ...(notify?.halts ? ['halts'] : [])];
  const changes = [
    ...limit('capital', capitalPaise, formatPaise),
    ...limit('quantity', quantityMultiplier, (value) => `× ${value}`),
    ...limit('largest loss a day', maxLossPerDayPaise, formatPaise),
    ...limit('trades a day', maxTradesPerDay, String),
    ...limit('square-off', squareOff, String),
    ...(notify ? [`alerts for ${told.length === 0 ? 'nothing' : told.join(' and ')}`] : []),
  ];
  return changes.length === 0 ? 'nothing' : changes.join(', ');
}

/** Why a time of its owner's own cannot hold for a trick: it may be out earlier than its rules say, never later. */
export function squareOffProblem(
  { squareOff }: SettingsRequest,
  { product, session }: Pick<StrategyDefinition, 'product' | 'session'>,
): string | undefined {
  if (squareOff === undefined || squareOff === null) return undefined;
  if (product !== 'INTRADAY') {
    return 'This trick may hold over night, so it has no square-off time. Leave it empty.';
  }
  const latest = session.squareOff;
  // Both are HH:MM.
  if (latest === undefined || squareOff <= latest) return undefined;
  return `The rules of this trick close everything at ${latest}. Choose that time or an earlier one.`;
}

const DEFAULT_NOTIFY = { trades: true, halts: true };

export function settingsChange(request: SettingsRequest): SettingsChange {
  const change: SettingsChange = {};
  if (request.capitalPaise !== undefined) change.capital_paise = BigInt(request.capitalPaise);
  if (request.quantityMultiplier !== undefined) change.quantity_multiplier = request.quantityMultiplier;
  if (request.maxLossPerDayPaise !== undefined) {
    change.max_loss_per_day_paise = request.maxLossPerDayPaise === null ? null : BigInt(request.maxLossPerDayPaise);
  }
  if (request.maxTradesPerDay !== undefined) change.max_trades_per_day = request.maxTradesPerDay;
  if (request.squareOff !== undefined) {
    change.square_off_minute = request.squareOff === null ? null : (parseTimeOfDay(request.squareOff) ?? null);
  }
  if (request.notify !== undefined) change.notify = JSON.stringify(request.notify);
  return change;
}

export function withDefaults(defaults: DefaultSettings, request: SettingsRequest): DefaultSettings {
  const named = Object.entries(request).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...defaults, ...Object.fromEntries(named) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** What a new copy begins with: its owner's defaults, and never less capital than the strategy needs. */
export function settingsOfClone(
  defaults: DefaultSettings,
  minCapitalPaise: bigint,
): SettingsChange & { capital_paise: bigint; notify: string } {
  const { capital_paise: wanted = 0n, notify, ...rest } = settingsChange(defaults);
  return {
    ...rest,
    capital_paise: wanted > minCapitalPaise ? wanted : minCapitalPaise,
    notify: notify ?? JSON.stringify(DEFAULT_NOTIFY),
  };
}
