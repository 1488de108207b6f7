import { formatTimeOfDay } from '@trickdesk/domain';
import type { RunSettings, StrategyDefinition } from '@trickdesk/engine';
import { type RulesColumns, versionHashOf } from './live-contract.ts';
import { readDefinition } from './read-details.ts';
import { type SettingsColumns, settingsOf } from './runner/run-config.ts';
import { isOutLater, loosens } from './settings-rules.ts';

/** What the owner of a live deployment agreed to last, as it is kept. */
export interface KeptWord {
  readonly version_hash: string;
  /** `null` where it was kept before the settings were. */
  readonly settings: RunSettings | null;
}

/**
 * Whether what a live deployment may do lies within what its owner agreed to. `unknown`: of its version nothing is kept
 * that it could be compared with.
 */
export type WordState = 'within' | 'beyond' | 'unknown';

export function wordOf(deployment: RulesColumns & SettingsColumns, kept: KeptWord | undefined): WordState {
  if (!kept?.settings || kept.version_hash !== versionHashOf(deployment)) return 'unknown';
  const rules = readDefinition(deployment.definition);
  return goesBeyond(settingsOf(deployment), kept.settings, rules) ? 'beyond' : 'within';
}

/** Whether a trick could put more at stake, or hold for longer, with some settings than with those agreed to. */
export function goesBeyond(
  now: RunSettings,
  agreed: RunSettings,
  rules: Pick<StrategyDefinition, 'product' | 'session'>,
): boolean {
  const { squareOffMinute: minute } = now;
  const request = {
    capitalPaise: now.capitalPaise,
    quantityMultiplier: now.quantityMultiplier,
    maxLossPerDayPaise: now.maxLossPerDayPaise ?? null,
    maxTradesPerDay: now.maxTradesPerDay ?? null,
    squareOff: minute === undefined ? null : formatTimeOfDay(minute),
  };
  const held = {
    capital_paise: BigInt(agreed.capitalPaise),
    quantity_multiplier: agreed.quantityMultiplier,
    max_loss_per_day_paise: agreed.maxLossPerDayPaise === undefined ? null : BigInt(agreed.maxLossPerDayPaise),
    max_trades_per_day: agreed.maxTradesPerDay ?? null,
    square_off_minute: agreed.squareOffMinute ?? null,
  };
  return loosens(request, held) || isOutLater(request, held, rules);
}
