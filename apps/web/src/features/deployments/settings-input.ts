import type { MyTrickDetails } from '@trickdesk/contract';
import type { InputOfCall } from '../../lib/wire.ts';

type Settings = MyTrickDetails['settings'];
export type SettingsChange = Omit<InputOfCall<'setSetting'>, 'TricksId'>;

/**
 * The form as it is typed, amounts in rupees. An empty optional field (`undefined`) takes its limit away; a text that is
 * no number is NaN.
 */
export interface SettingsValues {
  readonly capital: number | undefined;
  readonly multiplier: number | undefined;
  readonly maxLoss: number | undefined;
  readonly maxTrades: number | undefined;
  readonly squareOff: string;
  readonly notifyTrades: boolean;
  readonly notifyHalts: boolean;
}

export type SettingsProblem = 'wrongAmount' | 'wrongCount' | 'wrongTime' | 'tooSmall';
export type SettingsProblems = Partial<Record<keyof SettingsValues, SettingsProblem>>;

const rupeesOf = (paise: number | undefined): number | undefined => (paise === undefined ? undefined : paise / 100);

export function valuesOf(settings: Settings): SettingsValues {
  return {
    capital: rupeesOf(settings.capitalPaise),
    multiplier: settings.quantityMultiplier,
    maxLoss: rupeesOf(settings.maxLossPerDayPaise),
    maxTrades: settings.maxTradesPerDay,
    squareOff: settings.squareOff ?? '',
    notifyTrades: settings.notify.trades,
    notifyHalts: settings.notify.halts,
  };
}

/** Whole paise of what was typed; `undefined` where it is no positive amount. */
function paiseOf(rupees: number | undefined): number | undefined {
  if (rupees === undefined) return undefined;
  const paise = Math.round(rupees * 100);
  return paise > 0 && paise <= 1_000_000_000_000 ? paise : undefined;
}

function countOf(value: number | undefined): number | undefined {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 100 ? value : undefined;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What is wrong with what was typed. An optional field may be empty. */
export function problemsOf(values: SettingsValues, minCapitalPaise: number): SettingsProblems {
  const problems: { -readonly [Field in keyof SettingsProblems]: SettingsProblems[Field] } = {};
  const capital = paiseOf(values.capital);
  if (capital === undefined) problems.capital = 'wrongAmount';
  else if (capital < minCapitalPaise) problems.capital = 'tooSmall';
  if (countOf(values.multiplier) === undefined) problems.multiplier = 'wrongCount';
  if (values.maxLoss !== undefined && paiseOf(values.maxLoss) === undefined) problems.maxLoss = 'wrongAmount';
  if (values.maxTrades !== undefined && countOf(values.maxTrades) === undefined) problems.maxTrades = 'wrongCount';
  if (values.squareOff.trim() !== '' && !TIME.test(values.squareOff.trim())) problems.squareOff = 'wrongTime';
  return problems;
}

/** Only what differs from the settings as they are, so that a notice can be changed while the trick runs. */
export function changeOf(values: SettingsValues, settings: Settings): SettingsChange {
  const capital = paiseOf(values.capital);
  const multiplier = countOf(values.multiplier);
  const maxLoss = paiseOf(values.maxLoss) ?? null;
  const maxTrades = countOf(values.maxTrades) ?? null;
  const squareOff = values.squareOff.trim() === '' ? null : values.squareOff.trim();
  const { notifyTrades: trades, notifyHalts: halts } = values;
  return {
    ...(capital === undefined || capital === settings.capitalPaise ? {} : { capitalPaise: capital }),
    ...(multiplier === undefined || multiplier === settings.quantityMultiplier
      ? {}
      : { quantityMultiplier: multiplier }),
    ...(maxLoss === (settings.maxLossPerDayPaise ?? null) ? {} : { maxLossPerDayPaise: maxLoss }),
    ...(maxTrades === (settings.maxTradesPerDay ?? null) ? {} : { maxTradesPerDay: maxTrades }),
    ...(squareOff === (settings.squareOff ?? null) ? {} : { squareOff }),
    ...(trades === settings.notify.trades && halts === settings.notify.halts ? {} : { notify: { trades, halts } }),
  };
}

/** The form's field for a field of the call. */
export function fieldOf(path: string): string {
  const names: Readonly<Record<string, keyof SettingsValues>> = {
    capitalPaise: 'capital',
    quantityMultiplier: 'multiplier',
    maxLossPerDayPaise: 'maxLoss',
    maxTradesPerDay: 'maxTrades',
  };
  return names[path] ?? path;
}
