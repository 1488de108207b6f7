import { parseTimeOfDay } from '@trickdesk/domain';

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
